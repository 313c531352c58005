import { ChevronRight } from 'lucide-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import { AUDIT_LABELS, stageWords, tokens, whole } from '../../../view/index.ts'
import type { AuditRow } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { choose } from '../../store/choice/choices.ts'
import { seek } from '../../store/look/playhead.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { AUDIT_TEXT } from './words.ts'
import { AuditDetail } from './AuditDetail.tsx'
import { holdsTurn, PAGE, pageOfTurn } from './filter.ts'

/** The log in pages. It opens at the playhead, and follows it to another page when it leaves the one that is shown. */
export function AuditTable({
  rows,
  lane,
  turn,
}: {
  readonly rows: readonly AuditRow[]
  readonly lane: LaneResult
  readonly turn: number
}) {
  const [turned, setTurned] = useState({ turn: -1, page: 0 })
  const [open, setOpen] = useState<number | null>(null)
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1)
  const stays = turned.turn === turn || holdsTurn(rows, turned.page, turn)
  const page = Math.min(last, stays ? turned.page : pageOfTurn(rows, turn))
  const shown = rows.slice(page * PAGE, (page + 1) * PAGE)
  const scroller = useRef<HTMLDivElement>(null)
  // The log follows the playhead within its own frame; the page itself never moves.
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
      {last > 0 && (
        <Pages
          page={page}
          last={last}
          rows={rows.length}
          go={(to) => {
            setTurned({ turn, page: to })
          }}
        />
      )}
      <div className="audit-scroll" ref={scroller}>
        <table className="instrument audit-rows">
          <caption className="unseen">{AUDIT_TEXT.caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="number">
                {AUDIT_TEXT.turn}
              </th>
              <th scope="col">{AUDIT_TEXT.kind}</th>
              <th scope="col">{AUDIT_TEXT.what}</th>
              <th scope="col" className="number" title={AUDIT_TEXT.sum}>
                {AUDIT_TEXT.freed} <small>{AUDIT_TEXT.tokens}</small>
              </th>
              <th scope="col" className="number" title={AUDIT_TEXT.sum}>
                {AUDIT_TEXT.added} <small>{AUDIT_TEXT.tokens}</small>
              </th>
              <th scope="col" className="number" title={AUDIT_TEXT.sum}>
                {AUDIT_TEXT.after} <small>{AUDIT_TEXT.tokens}</small>
              </th>
              <th scope="col">{AUDIT_TEXT.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Fragment key={row.id}>
                <Entry
                  row={row}
                  lane={lane}
                  now={row.turn === turn}
                  open={open === row.id}
                  onOpen={() => {
                    setTurned({ turn: row.turn, page })
                    setOpen(open === row.id ? null : row.id)
                  }}
                />
                {open === row.id && (
                  <tr className="audit-detail">
                    <td colSpan={7}>
                      <AuditDetail row={row} lane={lane} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

/** Pixels of the heading, which stays at the top of the frame. */
const HEAD = 28

function Entry({
  row,
  lane,
  now,
  open,
  onOpen,
}: {
  readonly row: AuditRow
  readonly lane: LaneResult
  readonly now: boolean
  readonly open: boolean
  readonly onOpen: () => void
}) {
  const { kind, stage, what, compression, verdict, blocks } = row
  const { exact } = lane.data
  return (
    <tr data-kind={kind} data-turn={row.turn} className={now ? 'is-selected' : undefined}>
      <td className="number">
        <span className="narrow-only">{AUDIT_TEXT.turn} </span>
        <TurnLink turn={row.turn} text={whole(row.turn)} />
      </td>
      <td className="kind-cell">
        {AUDIT_LABELS[kind]}
        {stage !== '' && <code title={stageWords(stage)}>{stage}</code>}
      </td>
      <td className="what-cell">
        <button
          type="button"
          className="row-button"
          aria-expanded={open}
          onClick={() => {
            onOpen()
            seek(row.turn)
            const [block] = blocks
            if (!open && (kind === 'edit' || kind === 'repair') && block !== undefined) {
              choose({ selection: { lane: lane.name, block, turn: row.turn } })
            }
          }}
        >
          <ChevronRight size={13} className={open ? 'chevron is-open' : 'chevron'} aria-hidden="true" />
          {what}
        </button>
        {compression !== null && (
          <small>
            {compression.text} · {compression.cost}
          </small>
        )}
      </td>
      <td className="number">{amount(row.freed, exact, '−')}</td>
      <td className="number">{amount(row.added, exact, '+')}</td>
      <td className="number">
        {row.after !== null && (
          <>
            {tokens(row.after, { exact })}
            <span className="narrow-only"> {AUDIT_TEXT.tokens}</span>
          </>
        )}
      </td>
      <td className={row.bad ? 'verdict-cell is-bad' : 'verdict-cell'}>{verdict}</td>
    </tr>
  )
}

/** Tokens with their sign; nothing where an entry changes none. */
function amount(value: number | null, exact: boolean, sign: string): string {
  if (value === null) return ''
  return value === 0 ? '0' : `${sign}${tokens(value, { exact })}`
}

function Pages({
  page,
  last,
  rows,
  go,
}: {
  readonly page: number
  readonly last: number
  readonly rows: number
  readonly go: (page: number) => void
}) {
  const steps = [
    { text: AUDIT_TEXT.first, to: 0 },
    { text: AUDIT_TEXT.back, to: page - 1 },
    { text: AUDIT_TEXT.next, to: page + 1 },
    { text: AUDIT_TEXT.last, to: last },
  ]
  return (
    <p className="pages">
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
        {AUDIT_TEXT.page(page * PAGE + 1, Math.min(rows, (page + 1) * PAGE), rows)}
      </span>
    </p>
  )
}
