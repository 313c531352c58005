import type { PartialConfig } from '../../../config/index.ts'
import type { ReadyComparison } from '../../picture/link/OpenComparison.tsx'
import type { LaneChoice } from '../../store/choice/choices.ts'

/** A comparison that shows what others measured of caches, in a conversation that they never saw. */
export interface Finding {
  readonly name: 'ranking' | 'growth' | 'loop' | 'batch'
  readonly choices: ReadyComparison
}

/** The window holds the whole conversation, so that the lane without eviction does not end. */
const WHOLE = { kind: 'share', share: 1.2 } as const
const UNMANAGED: LaneChoice = { policy: 'unmanaged', gates: 'on' }

/** FIFO that begins at a share of the window and frees down to another, however little that is. */
function fifo(orange: number, target: number): LaneChoice {
  const byHand = {
    pressure: { thresholds: { yellow: orange / 2, orange, red: 0.9 } },
    eviction: { target, min_free_share: 0 },
  } satisfies PartialConfig
  const { thresholds } = byHand.pressure
  return {
    policy: 'fifo',
    gates: 'on',
    byHand,
    text: `strategy: evict
pressure:
  thresholds: { yellow: ${thresholds.yellow}, orange: ${orange}, red: 0.9 }
  preemptive: false
eviction:
  policy: fifo
  target: ${target} # of the window
  min_free_share: 0
  horizon_turns: 0
  user_share: 0
`,
  }
}

/** No more than the next request needs. */
const ONE_BY_ONE = fifo(0.3, 0.295)
/** Many results at once, down to half. */
const IN_BATCHES = fifo(0.3, 0.15)
const SMALL = fifo(0.1, 0.05)

const MANAGED: LaneChoice = { policy: 'default', gates: 'on' }
/** As the preset `lower_cost`. */
const DEEPER: LaneChoice = {
  ...MANAGED,
  byHand: { eviction: { batch: 'break_even', min_gain: 0.5 } },
  text: `strategy: managed
eviction:
  batch: break_even # below the target, until it pays for the prompt cache
  min_gain: 0.5
`,
}

/** The comparisons, in the order of the panel. Their figures are not stored: each run shows its own. */
export const FINDINGS: readonly Finding[] = [
  {
    name: 'ranking',
    choices: {
      source: { kind: 'scenario', name: 'axios-migration' },
      seed: 7,
      budget: WHOLE,
      lanes: [UNMANAGED, ONE_BY_ONE, IN_BATCHES],
    },
  },
  {
    name: 'growth',
    choices: {
      source: { kind: 'scenario', name: 'long-coding' },
      seed: 1,
      budget: WHOLE,
      lanes: [UNMANAGED, SMALL],
    },
  },
  {
    name: 'loop',
    choices: {
      source: { kind: 'scenario', name: 'long-coding' },
      seed: 2,
      budget: WHOLE,
      lanes: [UNMANAGED, ONE_BY_ONE],
    },
  },
  {
    name: 'batch',
    choices: {
      source: { kind: 'scenario', name: 'long-coding' },
      seed: 1,
      budget: WHOLE,
      lanes: [UNMANAGED, MANAGED, DEEPER],
    },
  },
]
