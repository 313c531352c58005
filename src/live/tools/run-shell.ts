import { commandForms, runCommand } from '../sandbox/shell.ts'
import { toolOf } from './tool.ts'

export const runShell = toolOf({
  name: 'run_shell',
  description: `Runs one command in the root of the repository. This sandbox has ${commandForms.join(', ')}, and no pipes.`,
  keys: { command: { type: 'string', description: 'The command, for example npm test.' } },
  required: ['command'],
  act(fields, { files }) {
    const { text, code } = runCommand(fields.text('command'), files)
    const end = code === 0 ? [] : [`exit code ${code}`]
    return { text: [...(text === '' ? [] : [text]), ...end].join('\n'), failed: code !== 0 }
  },
})
