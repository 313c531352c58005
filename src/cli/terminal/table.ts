/** A cell of a table: a text, or a number as it is to be read, at the right end of its column. */
export interface Cell {
  readonly text: string
  readonly mark?: 'better' | 'worse' | 'faint' | 'strong'
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (Cell | string)[])[]
  /** Columns at the front that name a row; they are repeated where a table is too wide for the terminal. */
  readonly names: number
}

/** How tables are printed. */
export interface Paper {
  /** Null: as wide as they are. */
  readonly columns: number | null
  readonly colour: boolean
}

const GAP = '  '
/** A name is shortened in the middle where this makes a table fit. */
const SHORTEST_NAME = 16

/** A table with aligned columns. One that is too wide for the terminal is continued below itself. */
export function tableText({ head, rows, names }: Table, paper: Paper): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? { text: cell } : cell)))
  const most = paper.columns ?? Infinity
  const widths = head.map((title, at) =>
    Math.max(widthOf(title), ...cells.map((row) => widthOf(row[at]?.text ?? ''))),
  )
  const valueWidths = widths.slice(names)
  const room = most - GAP.length * names - Math.max(0, ...valueWidths)
  let spare = widths.slice(0, names).reduce((sum, width) => sum + width, 0) - room
  for (let at = 0; at < names && spare > 0; at++) {
    const width = widths[at] ?? 0
    const shorter = Math.max(Math.min(width, SHORTEST_NAME), width - spare)
    spare -= width - shorter
    widths[at] = shorter
  }
  const lines: string[] = []
  for (const columns of pages(widths, names, most)) {
    if (lines.length > 0) lines.push('')
    const line = (row: readonly Cell[]): string =>
      columns
        .map((at, place) => {
          const { text, mark } = row[at] ?? { text: '' }
          const width = widths[at] ?? 0
          const cut = shortened(clean(text), width)
          const space = ' '.repeat(width - widthOf(cut))
          const shown = coloured(cut, mark, paper.colour)
          const isLast = place === columns.length - 1
          return at < names ? shown + (isLast ? '' : space) : space + shown
        })
        .join(GAP)
    lines.push(line(head.map((text) => ({ text, mark: 'strong' }))))
    lines.push(...cells.map(line))
  }
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** The columns of each part of a table, its names first in each. */
function pages(widths: readonly number[], names: number, most: number): readonly (readonly number[])[] {
  const front = widths.slice(0, names)
  const start = front.reduce((sum, width) => sum + width + GAP.length, 0)
  const parts: number[][] = []
  let used = start
  for (let at = names; at < widths.length; at++) {
    const width = (widths[at] ?? 0) + GAP.length
    if (parts.length === 0 || used + width - GAP.length > most) {
      parts.push(front.map((_, name) => name))
      used = start
    }
    parts.at(-1)?.push(at)
    used += width
  }
  return parts.length === 0 ? [front.map((_, name) => name)] : parts
}

const CODES = { better: 32, worse: 31, faint: 2, strong: 1 } as const

export function coloured(text: string, mark: Cell['mark'], colour: boolean): string {
  return colour && mark !== undefined && text !== '' ? `\u001B[${CODES[mark]}m${text}\u001B[0m` : text
}

/** Control characters of a log would move the cursor, or more. */
export function clean(text: string): string {
  return text.replace(/\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, ' ')
}

/** A text that is too long, without its middle. */
function shortened(text: string, width: number): string {
  if (widthOf(text) <= width) return text
  const letters = [...text]
  const end = Math.floor((width - 1) / 2)
  let start = ''
  for (const letter of letters) {
    if (widthOf(start + letter) > width - 1 - end) break
    start += letter
  }
  let last = ''
  for (const letter of letters.toReversed()) {
    if (widthOf(letter + last) > end) break
    last = letter + last
  }
  return `${start}…${last}`
}

/** A text of which no line is wider than the terminal, where its words allow; the rest of a line is under its value. */
export function wrapped(text: string, columns: number | null): string {
  if (columns === null) return text
  return text
    .split('\n')
    .map((line) => (shownWidth(line) > columns ? wrappedLine(line, columns) : line))
    .join('\n')
}

function wrappedLine(line: string, columns: number): string {
  const name = /^ +\S+ {2,}(?=\S)|^ */.exec(line)?.[0] ?? ''
  const indent = name.length < columns / 2 ? name : ''
  const lines: string[] = []
  let last = indent
  let isNew = true
  for (const word of line.slice(indent.length).split(' ')) {
    if (!isNew && shownWidth(`${last} ${word}`) > columns) {
      lines.push(last.trimEnd())
      last = ' '.repeat(indent.length)
      isNew = true
    }
    last += isNew ? word : ` ${word}`
    isNew = false
  }
  return [...lines, last].join('\n')
}

function shownWidth(line: string): number {
  // oxlint-disable-next-line no-control-regex -- the colours that `coloured` writes
  return widthOf(line.replaceAll(/\u001B\[\d+m/g, ''))
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u
const NONE = /\p{Mn}|\p{Me}|\u200b|\u200d|\ufe0f/u

/** Columns that a text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const letter of text) width += NONE.test(letter) ? 0 : WIDE.test(letter) && letter > '\u00ff' ? 2 : 1
  return width
}
