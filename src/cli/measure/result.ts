import type { MetricId } from '../../sim/index.ts'
import type { Figures, LaneSummary, MeasuredLane, MeasuredLog } from '../../sim/internal.ts'
import type { CounterName, Problem, Turn } from '../../engine/index.ts'
import type { Lane } from '../option/lane.ts'
import type { Unreadable } from '../input/files.ts'

/** Version of the JSON that `result.schema.json` describes. It rises when a field changes its meaning or goes. */
export const RESULT_VERSION = 2

/** What `run`, `compare`, `sweep` and `merge` write with `--format json`. `result.schema.json` explains every field. */
export interface Result {
  readonly format: 'context-window-lab result'
  readonly version: typeof RESULT_VERSION
  readonly engine: string
  readonly settings: Settings
  /** `2/3` for the second of three parts, null for a whole. */
  readonly shard: string | null
  readonly logs: readonly LogResult[]
  readonly sums: readonly Sum[]
  readonly unreadable: readonly Unreadable[]
}

/** What all logs have in common: results with other settings cannot be merged. */
export interface Settings {
  readonly counter: CounterName
  readonly seed: number
  readonly window: string
  /** The model whose prices are used; null: that of each log. */
  readonly model: string | null
  /** Whether lanes are compared with a baseline. */
  readonly compared: boolean
  /** The first lane that a log has; null if there is no comparison, or no log. */
  readonly baseline: string | null
  readonly lanes: readonly Lane[]
}

/** A lane of a log. */
export type LaneResult = MeasuredLane

export interface LogResult extends MeasuredLog {
  readonly log: string
  /** Place among all logs of the command, from 0: parts are merged in this order. */
  readonly order: number
  /** What its reader left out or repaired. */
  readonly problems: readonly Problem[]
  /** The first turn in which two lanes differ. */
  readonly divergence: { readonly turn: Turn; readonly lanes: readonly [string, string] } | null
}

/**
 * A lane over all logs that have it: counts, tokens, times and costs summed; shares of needs, constraints and prompt tokens
 * of those of all logs together, as on the page; other shares and rates as the mean of the logs.
 */
export interface Sum {
  readonly lane: string
  readonly logs: number
  /** Logs in which the lane reached the end. */
  readonly reached: number
  readonly metrics: Figures
  /** Compared with the baseline, over the logs that have both but those that only it did not finish; null for the baseline. */
  readonly against: Paired | null
  /** Its figures as the page judges them: the ratio of sums with its interval, and the verdict beside the baseline. */
  readonly study: LaneSummary
}

export interface Paired {
  readonly logs: number
  readonly metrics: Readonly<Record<MetricId, PairedFigure | null>>
}

export interface PairedFigure {
  /** Of the lane and of the baseline, over the same logs. */
  readonly value: number
  readonly base: number
  readonly difference: number
  /** Bootstrap interval of the difference over the logs, 95 %; null below five logs. */
  readonly low: number | null
  readonly high: number | null
}
