import { useState } from 'react'
import type { Sheet } from '../../../view/index.ts'
import { TurnLink } from '../link/TurnLink.tsx'
import { SHEET_TEXT } from './words.ts'
import { cellText, isNumeric } from './cell-text.ts'

/** Rows of a page, and the number of rows from which there are pages: a log has thousands of turns. */
const PAGE = 100
const PAGED = 200

/** The figures of a chart as a table. A turn is a link that takes the playhead there. */
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
  const [head = [], ...rows] = sheet
  const size = rows.length > PAGED ? PAGE : PAGED
  const last = Math.max(0, Math.ceil(rows.length / size) - 1)
  const page = Math.min(turned, last)
  const shown = rows.map((cells, number) => ({ cells, number })).slice(page * size, (page + 1) * size)
  const columns = head.map((name, at) => ({ name: String(name), number: isNumeric(rows, at) }))
  const turnColumn = columns.findIndex(({ name }) => name === 'turn')
  return (
    <div id={id} className="chart-table" data-rows={rows.length}>
      {last > 0 && <Pages page={page} last={last} size={size} rows={rows.length} go={setTurned} />}
      <div className="scroll-x">
        <table>
          <caption className="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map(({ name, number }) => (
                <th key={name} scope="col" className={number ? 'number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.number}>
                {columns.map(({ name, number }, at) => {
                  const cell = row.cells[at] ?? null
                  const className = number ? 'number' : undefined
                  return at === turnColumn && typeof cell === 'number' ? (
                    <th key={name} scope="row" className={className}>
                      <TurnLink turn={cell} text={cellText(name, cell)} />
                    </th>
                  ) : (
                    <td key={name} className={className}>
                      {cellText(name, cell)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="note">{SHEET_TEXT.noRows}</p>}
      </div>
    </div>
  )
}

function Pages({
  page,
  last,
  size,
  rows,
  go,
}: {
  readonly page: number
  readonly last: number
  readonly size: number
  readonly rows: number
  readonly go: (page: number) => void
}) {
  const steps = [
    { text: SHEET_TEXT.first, to: 0 },
    { text: SHEET_TEXT.back, to: page - 1 },
    { text: SHEET_TEXT.next, to: page + 1 },
    { text: SHEET_TEXT.last, to: last },
  ]
  return (
    <p className="chart-pages">
      {steps.map(({ text, to }) => (
        <button
          key={text}
          type="button"
          className="quiet"
          disabled={to === page || to < 0 || to > last}
          onClick={() => {
            go(to)
          }}
        >
          {text}
        </button>
      ))}
      <span aria-live="polite">
        {SHEET_TEXT.page(page * size + 1, Math.min(rows, (page + 1) * size), rows)}
      </span>
    </p>
  )
}
