import { asWrittenStrategies, MANUAL_ACTIONS } from '../../engine/index.ts'
import { configAt } from '../../sim/index.ts'
import type { LaneResult } from '../../worker/protocol.ts'
import { toggleAction } from '../state/by-hand.ts'
import { useChoices } from '../state/choices.ts'
import { LaneActs } from '../lineup/LaneActs.tsx'
import { LANE_GROUPS } from '../state/lanes.ts'
import type { LaneGroup } from '../state/lanes.ts'
import { GROUP_LABELS, LINEUP_TEXT, POLICY_LABELS } from '../words/lineup.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { obeyFromNow } from './by-hand.ts'
import { nextTurn, useLive } from './state.ts'

/** What another strategy can be, in mid-run. What is read from a log is not there. */
const GROUPS: readonly LaneGroup[] = ['managed', 'evict', 'articles', 'provider', 'other']
const NONE: readonly [] = []

/** Compact and reset before the next call, and what the lane obeys from then on. */
export function ByHand({ lane }: { readonly lane: LaneResult }) {
  const turn = useLive(nextTurn)
  const acts = useChoices(({ lanes }) => lanes[0]?.actions) ?? NONE
  const ahead = acts.filter((one) => one.turn >= turn && one.kind !== 'pin' && one.kind !== 'unpin')
  const { strategy } = configAt(lane.data, turn)
  const stuck =
    strategy === 'context_editing'
      ? LIVE_TEXT.obeyProvider
      : Object.hasOwn(asWrittenStrategies, strategy)
        ? LIVE_TEXT.obeyWritten
        : null
  return (
    <fieldset className="lane-actions live-by-hand">
      <legend className="unseen">{LIVE_TEXT.byHand(lane.label)}</legend>
      <span aria-hidden="true">{LIVE_TEXT.beforeNext}</span>
      {MANUAL_ACTIONS.map((kind) => (
        <button
          key={kind}
          type="button"
          className="quiet"
          aria-pressed={acts.some((one) => one.turn === turn && one.kind === kind)}
          title={LINEUP_TEXT.actionTitles[kind]}
          onClick={() => {
            toggleAction(0, { turn, kind })
          }}
        >
          {LINEUP_TEXT.actionNames[kind]}
        </button>
      ))}
      <select
        aria-label={LIVE_TEXT.obey}
        title={stuck ?? LIVE_TEXT.obeyNote}
        disabled={stuck !== null}
        value=""
        onChange={(event) => {
          void obeyFromNow(lane, event.currentTarget.value)
        }}
      >
        <option value="">{LIVE_TEXT.obey} …</option>
        {GROUPS.map((group) => (
          <optgroup key={group} label={GROUP_LABELS[group]}>
            {LANE_GROUPS[group]
              .filter((policy) => policy !== 'recorded')
              .map((policy) => (
                <option key={policy} value={policy}>
                  {POLICY_LABELS[policy] ?? policy}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      {stuck !== null && <p className="note">{stuck}</p>}
      <LaneActs acts={ahead} index={0} blocks={lane.data.blocks} />
    </fieldset>
  )
}
