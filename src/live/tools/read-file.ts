import { plain } from '../sandbox/shell.ts'
import { InputFault, shown } from './input.ts'
import { toolOf } from './tool.ts'

/** Default number of lines. */
export const LIMIT = 400

const KEYS = {
  path: { type: 'string', description: 'Path from the root of the repository, as list_files gives it.' },
  offset: { type: 'integer', description: 'First line to read; the first of the file is 1.' },
  limit: { type: 'integer', description: `Most lines to read, ${LIMIT} by default.` },
  unit: { type: 'string', description: 'Only for a page of a stored result whose notice names it.' },
} as const

/** Keys that select a part of a file or of a stored result. */
export const READING_KEYS: readonly string[] = Object.keys(KEYS)

export const readFile = toolOf({
  name: 'read_file',
  description: `Reads a text file, ${LIMIT} lines at most unless a limit is given. The first line of the result says which lines follow.`,
  keys: KEYS,
  required: ['path'],
  act(fields, { files }) {
    const path = plain(fields.text('path'))
    const text = files.get(path)
    if (text === undefined) throw new InputFault(`read_file: no such file: ${shown(path)}`)
    const unit = fields.optionalText('unit')
    if (unit !== '' && unit !== 'lines')
      throw new InputFault(`read_file: a file is read by lines, not by ${shown(unit)}`)
    const lines = text.replace(/\n$/, '').split('\n')
    const from = fields.count('offset', 1, 1)
    if (from > lines.length)
      throw new InputFault(`read_file: ${path} has ${lines.length} lines, so that offset cannot be ${from}`)
    const to = Math.min(lines.length, from + fields.count('limit', 1, LIMIT) - 1)
    return {
      text: [`${path}, lines ${from} to ${to} of ${lines.length}`, ...lines.slice(from - 1, to)].join('\n'),
    }
  },
})
