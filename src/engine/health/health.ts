import type { Ratio, Tokens, Turn } from '../core/units.ts'
import { NO_STREAKS, raiseAlerts } from './alert.ts'
import type { Alert, AlertCode, Streaks } from './alert.ts'
import type { HealthMetric, HealthSettings } from './declaration.ts'
import type { Block } from '../core/message/block.ts'
import { contentHash } from '../core/number/hash.ts'

/** Input of health monitoring: what a turn did to the window. */
export interface HealthInput {
  readonly turn: Turn
  /** used / limit of the window with which the call was made. */
  readonly utilization: Ratio
  /** Size of the window. */
  readonly limit: Tokens
  /** Repeated tool calls in a row, up to the last one whose result arrived (`followCalls`). */
  readonly repeatedCalls: number
  /** Blocks evicted in this turn. */
  readonly evicted: number
  /** Tokens before and after compression in this turn; null if nothing was compressed. */
  readonly compression: Compressed | null
  /** Tokens that arrived in this turn, without system prompt and tools. */
  readonly arrived: Tokens
  /**
   * Share of questions that the last compression with questions kept answerable; null if none was asked. It counts as a
   * new reading only in a turn with a compression, so it may be repeated.
   */
  readonly fidelity: Ratio | null
  /** Tokens of tool results / used tokens. */
  readonly resultsShare: Ratio
}

interface Compressed {
  readonly before: Tokens
  readonly after: Tokens
}

export type HealthStatus = 'healthy' | 'warning' | 'critical' | 'unknown'

/** From and to; null for an open end. */
export type HealthyRange = readonly [from: number | null, to: number | null]

export interface MetricReading {
  /** Null if the metric is not monitored, or there is nothing to measure. */
  readonly value: number | null
  /**
   * `healthy` in the healthy range, else `warning`; `critical` only for utilization above its alert
   * threshold, the one alert of that severity; `unknown` without a value, and for the burn rate until
   * there is an average.
   */
  readonly status: HealthStatus
  readonly healthy: HealthyRange
}

export interface HealthReading {
  readonly metrics: Readonly<Record<HealthMetric, MetricReading>>
  /** Raised in this turn: once when an alert begins, and again only after it has cleared. */
  readonly alerts: readonly Alert[]
  /** Alerts that hold in this turn, whenever they were raised. */
  readonly standing: readonly AlertCode[]
  /** Trend of utilization over the last ten turns; null before the fifth, or if it is not monitored. */
  readonly trend: 'improving' | 'stable' | 'worsening' | null
}

/** What health monitoring carries from turn to turn; plain data. */
export interface HealthState {
  readonly utilizations: readonly Ratio[]
  readonly evicted: readonly number[]
  readonly compressions: readonly Compressed[]
  readonly arrived: readonly Tokens[]
  readonly fidelity: Ratio | null
  readonly streaks: Streaks
}

export const NO_HEALTH: HealthState = Object.freeze({
  utilizations: Object.freeze([]),
  evicted: Object.freeze([]),
  compressions: Object.freeze([]),
  arrived: Object.freeze([]),
  fidelity: null,
  streaks: NO_STREAKS,
})

/** Turns, or compressions, that a rate or a trend covers. */
const WINDOW = 10
const TREND_FROM = 5
/** Difference of utilization, newer half less older half, from which a trend is more than noise. */
const TREND_STEP = 0.05
/** Number of earlier turns in the average of the burn rate, and the minimum for an average. */
const BURN_WINDOW = 20
const BURN_FROM = 3

/**
 * Reads the health of a run after a turn (“Agent Context Window Management”, 7). A metric that is not monitored is
 * unknown and raises nothing; its samples are kept, so that monitoring it later starts with its past.
 */
export function readHealth(
  state: HealthState,
  input: HealthInput,
  settings: HealthSettings,
): { readonly state: HealthState; readonly reading: HealthReading } {
  const { alerts: thresholds } = settings
  const watched = new Set<HealthMetric>(settings.metrics)
  const compressed = input.compression !== null && !isNothing(input.compression) ? input.compression : null
  const utilizations = latest(WINDOW, state.utilizations, input.utilization)
  const evicted = latest(WINDOW, state.evicted, input.evicted)
  const compressions =
    compressed === null ? state.compressions : latest(WINDOW, state.compressions, compressed)
  const fidelity = input.fidelity ?? state.fidelity
  const evictionRate = meanOf(evicted)
  const burnLimit = burnLimitOf(state.arrived, thresholds.burnFactor)

  const read = (metric: HealthMetric, value: number | null): MetricReading => {
    const healthy: HealthyRange = metric === 'burn_rate' ? [null, burnLimit] : HEALTHY[metric]
    if (!watched.has(metric) || value === null) return { value: null, status: 'unknown', healthy }
    if (metric === 'burn_rate' && burnLimit === null) return { value, status: 'unknown', healthy }
    if (metric === 'utilization' && value > thresholds.utilizationCritical)
      return { value, status: 'critical', healthy }
    return { value, status: isHealthy(metric, value, healthy) ? 'healthy' : 'warning', healthy }
  }
  const { streaks, alerts, standing } = raiseAlerts(
    state.streaks,
    {
      utilization_critical: { value: input.utilization, threshold: thresholds.utilizationCritical },
      // One large batch is intended; batch after batch is not.
      eviction_rate_warning: {
        value: evictionRate,
        threshold: thresholds.evictionRateWarning,
        holds: evicted.filter((count) => count > 0).length >= thresholds.evictionTurns,
      },
      fidelity_warning:
        compressed === null || input.fidelity === null
          ? null
          : { value: input.fidelity, threshold: thresholds.fidelityWarning },
      // Each compression separately: in a sum of ten, seven that shrank would hide three that grew.
      compression_ratio_min:
        compressed === null
          ? null
          : { value: ratioOf([compressed]), threshold: thresholds.compressionRatioMin },
      // In a window with room, large results crowd out nothing.
      tool_bloat_warning: {
        value: input.resultsShare,
        threshold: thresholds.toolBloatWarning,
        holds: input.utilization >= thresholds.toolBloatFrom,
      },
      // In a large window, three times a small average is not an event.
      burn_anomaly:
        burnLimit === null
          ? null
          : { value: input.arrived, threshold: Math.max(burnLimit, thresholds.burnShare * input.limit) },
      tool_loop: { value: input.repeatedCalls, threshold: thresholds.toolLoop - 1 },
    },
    watched,
    input.turn,
    thresholds,
  )

  return {
    state: {
      utilizations,
      evicted,
      compressions,
      arrived: latest(BURN_WINDOW, state.arrived, input.arrived),
      fidelity,
      streaks,
    },
    reading: {
      metrics: {
        utilization: read('utilization', input.utilization),
        eviction_rate: read('eviction_rate', evictionRate),
        compression_ratio: read(
          'compression_ratio',
          compressions.length === 0 ? null : ratioOf(compressions),
        ),
        burn_rate: read('burn_rate', input.arrived),
        fidelity_score: read('fidelity_score', fidelity),
        tool_result_bloat: read('tool_result_bloat', input.resultsShare),
      },
      alerts,
      standing,
      trend: watched.has('utilization') ? trendOf(utilizations) : null,
    },
  }
}

/** Healthy ranges (HEALTH-1). That of the burn rate, `burnFactor` times its average, changes every turn. */
const HEALTHY: Readonly<Record<Exclude<HealthMetric, 'burn_rate'>, HealthyRange>> = Object.freeze({
  utilization: [null, 0.6],
  eviction_rate: [null, 2],
  compression_ratio: [3, 15],
  fidelity_score: [0.85, null],
  tool_result_bloat: [0.1, 0.15],
})

/** Metrics whose bound itself is unhealthy: the range is below .60 or above .85. */
const BOUND_EXCLUDED: readonly HealthMetric[] = ['utilization', 'eviction_rate', 'fidelity_score']

function isHealthy(metric: HealthMetric, value: number, [from, to]: HealthyRange): boolean {
  // The lower bound of the results share is only a usual value; smaller results are not unhealthy.
  const low = metric === 'tool_result_bloat' ? null : from
  if (BOUND_EXCLUDED.includes(metric)) return (low === null || value > low) && (to === null || value < to)
  return (low === null || value >= low) && (to === null || value <= to)
}

/** The maximum healthy arrival after these; null until there is an average. */
function burnLimitOf(arrived: readonly Tokens[], factor: number): number | null {
  if (arrived.length < BURN_FROM) return null
  const average = meanOf(arrived)
  return average > 0 ? factor * average : null
}

/**
 * The trend of utilization: the mean of the newer half of the samples against that of the older half (the middle one of
 * an odd number belongs to neither). Halves instead of first and last, because a single eviction at either end would
 * decide.
 */
function trendOf(samples: readonly Ratio[]): HealthReading['trend'] {
  if (samples.length < TREND_FROM) return null
  const half = Math.floor(samples.length / 2)
  const step = meanOf(samples.slice(-half)) - meanOf(samples.slice(0, half))
  if (step > TREND_STEP) return 'worsening'
  return step < -TREND_STEP ? 'improving' : 'stable'
}

/** Total tokens before / after several compressions; below 1 if they grew. */
function ratioOf(compressions: readonly Compressed[]): number {
  let before = 0
  let after = 0
  for (const compression of compressions) {
    before += compression.before
    after += compression.after
  }
  return before / Math.max(1, after)
}

function isNothing(compression: Compressed): boolean {
  return compression.before === 0 && compression.after === 0
}

function latest<Value>(count: number, values: readonly Value[], value: Value): Value[] {
  return [...values, value].slice(-count)
}

function meanOf(values: readonly number[]): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

/** The last calls of a window with a result, for detecting a loop; plain data that passes from turn to turn. */
export interface CallMemory {
  /** Hash of name and input of each of the last calls, oldest first. */
  readonly calls: readonly string[]
  /** How many of them in a row, up to the last, repeat an earlier call with the same input. */
  readonly repeated: number
}

/** Calls to look back on: longer loops go on for a while before they count as one. */
const LOOK_BACK = 8

export const NO_CALLS: CallMemory = Object.freeze({ calls: Object.freeze([]), repeated: 0 })

/**
 * Adds the calls whose results arrived in a turn. A call repeats if one of the eight calls before it had the same name
 * and input, whatever its result: an agent in a loop makes the same call again, alone (A A A), alternating with others
 * (A B A B), or on something that grows (the end of a log). An agent that changes something between two test runs makes
 * a new call, which starts the count again; so does a turn in which only the user spoke.
 *
 * @param text input of a call
 */
export function followCalls(
  memory: CallMemory,
  inputs: readonly Block[],
  text: (call: Block['id']) => string,
): CallMemory {
  const made = inputs.flatMap(({ type, call }) =>
    type === 'tool_result' && call !== null && call.before !== null
      ? [contentHash([call.name, text(call.before)])]
      : [],
  )
  if (made.length === 0) return inputs.some(({ type }) => type === 'user_message') ? NO_CALLS : memory
  let { calls, repeated } = memory
  for (const one of made) {
    repeated = calls.includes(one) ? repeated + 1 : 0
    calls = [...calls, one].slice(-LOOK_BACK)
  }
  return { calls, repeated }
}
