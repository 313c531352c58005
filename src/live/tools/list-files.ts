import { plain } from '../sandbox/shell.ts'
import { InputFault, shown } from './input.ts'
import { toolOf } from './tool.ts'

export const listFiles = toolOf({
  name: 'list_files',
  description: 'Lists the files whose path begins with a text, each with its number of lines.',
  keys: {
    path: { type: 'string', description: 'Beginning of the paths, for example src/. All files by default.' },
  },
  required: [],
  act(fields, { files }) {
    const start = plain(fields.optionalText('path'))
    const listed = [...files].filter(([path]) => path.startsWith(start))
    if (listed.length === 0) throw new InputFault(`list_files: no path begins with ${shown(start)}`)
    const lines = listed.map(
      ([path, text]) => `${path} (${text.replace(/\n$/, '').split('\n').length} lines)`,
    )
    return { text: [listed.length === 1 ? '1 file' : `${listed.length} files`, ...lines].join('\n') }
  },
})
