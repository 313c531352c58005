import { dash, decimal, share, whole } from '../../../view/index.ts'
import type { Sheet } from '../../../view/index.ts'
import { SHEET_TEXT } from './words.ts'

type Cell = Sheet[number][number]

/** A cell of a sheet for people. The unit stands in the name of its column: shares become percent, counts get commas. */
export function cellText(column: string, cell: Cell): string {
  if (cell === null) return dash
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? SHEET_TEXT.yes : SHEET_TEXT.no
  if (column.includes('share')) return share(cell)
  if (column.includes('position')) return decimal(cell)
  if (column.includes('until')) return decimal(cell, 1)
  return whole(cell)
}

/** Whether a column holds figures, which are set flush right. */
export function isNumeric(rows: Sheet, column: number): boolean {
  return rows.some((row) => typeof row[column] === 'number')
}
