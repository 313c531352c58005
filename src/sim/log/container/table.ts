import type { Json } from '../../../engine/index.ts'
import { remembered } from '../../../engine/internal.ts'
import { valueOf } from '../json/parse.ts'
import type { Log } from '../read/reader.ts'
import type { Container } from './container.ts'

/** A table as spreadsheets, databases and the pages of gateways export it: each row a record, JSON in a cell its value. */
export const table: Container = {
  name: 'a table (CSV)',
  head: /^\uFEFF?"?[\w .-]+"?(?:[,;\t]"?[\w .-]+"?)+\r?\n/,
  isGuess: true,
  open: (log) => {
    const { header, rows } = tableIn(log)
    return rows
      .filter(({ cells }) => cells.length === header.length)
      .map(({ cells, line }) => ({
        value: Object.fromEntries(cells.map((cell, index) => [header[index] ?? '', valueIn(cell)])),
        line,
        column: 1,
      }))
  },
  lost(_, log) {
    const { header, rows } = tableIn(log)
    const other = rows.filter(({ cells }) => cells.length !== header.length)
    const [first] = other
    if (first === undefined) return []
    const message = `${other.length} of ${rows.length} rows are left out: they do not have the ${header.length} cells of the header`
    return [{ severity: 'warning', code: 'uneven-rows', message, line: first.line, column: 1 }]
  },
}

/** The names of the columns, and the rows that are not empty. */
const tableIn = /* @__PURE__ */ remembered(({ text }: Log) => {
  const [, separator = ','] = /^"?[\w .-]+"?([,;\t])/.exec(text) ?? []
  const [header, ...rows] = rowsOf(text, separator)
  return { header: header?.cells ?? [], rows: rows.filter(({ cells }) => cells.join('') !== '') }
})

function valueIn(cell: string): Json {
  if (cell === '') return null
  return /^\s*[[{]/.test(cell) ? (valueOf(cell) ?? cell) : cell
}

interface Row {
  readonly cells: readonly string[]
  readonly line: number
}

/** A cell in quotes may hold separators, line breaks and, doubled, quotes. */
function rowsOf(text: string, separator: string): readonly Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let [line, start] = [1, 1]
  for (let at = 0; at < text.length;) {
    let cell = ''
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end < 0) end = text.length
      cell = text.slice(at + 1, end).replaceAll('""', '"')
      line += cell.split('\n').length - 1
      at = end + 1
    } else {
      const from = at
      while (at < text.length && text[at] !== separator && text[at] !== '\n') at += 1
      cell = text.slice(from, at).replace(/\r$/, '')
    }
    cells.push(cell)
    if (text[at] === '\r') at += 1
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      cells.push('')
    }
    rows.push({ cells, line: start })
    cells = []
    at += 1
    line += 1
    start = line
  }
  return rows
}
