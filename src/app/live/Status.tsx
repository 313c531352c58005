import { share, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { openModel } from '../model/open.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { ADVICE, isCallFailure } from '../words/model.ts'
import { ByHand } from './ByHand.tsx'
import { anchoredCount } from './figures.ts'
import { useLive } from './state.ts'
import type { Stop } from './state.ts'

/** Whose move it is, how full the window of the first lane is, and what a person can do to it before the next call. */
export function Status({ comparison }: { readonly comparison: Comparison | null }) {
  const step = useLive((state) => state.step)
  const problem = useLive((state) => state.problem)
  const lane = comparison?.lanes[0]
  const last = lane?.data.turns.at(-1)
  return (
    <div className="live-status">
      <output>{LIVE_TEXT.steps[step]}</output>
      {problem !== null && <Problem problem={problem} />}
      {lane !== undefined && last !== undefined && (
        <p className="note">
          {LIVE_TEXT.filled(lane.label, whole(last.used), whole(lane.data.limit), share(last.utilization))}{' '}
          <AnchoredNote lane={lane} />
        </p>
      )}
      {lane !== undefined && last !== undefined && <ByHand lane={lane} />}
    </div>
  )
}

/** Why it stopped, and what helps. */
function Problem({ problem: { code, message, said } }: { readonly problem: Stop }) {
  const advice = isCallFailure(code) && code !== 'aborted' ? ADVICE[code] : ''
  return (
    <div
      className={code === 'halted' || code === 'elsewhere' || code === 'aborted' ? '' : 'loss'}
      role="alert"
    >
      <p>
        {message} {advice}
      </p>
      {said !== '' && <p>{LIVE_TEXT.said(said)}</p>}
      {isCallFailure(code) && code !== 'aborted' && (
        <button
          type="button"
          className="link"
          onClick={() => {
            openModel()
          }}
        >
          {LIVE_TEXT.openModel}
        </button>
      )}
    </div>
  )
}

/** What the window holds by what was billed last and an estimate of the rest, with its parts. */
function AnchoredNote({ lane }: { readonly lane: Comparison['lanes'][number] }) {
  const sent = useLive((state) => state.sent)
  const turns = useLive((state) => state.live?.trace.turns)
  const found = turns === undefined ? null : anchoredCount(lane.data, sent, turns)
  if (found === null) return null
  const { turn, billed, since, sum, adjustment } = found
  return (
    <span className="anchored">
      <strong>{LIVE_TEXT.anchored(sum)}</strong>: {LIVE_TEXT.anchoredParts(billed, turn, since, adjustment)}.
    </span>
  )
}
