import { plain } from '../sandbox/shell.ts'
import { InputFault, shown } from './input.ts'
import { toolOf, withFile } from './tool.ts'

export const editFile = toolOf({
  name: 'edit_file',
  description:
    'Replaces a text in a file. The text must stand there exactly once, so give enough of what is around it.',
  keys: {
    path: { type: 'string', description: 'Path from the root of the repository.' },
    old_text: { type: 'string', description: 'What stands there, to the letter.' },
    new_text: { type: 'string', description: 'What shall stand there.' },
  },
  required: ['path', 'old_text', 'new_text'],
  act(fields, world) {
    const path = plain(fields.text('path'))
    const text = world.files.get(path)
    if (text === undefined) throw new InputFault(`edit_file: no such file: ${shown(path)}`)
    const [before, after] = [fields.text('old_text'), fields.text('new_text')]
    if (before === '') throw new InputFault('edit_file: old_text must have at least one character, not ""')
    const places = text.split(before).length - 1
    if (places !== 1)
      throw new InputFault(
        `edit_file: old_text must stand in ${path} once, but stands there ${places} times: ${shown(before)}`,
      )
    const at = text.indexOf(before)
    const line = text.slice(0, at).split('\n').length
    const changed = text.slice(0, at) + after + text.slice(at + before.length)
    return { text: `${path} was changed at line ${line}`, world: withFile(world, path, changed) }
  },
})
