import { plain } from '../sandbox/shell.ts'
import { InputFault } from './input.ts'
import { toolOf } from './tool.ts'

/** Matches that one result lists. */
const MOST = 60
/** Characters of a line that are listed. */
const WIDTH = 240

export const grepSearch = toolOf({
  name: 'grep_search',
  description: `Finds the lines that hold a text, exactly as given: no pattern, no regular expression. Lists ${MOST} lines at most, as path:line: text.`,
  keys: {
    text: { type: 'string', description: 'What to look for, within one line; upper and lower case count.' },
    path: {
      type: 'string',
      description: 'A file, or the beginning of paths, to look in. All files by default.',
    },
    word: { type: 'boolean', description: 'Only where no letter or digit touches it on either side.' },
  },
  required: ['text'],
  act(fields, { files }) {
    const text = fields.text('text')
    if (text === '' || text.includes('\n'))
      throw new InputFault(`grep_search: text must be within one line, not ${JSON.stringify(text)}`)
    const start = plain(fields.optionalText('path'))
    const word = fields.flag('word')
    const found: string[] = []
    let count = 0
    for (const [path, content] of files) {
      if (!path.startsWith(start)) continue
      for (const [index, line] of content.split('\n').entries()) {
        if (!holds(line, text, word)) continue
        count += 1
        if (count <= MOST) found.push(`${path}:${index + 1}: ${line.trim().slice(0, WIDTH)}`)
      }
    }
    const heading = count === 1 ? '1 match' : `${count} matches`
    const more = count > MOST ? [`… and ${count - MOST} more; name a path to see them`] : []
    return { text: [`${heading} of ${JSON.stringify(text)}`, ...found, ...more].join('\n') }
  },
})

function holds(line: string, text: string, word: boolean): boolean {
  if (!word) return line.includes(text)
  for (let at = line.indexOf(text); at >= 0; at = line.indexOf(text, at + 1)) {
    const touches = /[\p{L}\p{N}_]/u
    if (!touches.test(line[at - 1] ?? '') && !touches.test(line[at + text.length] ?? '')) return true
  }
  return false
}
