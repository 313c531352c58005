import { useState } from 'react'
import { decimal, share, whole, ZONE_LABELS } from '../../../view/index.ts'
import type { TurnRow } from '../../../view/index.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { TAKE_TEXT } from './words.ts'

/** Rows of a page: logs have thousands of turns, and all of them at once would hold the page up. */
const PAGE = 100

/** What the charts draw, as a table in pages. It opens at the playhead and follows it when it moves. */
export function TurnTable({
  rows,
  turn,
  exact,
}: {
  readonly rows: readonly TurnRow[]
  readonly turn: number
  readonly exact: boolean
}) {
  const [open, setOpen] = useState(false)
  return (
    <details
      className="turns"
      onToggle={(event) => {
        setOpen(event.currentTarget.open)
      }}
    >
      <summary>{TAKE_TEXT.table}</summary>
      {open && rows.length === 0 && <p className="note">{TAKE_TEXT.noTurns}</p>}
      {open && rows.length > 0 && <Pages rows={rows} turn={turn} exact={exact} />}
    </details>
  )
}

function Pages({
  rows,
  turn,
  exact,
}: {
  readonly rows: readonly TurnRow[]
  readonly turn: number
  readonly exact: boolean
}) {
  // A page that was turned to holds as long as the playhead stands where it stood then.
  const [turned, setTurned] = useState({ turn, page: pageOf(rows, turn) })
  const last = Math.ceil(rows.length / PAGE) - 1
  const page = Math.min(last, turned.turn === turn ? turned.page : pageOf(rows, turn))
  const shown = rows.slice(page * PAGE, (page + 1) * PAGE)
  const go = (to: number) => () => {
    setTurned({ turn, page: to })
  }
  const steps = [
    { text: TAKE_TEXT.first, to: 0 },
    { text: TAKE_TEXT.back, to: page - 1 },
    { text: TAKE_TEXT.next, to: page + 1 },
    { text: TAKE_TEXT.last, to: last },
  ]
  return (
    <>
      <p className="note">{TAKE_TEXT.tableNote}</p>
      {last > 0 && (
        <p className="pages">
          {steps.map(({ text, to }) => (
            <button
              key={text}
              type="button"
              className="quiet"
              disabled={to === page || to < 0 || to > last}
              onClick={go(to)}
            >
              {text}
            </button>
          ))}
          <span aria-live="polite">
            {TAKE_TEXT.page(shown[0]?.turn ?? 0, shown.at(-1)?.turn ?? 0, rows.length)}
          </span>
        </p>
      )}
      <div className="scroll-x">
        <table>
          <thead>
            <tr>
              {COLUMNS.map(({ name, number, tokens }) => (
                <th key={name} scope="col" className={number ? 'number' : undefined}>
                  {tokens && !exact ? TAKE_TEXT.estimated(name) : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr
                key={row.turn}
                data-turn={row.turn}
                className={row.turn === turn ? 'is-selected' : undefined}
              >
                <th scope="row">
                  <TurnLink turn={row.turn} text={whole(row.turn)} />
                </th>
                {COLUMNS.slice(1).map(({ name, number, of }) => (
                  <td key={name} className={number ? 'number' : undefined}>
                    {of(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** The page that holds the last turn not after the playhead; rows of a sub-agent's window do not begin at turn 0. */
function pageOf(rows: readonly TurnRow[], turn: number): number {
  const after = rows.findIndex((row) => row.turn > turn)
  return Math.floor(Math.max(0, (after < 0 ? rows.length : after) - 1) / PAGE)
}

interface Column {
  readonly name: string
  readonly number: boolean
  /** True for tokens, whose heading says whether they are estimates. */
  readonly tokens: boolean
  readonly of: (row: TurnRow) => string
}

const { columns } = TAKE_TEXT

const COLUMNS: readonly Column[] = [
  { name: columns.turn, number: false, tokens: false, of: ({ turn }) => whole(turn) },
  { name: columns.arrived, number: true, tokens: true, of: ({ arrived }) => whole(arrived) },
  { name: columns.offered, number: true, tokens: true, of: ({ offered }) => whole(offered) },
  { name: columns.sent, number: true, tokens: true, of: ({ sent }) => whole(sent) },
  { name: columns.responded, number: true, tokens: true, of: ({ responded }) => whole(responded) },
  { name: columns.share, number: true, tokens: true, of: (row) => share(row.share) },
  { name: columns.zone, number: false, tokens: false, of: ({ zone }) => ZONE_LABELS[zone] },
  { name: columns.velocity, number: true, tokens: true, of: ({ velocity }) => decimal(velocity, 0) },
  { name: columns.spike, number: false, tokens: false, of: ({ spike }) => (spike ? TAKE_TEXT.yes : '') },
  { name: columns.edits, number: true, tokens: false, of: ({ edits }) => whole(edits) },
]
