import type { LaneRequest } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { laneLabels } from '../../../store/choice/lanes.ts'
import { studiedLanes } from '../seeds/seeds.ts'
import { isAllowed, knobsOf, withSettings, withValue } from '../seeds/sweep.ts'

/** A lane of a study over logs. */
export interface Candidate {
  /** What it runs, as a key. */
  readonly key: string
  readonly label: string
  readonly choice: LaneChoice
}

/** What each log’s own client sent: its compactions where the log shows them, else everything. */
export const AS_SENT: LaneChoice = { policy: 'recorded', gates: 'on' }

/** What engineers choose from: the plainest rule, a score, the manager, an early summary, and a provider’s own edits. */
export const USUAL: readonly LaneChoice[] = [
  { policy: 'fifo', gates: 'on' },
  { policy: 'hybrid', gates: 'on' },
  { policy: 'default', gates: 'on' },
  { policy: 'compaction_first', gates: 'on' },
  { policy: 'context_editing', gates: 'on' },
]

/** The lanes with what was sent first, each once. */
export function candidatesOf(lanes: readonly LaneChoice[], more: readonly Candidate[]): readonly Candidate[] {
  const own = lanes.filter(({ policy }) => policy !== 'recorded' && policy !== 'unmanaged')
  const choices = [AS_SENT, ...own].map(
    ({ forks: _, actions: __, answeredBy: ___, offered: ____, ...lane }) => lane,
  )
  const labels = laneLabels(choices)
  const all = choices.map((choice, at) => ({ key: laneKey(choice), label: labels[at] ?? '', choice }))
  const seen = new Set<string>()
  return [...all, ...more].filter(({ key }) => !seen.has(key) && seen.add(key))
}

/** The lanes as the worker runs them, named by their keys. */
export function requestsOf(candidates: readonly Candidate[]): readonly LaneRequest[] {
  return studiedLanes(candidates.map(({ choice }) => choice)).map((lane, at) => ({
    ...lane,
    name: candidates[at]?.key ?? lane.name,
    label: candidates[at]?.label ?? lane.label,
  }))
}

function laneKey({ text: _, mistake: __, ...ran }: LaneChoice): string {
  return JSON.stringify(ran)
}

/** The share of the window from which a strategy acts: a provider's own setting, or that of all others. */
const THRESHOLD_KEYS = ['context_editing.clear_tool_uses.trigger_share', 'pressure.thresholds.orange']
/** Values that are tried, as far as a strategy can run with them. */
const THRESHOLDS = [0.5, 0.65, 0.75, 0.85]

/** The same lane with other thresholds; empty if it has none. */
export function otherThresholds(
  { choice, label }: Candidate,
  declarations: Declarations,
): readonly Candidate[] {
  const knobs = knobsOf(choice, declarations)
  const knob = THRESHOLD_KEYS.flatMap((key) => knobs.find((one) => one.key === key) ?? [])[0]
  if (knob === undefined) return []
  const base = label.replace(/ at \d+ %$/, '')
  return THRESHOLDS.filter(
    (value) =>
      value !== knob.own && isAllowed(choice, declarations, withValue(choice.byHand ?? {}, knob.path, value)),
  ).flatMap((value): Candidate[] => {
    const lane = withSettings(choice, [{ path: knob.path, value }], declarations)
    if (lane === null) return []
    return [{ key: laneKey(lane), label: `${base} at ${Math.round(value * 100)} %`, choice: lane }]
  })
}
