import type { LaneRequest } from '../../../../worker/protocol.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import type { Declarations } from '../../../store/choice/declarations.ts'
import { laneLabels } from '../../../store/choice/lanes.ts'
import { studiedLanes } from '../seeds/seed-trials.ts'
import { isAllowed, knobsOf, withSettings, withValue } from '../seeds/sweep.ts'
import type { Knob } from '../seeds/sweep.ts'
import { ranConfig } from '../../../store/choice/lane-text.ts'
import type { SettingEdit } from '../../../store/choice/lane-text.ts'

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

/** Values that are tried, as far as a strategy can run with them. */
const THRESHOLDS = [0.5, 0.65, 0.75, 0.85]
/** The same for the first step of a cascade, whose other steps have shares of their own. */
const THRESHOLDS_OF_STEP = [0.5, 0.6, 0.7, 0.8]

/** The same lane with other thresholds; empty if it has none. */
export function otherThresholds(
  { choice, label }: Candidate,
  declarations: Declarations,
): readonly Candidate[] {
  const begins = beginningOf(choice, declarations)
  if (begins === null) return []
  const base = label.replace(/ at \d+ %$/, '')
  return begins.shares.flatMap((share): Candidate[] => {
    if (share === begins.own) return []
    const edits = begins.at(share)
    const byHand = edits.reduce((all, { path, value }) => withValue(all, path, value), choice.byHand ?? {})
    if (!isAllowed(choice, declarations, byHand)) return []
    const lane = withSettings(choice, edits, declarations)
    if (lane === null) return []
    return [{ key: laneKey(lane), label: `${base} at ${Math.round(share * 100)} %`, choice: lane }]
  })
}

/** From which share of the window a strategy acts, and what is set for another one. */
interface Beginning {
  readonly own: number
  readonly shares: readonly number[]
  at(share: number): readonly SettingEdit[]
}

const CASCADE = ['compression', 'cascade']
const ORANGE = 'pressure.thresholds.orange'
/** How far eviction begins above a cascade step that comes before it. */
const AFTER_STEP = 0.1

/** A provider's own trigger, a cascade step that comes before eviction, or where eviction begins. */
function beginningOf(choice: LaneChoice, declarations: Declarations): Beginning | null {
  const knobs = knobsOf(choice, declarations)
  const knob = (key: string): Knob | undefined => knobs.find((one) => one.key === key)
  const orange = knob(ORANGE)
  const own = knob('context_editing.clear_tool_uses.trigger_share') ?? orange
  if (own === undefined) return null
  const simple: Beginning = { own: own.own, shares: THRESHOLDS, at: (value) => [{ path: own.path, value }] }
  const { strategy, compression } = ranConfig(choice, declarations)
  if (own !== orange || orange === undefined || strategy !== 'managed') return simple
  const steps = Object.entries(compression.cascade ?? {})
  const [first] = steps
    .filter(([at]) => Number(at) < orange.own)
    .toSorted(([a], [b]) => Number(a) - Number(b))
  if (first === undefined) return simple
  return {
    own: Number(first[0]),
    shares: THRESHOLDS_OF_STEP,
    at: (share) => [
      {
        path: CASCADE,
        value: Object.fromEntries([[String(share), first[1]], ...steps.filter((step) => step !== first)]),
      },
      ...(share + AFTER_STEP <= orange.own
        ? []
        : [{ path: orange.path, value: Number((share + AFTER_STEP).toFixed(2)) }]),
    ],
  }
}
