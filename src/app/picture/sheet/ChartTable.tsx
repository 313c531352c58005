import { useState } from 'react'
import { dash, decimal, share, whole } from '../../../view/index.ts'
import type { Sheet } from '../../../view/index.ts'
import { Pages, pageOf, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { TurnLink } from '../link/TurnLink.tsx'

const SHEET_TEXT = Object.freeze({
  yes: 'yes',
  no: '',
  noRows: 'No rows.',
  page: (from: number, to: number, rows: number) => `rows ${whole(from)} to ${whole(to)} of ${whole(rows)}`,
})

/** Rows per page. Longer tables have pages: a log has thousands of turns. */
const PAGE = 100
const PAGED = 200

interface Row {
  readonly cells: Sheet[number]
  readonly number: number
}

/** The figures of a chart as a table. A turn is a link that moves the playhead there. */
export function ChartTable({
  id,
  caption,
  sheet,
}: {
  readonly id: string
  readonly caption: string
  readonly sheet: Sheet
}) {
  const [turned, setTurned] = useState(0)
  const [head = [], ...all] = sheet
  const rows = all.map((cells, number): Row => ({ cells, number }))
  const size = rows.length > PAGED ? PAGE : PAGED
  const { page, last, shown } = pageOf(rows, size, turned)
  const columns = head.map((name, at): Column<Row> => ({
    key: String(name),
    head: String(name),
    number: isNumeric(all, at),
    names: name === 'turn',
    cell: ({ cells }) => {
      const cell = cells[at] ?? null
      const text = cellText(String(name), cell)
      return name === 'turn' && typeof cell === 'number' ? <TurnLink turn={cell} text={text} /> : text
    },
  }))
  return (
    <div id={id} className="chart-table" data-rows={rows.length}>
      <Pages page={page} last={last} go={setTurned}>
        {SHEET_TEXT.page(page * size + 1, Math.min(rows.length, (page + 1) * size), rows.length)}
      </Pages>
      <div className="scroll-x">
        <Table
          className="unbroken"
          columns={columns}
          rows={shown}
          keyOf={({ number }) => number}
          caption={caption}
        />
        {rows.length === 0 && <p className="note">{SHEET_TEXT.noRows}</p>}
      </div>
    </div>
  )
}

type Cell = Sheet[number][number]

/** A cell of a sheet for people. The unit is in the name of its column: shares become percent, counts get commas. */
export function cellText(column: string, cell: Cell): string {
  if (cell === null) return dash
  if (typeof cell === 'string') return cell
  if (typeof cell === 'boolean') return cell ? SHEET_TEXT.yes : SHEET_TEXT.no
  if (column.includes('share')) return share(cell)
  if (column.includes('position')) return decimal(cell)
  if (column.includes('until')) return decimal(cell, 1)
  return whole(cell)
}

/** Whether a column holds figures, which are aligned right. */
export function isNumeric(rows: Sheet, column: number): boolean {
  return rows.some((row) => typeof row[column] === 'number')
}
