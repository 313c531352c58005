import { plain } from '../sandbox/shell.ts'
import { InputFault, shown } from './input.ts'
import { toolOf, withFile } from './tool.ts'

/** Maximum characters of a file, because the whole world is stored at every turn. */
const MOST = 200_000

export const writeFile = toolOf({
  name: 'write_file',
  description: 'Writes a whole file, in the place of what stood there before.',
  keys: {
    path: { type: 'string', description: 'Path from the root of the repository.' },
    content: { type: 'string', description: 'The whole text of the file.' },
  },
  required: ['path', 'content'],
  act(fields, world) {
    const path = plain(fields.text('path'))
    if (path === '' || path.startsWith('/') || path.split('/').some((part) => part === '..' || part === ''))
      throw new InputFault(`write_file: path must lead to a file within the repository, not ${shown(path)}`)
    const content = fields.text('content')
    if (content.length > MOST)
      throw new InputFault(`write_file: a file may have ${MOST} characters, not ${content.length}`)
    const what = world.files.has(path) ? 'was written anew' : 'was made'
    return { text: `${path} ${what}, ${content.length} characters`, world: withFile(world, path, content) }
  },
})
