import { Download } from 'lucide-react'
import { liveToLog } from '../../live/index.ts'
import { COUNTER_NAMES } from '../../engine/index.ts'
import { fileName, share, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { download } from '../take-away/download.ts'
import { TurnLink } from '../ui/TurnLink.tsx'
import { LIVE_TEXT } from '../words/live.ts'
import { useLive } from './state.ts'

/** What was really sent and billed, turn by turn, beside what each counter said of it. */
export function SentTable({ comparison }: { readonly comparison: Comparison | null }) {
  const live = useLive((state) => state.live)
  const sent = useLive((state) => state.sent)
  if (live === null || sent.length === 0) return null
  const turns = comparison?.lanes[0]?.data.turns ?? []
  const otherwise =
    comparison === null ? 0 : sent.filter(({ turn, used }) => turns[turn]?.points.sent.used !== used).length
  return (
    <details className="live-sent">
      <summary>{LIVE_TEXT.sentTitle(sent.length)}</summary>
      {otherwise > 0 && <p className="note">{LIVE_TEXT.otherwise(otherwise)}</p>}
      <div className="scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">{LIVE_TEXT.turn}</th>
              <th scope="col">{LIVE_TEXT.strategy}</th>
              {COUNTER_NAMES.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              <th scope="col">{LIVE_TEXT.billed}</th>
              <th scope="col">{LIVE_TEXT.cached}</th>
            </tr>
          </thead>
          <tbody>
            {sent.map(({ turn, strategy, counted, applied }) => {
              const usage = live.trace.turns[turn]?.usage ?? null
              return (
                <tr key={turn}>
                  <th scope="row">
                    <TurnLink turn={turn} />
                  </th>
                  <td>
                    {strategy}
                    {applied.map((edit) => (
                      <span key={edit.type} className="note">
                        {' '}
                        {LIVE_TEXT.applied(edit.type, whole(edit.clearedInputTokens))}
                      </span>
                    ))}
                  </td>
                  {COUNTER_NAMES.map((name) => {
                    const own = counted[name]
                    return (
                      <td key={name}>
                        {own === undefined ? '–' : whole(own)}
                        {own !== undefined && usage !== null && (
                          <span className="note"> {LIVE_TEXT.error(share(own / usage.input - 1))}</span>
                        )}
                      </td>
                    )
                  })}
                  <td>{usage === null ? '–' : whole(usage.input)}</td>
                  <td>
                    {usage?.cacheRead === undefined || usage.cacheRead === null
                      ? '–'
                      : whole(usage.cacheRead)}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      <p className="note">{LIVE_TEXT.sentNote}</p>
      <button
        type="button"
        className="plain"
        onClick={() => {
          const subject = { source: live.trace.source, lane: 'live', turn: live.trace.turns.length }
          download(fileName({ ...subject, content: 'conversation', extension: 'json' }), liveToLog(live))
        }}
      >
        <Download size={14} aria-hidden="true" /> {LIVE_TEXT.save}
      </button>
    </details>
  )
}
