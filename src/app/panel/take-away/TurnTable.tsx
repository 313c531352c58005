import { useState } from 'react'
import type { TimelineData } from '../../../sim/index.ts'
import { contextName, decimal, share, whole, ZONE_LABELS } from '../../../view/index.ts'
import type { TurnRow } from '../../../view/index.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Pages, pageOf, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { TAKE_TEXT } from './words.ts'

/** Rows per page: logs have thousands of turns, and rendering all of them would block the page. */
const PAGE = 100

/** The data of the charts, as a table in pages. It opens at the playhead and follows it when it moves. */
export function TurnTable({
  rows,
  turn,
  exact,
  windows,
}: {
  readonly rows: readonly TurnRow[]
  readonly turn: number
  readonly exact: boolean
  readonly windows: TimelineData['windows']
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
      {open && rows.length > 0 && <InPages rows={rows} turn={turn} exact={exact} windows={windows} />}
    </details>
  )
}

function InPages({
  rows,
  turn,
  exact,
  windows,
}: {
  readonly rows: readonly TurnRow[]
  readonly turn: number
  readonly exact: boolean
  readonly windows: TimelineData['windows']
}) {
  const own = exact ? EXACT : ESTIMATED
  // A page chosen by hand stays as long as the playhead does not move.
  const [turned, setTurned] = useState({ turn, page: pageAt(rows, turn) })
  const { page, last, shown } = pageOf(rows, PAGE, turned.turn === turn ? turned.page : pageAt(rows, turn))
  return (
    <>
      <p className="note">{TAKE_TEXT.tableNote}</p>
      <Pages
        page={page}
        last={last}
        go={(to) => {
          setTurned({ turn, page: to })
        }}
      >
        {TAKE_TEXT.page(shown[0]?.turn ?? 0, shown.at(-1)?.turn ?? 0, rows.length)}
      </Pages>
      <div className="scroll-x">
        <Table
          className="unbroken"
          columns={windows.length > 1 ? [...own, contextOf(windows)] : own}
          rows={shown}
          keyOf={(row) => row.turn}
          rowAbout={(row) => ({
            'data-turn': row.turn,
            className: row.turn === turn ? 'is-selected' : undefined,
          })}
        />
      </div>
    </>
  )
}

/** The page with the last turn not after the playhead. */
function pageAt(rows: readonly TurnRow[], turn: number): number {
  const after = rows.findIndex((row) => row.turn > turn)
  return Math.floor(Math.max(0, (after < 0 ? rows.length : after) - 1) / PAGE)
}

const { columns } = TAKE_TEXT

/** Of a run with sub-agents, whose turns stand among those of the main context. */
function contextOf(windows: TimelineData['windows']): Column<TurnRow> {
  return { key: 'context', head: columns.context, cell: ({ window }) => contextName(window, windows) }
}

/** @param exact false if tokens are estimates: the headings of token columns say so */
function columnsOf(exact: boolean): readonly Column<TurnRow>[] {
  const inTokens = (head: string): string => (exact ? head : TAKE_TEXT.estimated(head))
  return [
    {
      key: 'turn',
      head: columns.turn,
      names: true,
      cell: ({ turn }) => <TurnLink turn={turn} text={whole(turn)} />,
    },
    { key: 'arrived', head: inTokens(columns.arrived), number: true, cell: ({ arrived }) => whole(arrived) },
    { key: 'offered', head: inTokens(columns.offered), number: true, cell: ({ offered }) => whole(offered) },
    { key: 'sent', head: inTokens(columns.sent), number: true, cell: ({ sent }) => whole(sent) },
    { key: 'fetched', head: inTokens(columns.fetched), number: true, cell: ({ fetched }) => whole(fetched) },
    { key: 'reply', head: inTokens(columns.reply), number: true, cell: ({ reply }) => whole(reply) },
    {
      key: 'responded',
      head: inTokens(columns.responded),
      number: true,
      cell: ({ responded }) => whole(responded),
    },
    { key: 'share', head: inTokens(columns.share), number: true, cell: (row) => share(row.share) },
    { key: 'zone', head: columns.zone, cell: ({ zone }) => ZONE_LABELS[zone] },
    {
      key: 'velocity',
      head: inTokens(columns.velocity),
      number: true,
      cell: ({ velocity }) => decimal(velocity, 0),
    },
    { key: 'spike', head: columns.spike, cell: ({ spike }) => (spike ? TAKE_TEXT.yes : '') },
    { key: 'edits', head: columns.edits, number: true, cell: ({ edits }) => whole(edits) },
  ]
}

const EXACT = columnsOf(true)
const ESTIMATED = columnsOf(false)
