import { MANUAL_ACTIONS } from '../../engine/index.ts'
import { share, whole } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { toggleAction } from '../state/by-hand.ts'
import { useChoices } from '../state/choices.ts'
import { LINEUP_TEXT } from '../words/lineup.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { nextTurn } from './flow.ts'
import { useLive } from './state.ts'

/** Whose move it is, how full the window of the first lane is, and what a person can do to it before the next call. */
export function Status({ comparison }: { readonly comparison: Comparison | null }) {
  const step = useLive((state) => state.step)
  const problem = useLive((state) => state.problem)
  const lane = comparison?.lanes[0]
  const last = lane?.data.turns.at(-1)
  return (
    <div className="live-status">
      <p role="status">
        {LIVE_TEXT.steps[step]}
        {lane !== undefined && last !== undefined && (
          <>
            {' '}
            <span className="note">
              {LIVE_TEXT.filled(
                lane.label,
                whole(last.used),
                whole(lane.data.limit),
                share(last.utilization),
              )}
            </span>
          </>
        )}
      </p>
      {problem !== null && (
        <p className="loss" role="alert">
          {problem}
        </p>
      )}
      {lane !== undefined && <ByHand label={lane.label} />}
    </div>
  )
}

/** Compact and reset, before the next call. */
function ByHand({ label }: { readonly label: string }) {
  const turn = useLive(nextTurn)
  const acts = useChoices(({ lanes }) => lanes[0]?.actions)
  return (
    <fieldset className="lane-actions">
      <legend className="unseen">{LIVE_TEXT.byHand(label)}</legend>
      <span aria-hidden="true">{LIVE_TEXT.beforeNext}</span>
      {MANUAL_ACTIONS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="quiet"
          aria-pressed={acts?.some((one) => one.turn === turn && one.kind === kind) ?? false}
          title={LINEUP_TEXT.actionTitles[kind]}
          onClick={() => {
            toggleAction(0, { turn, kind })
          }}
        >
          {LINEUP_TEXT.actionNames[kind]}
        </button>
      ))}
    </fieldset>
  )
}
