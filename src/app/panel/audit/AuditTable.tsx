import { ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { AUDIT_LABELS, stageWords, tokens, whole } from '../../../view/index.ts'
import type { AuditRow } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { choose } from '../../store/choice/choices.ts'
import { seek } from '../../store/look/playhead.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { Pages, pageOf, Table } from '../../ui/Table.tsx'
import type { Column } from '../../ui/Table.tsx'
import { AUDIT_TEXT } from './words.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { holdsTurn, PAGE, pageOfTurn } from './filter.ts'
import { Button } from '../../ui/Button.tsx'

/** The log in pages. It opens at the playhead, and follows it to another page if it leaves the current one. */
export function AuditTable({
  rows,
  lane,
  comparison,
  turn,
}: {
  readonly rows: readonly AuditRow[]
  readonly lane: LaneResult
  readonly comparison: Comparison
  readonly turn: number
}) {
  const [turned, setTurned] = useState({ turn: -1, page: 0 })
  const [open, setOpen] = useState<number | null>(null)
  const stays = turned.turn === turn || holdsTurn(rows, turned.page, turn)
  const { page, last, shown } = pageOf(rows, PAGE, stays ? turned.page : pageOfTurn(rows, turn))
  const scroller = useRef<HTMLDivElement>(null)
  // The log scrolls to the playhead within its own frame; the page itself never moves.
  useEffect(() => {
    const frame = scroller.current
    const row = frame?.querySelector<HTMLElement>(`tr[data-turn="${turn}"]`)
    if (frame === null || row === null || row === undefined) return
    const top = row.offsetTop - HEAD
    if (top < frame.scrollTop || top > frame.scrollTop + frame.clientHeight - 2 * HEAD) frame.scrollTop = top
  }, [turn, page, rows])
  if (rows.length === 0) return <p className="note">{AUDIT_TEXT.noneLeft}</p>
  return (
    <>
      <Pages
        page={page}
        last={last}
        go={(to) => {
          setTurned({ turn, page: to })
        }}
      >
        {AUDIT_TEXT.page(page * PAGE + 1, Math.min(rows.length, (page + 1) * PAGE), rows.length)}
      </Pages>
      <div className="scroll-x" ref={scroller}>
        <Table
          className="stacks audit-rows"
          caption={AUDIT_TEXT.caption}
          columns={columnsOf(lane, open, (row) => {
            setTurned({ turn: row.turn, page })
            setOpen(open === row.id ? null : row.id)
          })}
          rows={shown}
          keyOf={(row) => row.id}
          rowAbout={(row) => ({
            'data-kind': row.kind,
            'data-turn': row.turn,
            className: row.turn === turn ? 'is-selected' : undefined,
          })}
          below={(row) => open === row.id && <AuditDetail row={row} lane={lane} comparison={comparison} />}
        />
      </div>
    </>
  )
}

/** Pixels of the heading, which stays at the top of the frame. */
const HEAD = 28

function columnsOf(
  lane: LaneResult,
  open: number | null,
  onOpen: (row: AuditRow) => void,
): readonly Column<AuditRow>[] {
  const { exact } = lane.data
  const inTokens = (text: string) => (
    <>
      {text} <small>{AUDIT_TEXT.tokens}</small>
    </>
  )
  return [
    {
      key: 'turn',
      head: AUDIT_TEXT.turn,
      says: true,
      number: true,
      cell: ({ turn }) => <TurnLink turn={turn} text={whole(turn)} />,
    },
    {
      key: 'kind',
      head: AUDIT_TEXT.kind,
      mark: 'unbroken',
      cell: ({ kind, stage }) => (
        <>
          {AUDIT_LABELS[kind]}
          {stage !== '' && ' '}
          {stage !== '' && (
            <code className="soft" title={stageWords(stage)}>
              {stage}
            </code>
          )}
        </>
      ),
    },
    {
      key: 'what',
      head: AUDIT_TEXT.what,
      width: '60%',
      mark: 'what-cell full',
      cell: (row) => <What row={row} lane={lane} open={open === row.id} onOpen={onOpen} />,
    },
    {
      key: 'freed',
      head: inTokens(AUDIT_TEXT.freed),
      title: AUDIT_TEXT.sum,
      number: true,
      cell: ({ freed }) => amount(freed, exact, '−'),
    },
    {
      key: 'added',
      head: inTokens(AUDIT_TEXT.added),
      title: AUDIT_TEXT.sum,
      number: true,
      cell: ({ added }) => amount(added, exact, '+'),
    },
    {
      key: 'after',
      head: inTokens(AUDIT_TEXT.after),
      title: AUDIT_TEXT.sum,
      number: true,
      cell: ({ after }) =>
        after !== null && (
          <>
            {tokens(after, { exact })}
            <span className="narrow-only"> {AUDIT_TEXT.tokens}</span>
          </>
        ),
    },
    {
      key: 'verdict',
      head: AUDIT_TEXT.verdict,
      mark: ({ bad }) => (bad ? 'verdict-cell strong loss' : 'verdict-cell'),
      cell: ({ verdict }) => verdict,
    },
  ]
}

/** What was done, with a button for details. */
function What({
  row,
  lane,
  open,
  onOpen,
}: {
  readonly row: AuditRow
  readonly lane: LaneResult
  readonly open: boolean
  readonly onOpen: (row: AuditRow) => void
}) {
  const { kind, what, compression, blocks } = row
  return (
    <>
      <Button
        kind="row"
        aria-expanded={open}
        onClick={() => {
          onOpen(row)
          seek(row.turn)
          const [block] = blocks
          if (!open && (kind === 'edit' || kind === 'repair') && block !== undefined) {
            choose({ selection: { lane: lane.name, block, turn: row.turn } })
          }
        }}
      >
        <ChevronRight size={13} aria-hidden="true" />
        {what}
      </Button>
      {compression !== null && (
        <small>
          {compression.text} · {compression.cost}
        </small>
      )}
    </>
  )
}

/** Tokens with their sign; empty for an entry without a change. */
function amount(value: number | null, exact: boolean, sign: string): string {
  if (value === null) return ''
  return value === 0 ? '0' : `${sign}${tokens(value, { exact })}`
}
