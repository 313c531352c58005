/** A line of a log quoted with a problem, with the character at its column separated. */
export interface Quote {
  readonly before: string
  readonly at: string
  readonly after: string
}

/** Characters of a line that are quoted. */
export const QUOTED = 120
/** Characters before the column if the start of the line is cut. */
const LEAD = 60

/** The start of a line, or the part around the column if that is further on. Columns count from 1. */
export function quoteOf(line: string, column: number): Quote {
  const at = column - 1
  const from = at < QUOTED ? 0 : at - LEAD
  const to = Math.min(line.length, from + QUOTED)
  return {
    before: (from > 0 ? '…' : '') + line.slice(from, at),
    // Where a text ends too early, the error is after its last character.
    at: line.slice(at, Math.max(at, Math.min(at + 1, to))),
    after: line.slice(at + 1, to) + (to < line.length ? '…' : ''),
  }
}

/** The lines of a text with these numbers, from 1. A line ends with \n, \r\n or \r, as readers count them. */
export function linesOf(text: string, wanted: ReadonlySet<number>): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  let last = 0
  for (const line of wanted) last = Math.max(last, line)
  const ends = /\r\n|\n|\r/g
  let start = 0
  for (let number = 1; number <= last && start <= text.length; number++) {
    ends.lastIndex = start
    const end = ends.exec(text)
    if (wanted.has(number)) found.set(number, text.slice(start, end?.index ?? text.length))
    if (end === null) break
    start = ends.lastIndex
  }
  return found
}
