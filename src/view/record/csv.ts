/** What a cell can hold. Null is an empty cell: the value does not apply. */
export type CsvCell = string | number | boolean | null

/**
 * A table as CSV (RFC 4180): commas, lines that end in CR LF, quotes around cells that need them.
 *
 * Numbers are written raw. A text that a spreadsheet would read as a formula gets an apostrophe in front, because texts
 * may come from a foreign log; a number is never changed, so −3 stays −3.
 */
export function csv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('')
}

/**
 * Characters that begin a formula, also in their wide forms and after white space; a leading tab or return alone is
 * enough.
 */
const FORMULA = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/

function fieldOf(cell: CsvCell): string {
  if (cell === null || (typeof cell === 'number' && !Number.isFinite(cell))) return ''
  if (typeof cell !== 'string') return String(cell)
  return quoted(FORMULA.test(cell) ? `'${cell}` : cell)
}

function quoted(text: string): string {
  // RFC 4180 makes white space at the ends part of a field, but some readers trim it outside of quotes.
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
