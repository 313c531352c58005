import { count, onOff } from '../core/setting.ts'
import type { NumberSetting, SettingsSpec } from '../core/setting.ts'
import type { Ratio } from '../core/units.ts'

/** When an arrival is a spike (PRES-3). */
export interface SpikeSettings {
  /** Multiple of the baseline above which an arrival is a spike. */
  readonly factor: number
  /** Weight of the newest arrival in the baseline, an exponential average. */
  readonly baselineWeight: Ratio
  /** Number of readings in the baseline before anything is compared with it. */
  readonly after: number
}

/** From the third reading on: until then, the baseline is only the first message. */
export const SPIKES: SpikeSettings = Object.freeze({ factor: 3, baselineWeight: 0.3, after: 2 })

function threshold(value: number, meaning: string): NumberSetting {
  return {
    kind: 'number',
    default: value,
    min: 0,
    max: 1,
    integer: false,
    usual: [0.3, 0.98],
    unit: 'share of the limit',
    meaning,
  }
}

/** Settings of the pressure monitor (PRES-1, PRES-2). */
export const pressureSpec = Object.freeze({
  thresholds: {
    kind: 'group',
    meaning: 'The thresholds of the zones; a large reserve scales all three down.',
    settings: {
      yellow: threshold(0.5, 'Worth watching; no stage acts yet.'),
      orange: threshold(0.75, 'Eviction starts.'),
      red: threshold(0.9, 'The next call may overflow.'),
    },
  },
  velocity_window: count(
    5,
    [1, 100],
    'turns',
    [1, 20],
    'Velocity is the mean of the tokens that arrived per turn over this many turns: how fast the window fills now. The burn rate of the budget is the same mean over more turns.',
  ),
  preemptive: onOff(
    true,
    'A spike, or few turns until red, triggers the same stages as orange, in any zone.',
  ),
  preemptive_turns: count(3, [0, 1_000], 'turns', [1, 10], 'Fewer turns than this until red are few.'),
  spike_factor: {
    kind: 'number',
    default: SPIKES.factor,
    min: 1,
    max: 1_000,
    integer: false,
    usual: [1.5, 10],
    unit: 'times the baseline',
    meaning: 'More than this arriving in one turn is a spike.',
  },
  spike_after: count(
    SPIKES.after,
    [1, 1_000],
    'turns',
    [1, 10],
    'Turns that the baseline needs before spikes are detected.',
  ),
  baseline_weight: {
    kind: 'number',
    default: SPIKES.baselineWeight,
    min: 0.01,
    max: 1,
    integer: false,
    usual: [0.1, 0.6],
    unit: 'share of the average',
    meaning:
      'Weight of the newest turn in the baseline, the exponential average that spikes are compared with; at 1 it is the previous turn.',
  },
} as const satisfies SettingsSpec)
