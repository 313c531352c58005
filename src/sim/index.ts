/**
 * The simulator's public surface: conversations in, timelines out. Each name is documented where it is declared, and
 * `index.test.ts` has a runnable example of each. Tokens are counted with the run's counter, shares are fractions of 1,
 * and times are in milliseconds. Impossible requests throw a ProblemError with a remedy, or a RangeError for a turn or
 * block that the run does not have.
 */

// Conversations: read from logs, or generated from a seed
export { readTrace, readTraces } from './log/reading.ts'
export { readers, writers } from './log/formats.ts'
export { scenario, scenarios } from './scenario/list.ts'

// Facts about a conversation
export { takeIn } from './trace/intake.ts'
export { modelOf } from './trace/model-of.ts'
export { unmanagedPeak } from './trace/peak.ts'
export { startWindow } from './trace/start-window.ts'
export { traceHash } from './trace/trace-hash.ts'

// Runs, and comparisons of several runs
export { run, runAsync, runSteps } from './run/replay/run.ts'
export { compare, divergenceOf } from './run/compare/compare.ts'

// The record of a run
export { metricList, metrics } from './run/metric/list.ts'
export { metricMeaning } from './run/metric/meaning.ts'
export { costOfRun } from './run/cost/cost.ts'
export { explain } from './run/compare/explain.ts'
export { budgetsOf, healthsOf } from './run/timeline/readings.ts'
export { entriesAt } from './run/timeline/recorder.ts'
export { referencesOf } from './run/need/references.ts'
export { answersOf } from './run/replay/answers.ts'
export { appliedEdits } from './run/timeline/applied-edits.ts'

// What-if analysis of a run
export { scoreHistory } from './run/compare/score-history.ts'
export { savings } from './run/compare/saving.ts'
export { unmoved } from './run/compare/unmoved.ts'

// Several seeds: which lane is better, with its interval
export { differenceOf } from './study/verdict.ts'

// What a log's own client lost
export { autopsyOf } from './autopsy/autopsy-of.ts'
export { isBroken, isLost, tallyOf } from './autopsy/autopsy.ts'

// A run as text, and back
export { encodeTimeline } from './run/encoding/encode.ts'
export { decodeTimeline } from './run/encoding/decode.ts'
export { openTimeline } from './run/timeline/open.ts'
export { ENGINE_VERSION, TIMELINE_VERSION } from './run/timeline/timeline.ts'

export type * from './trace/trace.ts'
export type * from './run/timeline/timeline.ts'
export type {
  Autopsy,
  CompactionAutopsy,
  Contradiction,
  Fate,
  Item as AutopsyItem,
  ItemKind,
  Language,
  Passage,
  Speaker,
  Tally,
} from './autopsy/autopsy.ts'
export type { CountFactor, TraceModel } from './trace/model-of.ts'
export type { CountFit } from './trace/fit.ts'
export type { Intake } from './trace/intake.ts'
export type { StartWindows, WindowFrom } from './trace/suggested-window.ts'
export type { FormatName } from './log/formats.ts'
export type { Reader, ReadOptions, ReadProgress } from './log/read/reader.ts'
export type { SetupProblem } from './log/setup/problem.ts'
export type { Setup } from './log/setup/setup.ts'
export type { Writer } from './log/write/writer.ts'
export type { Reading } from './load.ts'
export type { ScenarioName } from './scenario/list.ts'
export type { Scenario } from './scenario/telling/scenario.ts'
export type { BesideRecorded, RecordedCall } from './run/cost/recorded.ts'
export type { Payback } from './run/cost/payback.ts'
export type { CacheColumns, CallCost, CostOptions, PricesUsed, RunCost } from './run/cost/cost.ts'
export type { CachedCall, CacheMarks, CacheTerm, MissCause } from './run/cost/cache.ts'
export type { Comparison, Divergence, DivergenceCause } from './run/compare/compare.ts'
export type { Explanation } from './run/compare/explain.ts'
export type { FidelityQuestions } from './run/compare/fidelity-questions.ts'
export type { Saving, Savings, SearchProgress } from './run/compare/saving.ts'
export type { ScorePoint } from './run/compare/score-history.ts'
export type { Unmoved } from './run/compare/unmoved.ts'
export type { MetricId, MetricRow } from './run/metric/list.ts'
export type { Metric, MetricKind } from './run/metric/metric.ts'
export type { Analysis } from './run/need/analysis.ts'
export type { Estimate, Part } from './study/estimate.ts'
export type { Difference, Verdict } from './study/verdict.ts'
export type { Beside, Retention } from './run/need/retention.ts'
export type { Position, ProbedKind, RetentionCurve, RetentionPoint } from './run/need/curves.ts'
export type { BlockReferences } from './run/need/references.ts'
export type { Progress, RunOptions } from './run/replay/run-options.ts'
export type { AbortSignalLike, AsyncRunOptions } from './run/replay/run.ts'
export type { ActingStage } from './run/timeline/acting-stage.ts'
export type { AppliedEdit } from './run/timeline/applied-edits.ts'
export type { StoredResult } from './run/timeline/stored.ts'
export type { SweepStep } from './run/timeline/sweep.ts'
