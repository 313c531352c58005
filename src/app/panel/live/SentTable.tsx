import { useMemo } from 'react'
import { COUNTER_NAMES } from '../../../engine/index.ts'
import { share, whole } from '../../../view/index.ts'
import type { Live } from '../../../live/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { TurnLink } from '../../picture/link/TurnLink.tsx'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { ClearingTable } from './ClearingTable.tsx'
import { CompactionTable } from './CompactionTable.tsx'
import { CountButton } from './CountButton.tsx'
import { counterSums, nearest, otherwiseIn } from './figures.ts'
import { MODEL, useLive } from '../../store/live/state.ts'
import type { ProviderCount, Sent } from '../../store/live/state.ts'

/** What was really sent and billed, turn by turn, beside what each counter said of it. */
export function SentTable({
  live,
  comparison,
}: {
  readonly live: Live
  /** Of this conversation; null while the pictures show another. */
  readonly comparison: Comparison | null
}) {
  const sent = useLive((state) => state.sent)
  const counts = useLive((state) => state.counts)
  const isModel = useLive((state) => state.agent === MODEL)
  const lane = comparison?.lanes[0]?.data
  const otherwise = useMemo(() => (lane === undefined ? 0 : otherwiseIn(lane, sent)), [lane, sent])
  if (sent.length === 0 && counts.size === 0) return null
  const sums = counterSums(sent, live.trace.turns)
  const best = nearest(sums)
  const counted = [...counts.values()]
  const ahead = [...counts].filter(([turn]) => sent.every((one) => one.turn !== turn))
  return (
    <details className="live-sent">
      <summary>{LIVE_TEXT.sentTitle(sent.length)}</summary>
      {otherwise > 0 && <p className="note">{LIVE_TEXT.otherwise(otherwise)}</p>}
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{LIVE_TEXT.turn}</th>
              {best !== null && (
                <>
                  <th scope="col">{LIVE_TEXT.billed}</th>
                  <th scope="col">{LIVE_TEXT.cached}</th>
                </>
              )}
              {COUNTER_NAMES.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {counts.size > 0 && <th scope="col">{LIVE_TEXT.api}</th>}
              <th scope="col" className="by">
                {LIVE_TEXT.strategy}
              </th>
            </tr>
          </thead>
          <tbody>
            {sent.map((one) => (
              <Request
                key={one.turn}
                sent={one}
                usage={live.trace.turns[one.turn]?.usage ?? null}
                count={counts.size === 0 ? null : (counts.get(one.turn) ?? 'none')}
                billing={best !== null}
              />
            ))}
            {ahead.map(([turn, count]) => (
              <Request
                key={turn}
                sent={{ turn, strategy: LIVE_TEXT.notSentYet, counted: count.counted, repaired: 0 }}
                usage={null}
                count={count}
                billing={best !== null}
              />
            ))}
          </tbody>
          {best !== null && (
            <tfoot>
              <tr>
                <th scope="row" title={LIVE_TEXT.allTitle}>
                  {LIVE_TEXT.all}
                </th>
                <td>{whole(best.billed)}</td>
                <td>–</td>
                {COUNTER_NAMES.map((name) => {
                  const sum = sums.find(({ counter }) => counter === name)
                  return (
                    <td key={name}>
                      {sum === undefined ? '–' : <Against own={sum.counted} billed={sum.billed} />}
                    </td>
                  )
                })}
                {counts.size > 0 && <td>–</td>}
                <td className="by">–</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      <p className="note">
        {best !== null && (
          <strong>{LIVE_TEXT.nearest(best.counter, part(best.error), best.requests)} </strong>
        )}
        {best === null ? (isModel ? LIVE_TEXT.notBilledYet : LIVE_TEXT.notBilled) : LIVE_TEXT.sentNote}
        {counted[0] !== undefined && ` ${LIVE_TEXT.countedNote(counted[0].model)}`}
      </p>
      <ClearingTable sent={sent} />
      <CompactionTable sent={sent} />
      <div className="live-buttons">{comparison !== null && <CountButton />}</div>
      <p className="note">{LIVE_TEXT.replay}</p>
    </details>
  )
}

function Request({
  sent: { turn, strategy, counted, repaired },
  usage,
  count,
  billing,
}: {
  readonly sent: Pick<Sent, 'turn' | 'strategy' | 'counted' | 'repaired'>
  readonly usage: Live['trace']['turns'][number]['usage']
  /** By the provider; `none` where only other requests were counted, null where none was. */
  readonly count: ProviderCount | 'none' | null
  /** Whether anything was billed. */
  readonly billing: boolean
}) {
  return (
    <tr>
      <th scope="row">
        <TurnLink turn={turn} />
      </th>
      {billing && (
        <>
          <td>{usage === null ? '–' : whole(usage.input)}</td>
          <td>{whole(usage?.cacheRead ?? null)}</td>
        </>
      )}
      {COUNTER_NAMES.map((name) => {
        const own = counted[name]
        return (
          <td key={name}>{own === undefined ? '–' : <Against own={own} billed={usage?.input ?? null} />}</td>
        )
      })}
      {count !== null && (
        <td>{count === 'none' ? '–' : <Against own={count.input} billed={usage?.input ?? null} />}</td>
      )}
      <td className="by">
        {strategy}
        {repaired > 0 && (
          <span className="note" title={LIVE_TEXT.repairedTitle(repaired)}>
            {' '}
            {LIVE_TEXT.repairedMark}
          </span>
        )}
      </td>
    </tr>
  )
}

/** A count with its difference from what was billed, where that is known. */
function Against({ own, billed }: { readonly own: number; readonly billed: number | null }) {
  return (
    <>
      {whole(own)}
      {billed !== null && <span className="note"> {LIVE_TEXT.error(part(own / billed - 1))}</span>}
    </>
  )
}

function part(error: number): string {
  return `${error > 0 ? '+' : ''}${share(error)}`
}
