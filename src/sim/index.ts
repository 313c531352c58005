/** The simulator's public surface: traces in, timelines out. */

export { NEED_KINDS } from './trace/trace.ts'
export type * from './trace/trace.ts'

export { takeIn, takeInSteps } from './trace/intake.ts'
export type { CountFit, Intake } from './trace/intake.ts'
export { factorOf } from './trace/factor.ts'
export type { CountFactor } from './trace/factor.ts'
export { modelOf } from './trace/model-of.ts'
export type { TraceModel } from './trace/model-of.ts'
export { analysisOf } from './run/need/analysis.ts'
export type { Analysis } from './run/need/analysis.ts'
export { traceHash } from './trace/trace-hash.ts'
export { unmanagedPeak } from './trace/peak.ts'
export { startWindow, startWindows } from './trace/start-window.ts'
export { limitFrom } from './trace/suggested-window.ts'
export type { StartWindows, WindowFrom } from './trace/suggested-window.ts'
export { sizeAt } from './run/timeline/sizes.ts'

// A system prompt and tools given by hand
export { withSetup } from './log/setup/setup.ts'
export type { Setup } from './log/setup/setup.ts'
export { setupPathOf } from './log/setup/problem.ts'
export type { SetupProblem } from './log/setup/problem.ts'

// Runs
export { run, runAsync, runSteps } from './run/replay/run.ts'
export type { AbortSignalLike, AsyncRunOptions } from './run/replay/run.ts'
export type { Progress, RunOptions } from './run/replay/run-options.ts'
export { answersOf, replyOf } from './run/replay/answers.ts'
export { SNAPSHOT_EVERY } from './run/replay/replay.ts'
export { asObeyedAt, configAt, reserveAt, thresholdsAt } from './run/timeline/obeyed.ts'
export { whyNotSet } from './run/timeline/settings-set.ts'
export { clearedBefore } from './run/timeline/brought-back.ts'
export { budgetsOf, healthsOf } from './run/timeline/readings.ts'
export { compare, compareRuns, divergenceOf } from './run/compare/compare.ts'
export type { Comparison, Divergence, DivergenceCause } from './run/compare/compare.ts'
export { explain } from './run/compare/explain.ts'
export type { Explanation } from './run/compare/explain.ts'
export { fidelityQuestions } from './run/compare/fidelity-questions.ts'
export type { FidelityQuestions } from './run/compare/fidelity-questions.ts'
export { scoreHistory } from './run/compare/score-history.ts'
export type { ScorePoint } from './run/compare/score-history.ts'
export { actingStages } from './run/timeline/acting-stage.ts'
export type { ActingStage } from './run/timeline/acting-stage.ts'
export { savings } from './run/compare/saving.ts'
export type { Saving, Savings, SearchProgress } from './run/compare/saving.ts'
export { unmoved } from './run/compare/unmoved.ts'
export type { Unmoved } from './run/compare/unmoved.ts'
export { referencesOf } from './run/need/references.ts'
export type { BlockReferences } from './run/need/references.ts'
export { editsOf, FITNESS, isFit, metricList, metrics } from './run/metric/list.ts'
export type { MetricId, MetricRow } from './run/metric/list.ts'
export { textOf as metricText } from './run/metric/metric.ts'
export { cacheRewrites, rewrittenTokens } from './run/timeline/rewritten.ts'
export type { CacheRewrite } from './run/timeline/rewritten.ts'
export { isMissing, metOf } from './run/metric/share-of-needs.ts'
export type { Metric, MetricKind } from './run/metric/metric.ts'

// Timelines
export { decodeTimeline } from './run/encoding/decode.ts'
export { encodeTimeline } from './run/encoding/encode.ts'
export { requestThinking } from './trace/request-thinking.ts'
export { openTimeline } from './run/timeline/open.ts'
export { cell, entriesAt } from './run/timeline/recorder.ts'
export { Sweep } from './run/timeline/sweep.ts'
export type { SweepStep } from './run/timeline/sweep.ts'
export { storedResult } from './run/timeline/stored.ts'
export type { StoredResult } from './run/timeline/stored.ts'
export { ENGINE_VERSION, OPEN, TIMELINE_VERSION } from './run/timeline/timeline.ts'
export type * from './run/timeline/timeline.ts'

// Reading logs
export { largestOf, readTrace, readTraces, readTraceSteps } from './log/reading.ts'
export { readers, writers } from './log/formats.ts'
export type { FormatName } from './log/formats.ts'
export type { Reader, ReadOptions, ReadProgress } from './log/read/reader.ts'

// Writing look-alike logs
export type { Writer } from './log/write/writer.ts'

// Scenarios
export { scenario, scenarios } from './scenario/list.ts'
export type { ScenarioName } from './scenario/list.ts'
export type { Scenario } from './scenario/telling/scenario.ts'

// What a first picture does without, as chunks that come later
export { loadReading, loadScenario } from './load.ts'
export type { Reading } from './load.ts'

// What a provider that edits the prompt would report of it
export { appliedEdits } from './run/timeline/applied-edits.ts'
export type { AppliedEdit } from './run/timeline/applied-edits.ts'
