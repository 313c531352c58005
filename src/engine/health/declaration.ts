import type { NumberSetting, SettingsOf, SettingsSpec } from '../core/setting.ts'

/** The six metrics of “Agent Context Window Management”, 7, by their names in the YAML. */
export const HEALTH_METRICS = Object.freeze([
  'utilization',
  'eviction_rate',
  'compression_ratio',
  'burn_rate',
  'fidelity_score',
  'tool_result_bloat',
] as const)
export type HealthMetric = (typeof HEALTH_METRICS)[number]

const METRIC_MEANINGS: Readonly<Record<HealthMetric, string>> = {
  utilization: 'share of the limit that is used',
  eviction_rate: 'blocks evicted per turn',
  compression_ratio: 'tokens before a compression per token after it',
  burn_rate: 'tokens that arrive per turn',
  fidelity_score: 'share of questions about the context that still have an answer after a compression',
  tool_result_bloat: 'share of the used tokens that tool results hold',
}

function alert(value: number, max: number, unit: string, meaning: string): NumberSetting {
  return { kind: 'number', default: value, min: 0, max, integer: false, unit, meaning }
}

function whole(value: number, max: number, unit: string, meaning: string): NumberSetting {
  return { kind: 'number', default: value, min: 0, max, integer: true, unit, meaning }
}

/** Settings of health monitoring (“Agent Context Window Management”, 7; HEALTH-1, HEALTH-2). */
export const healthSpec = Object.freeze({
  metrics: {
    kind: 'names',
    default: Object.keys(METRIC_MEANINGS),
    choices: METRIC_MEANINGS,
    meaning: 'The monitored metrics; a metric that is not listed has no reading and raises no alert.',
  },
  questions: {
    kind: 'group',
    meaning: 'Questions about the compressed text, asked before and after the compression.',
    settings: {
      most: { ...whole(20, 200, 'questions', 'The most questions about one compression.'), min: 1 },
      least: {
        ...whole(1, 200, 'questions', 'A compression with fewer questions has no fidelity.'),
        min: 1,
      },
    },
  },
  alerts: {
    kind: 'group',
    meaning: 'The thresholds of alerts; a reading must last for `sustained_turns` turns.',
    settings: {
      utilization_critical: alert(0.9, 1, 'share of the limit', 'Above this, tokens must be freed at once.'),
      eviction_rate_warning: alert(5, 1_000, 'blocks per turn', 'Above this the window is churning.'),
      fidelity_warning: alert(0.75, 1, 'share of the questions', 'Below this too much is lost.'),
      compression_ratio_min: alert(2, 100, 'tokens per token', 'Below this compressing does not pay.'),
      eviction_turns: whole(
        3,
        10,
        'turns of the last ten',
        'At least this many of them must have evicted something: one large batch alone is normal.',
      ),
      tool_bloat_warning: alert(0.3, 1, 'share of the used tokens', 'Above this results crowd out the rest.'),
      tool_bloat_from: alert(
        0.6,
        2,
        'share of the limit',
        'Below this share of the limit there is enough room.',
      ),
      burn_factor: alert(3, 100, 'times the average', 'Above this, an arrival is an anomaly.'),
      burn_share: alert(
        0.1,
        1,
        'share of the limit',
        'An arrival below this is small for the window, whatever the average is.',
      ),
      tool_loop: whole(
        4,
        100,
        'tool calls in a row',
        'This many repeated calls, with the same input and nothing new between them, are a loop.',
      ),
      sustained_turns: {
        ...whole(
          3,
          100,
          'turns',
          'A reading must last this long to raise an alert; an arrival anomaly and a loop raise one at once.',
        ),
        min: 1,
      },
      quiet_turns: whole(25, 1_000, 'turns', 'A warning is not repeated before this many turns have passed.'),
    },
  },
} as const satisfies SettingsSpec)

/** Settings of health monitoring, in the engine's spelling. */
export type HealthSettings = SettingsOf<typeof healthSpec>
