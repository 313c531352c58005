/** The simulator's public surface: traces in, timelines out. */

export { NEED_KINDS } from './trace.ts'
export type * from './trace.ts'

export { takeIn, takeInSteps } from './intake.ts'
export type { CountFit, Intake } from './intake.ts'
export { factorOf } from './factor.ts'
export type { CountFactor } from './factor.ts'
export { modelOf } from './model-of.ts'
export type { TraceModel } from './model-of.ts'
export { analysisOf } from './analysis.ts'
export type { Analysis } from './analysis.ts'
export { traceHash } from './trace-hash.ts'
export { unmanagedPeak } from './peak.ts'
export { startWindow, startWindows } from './start-window.ts'
export { limitFrom } from './suggested-window.ts'
export type { StartWindows, WindowFrom } from './suggested-window.ts'
export { sizeAt } from './sizes.ts'

// A system prompt and tools given by hand
export { withSetup } from './setup/setup.ts'
export type { Setup } from './setup/setup.ts'
export { setupPathOf } from './setup/problem.ts'
export type { SetupProblem } from './setup/problem.ts'

// Runs
export { run, runAsync, runSteps } from './run.ts'
export type { AbortSignalLike, AsyncRunOptions } from './run.ts'
export type { Progress, RunOptions } from './run-options.ts'
export { answersOf, replyOf } from './answers.ts'
export { SNAPSHOT_EVERY } from './replay.ts'
export { asObeyedAt, configAt, reserveAt, thresholdsAt } from './obeyed.ts'
export { whyNotSet } from './settings-set.ts'
export { clearedBefore } from './brought-back.ts'
export { budgetsOf, healthsOf } from './readings.ts'
export { compare, compareRuns, divergenceOf } from './compare.ts'
export type { Comparison, Divergence, DivergenceCause } from './compare.ts'
export { explain } from './explain.ts'
export type { Explanation } from './explain.ts'
export { fidelityQuestions } from './fidelity-questions.ts'
export type { FidelityQuestions } from './fidelity-questions.ts'
export { scoreHistory } from './score-history.ts'
export type { ScorePoint } from './score-history.ts'
export { actingStages } from './acting-stage.ts'
export type { ActingStage } from './acting-stage.ts'
export { savings } from './saving.ts'
export type { Saving, Savings, SearchProgress } from './saving.ts'
export { unmoved } from './unmoved.ts'
export type { Unmoved } from './unmoved.ts'
export { referencesOf } from './references.ts'
export type { BlockReferences } from './references.ts'
export { metrics } from './metrics.ts'
export { metricList } from './metric/list.ts'
export { editsOf } from './metric/edits.ts'
export { FITNESS, isFit, textOf as metricText } from './metric/metric.ts'
export { cacheRewrites, rewrittenTokens } from './rewritten.ts'
export type { CacheRewrite } from './rewritten.ts'
export { isMissing, metOf } from './metric/share-of-needs.ts'
export type { Metric, MetricKind, MetricRow } from './metric/metric.ts'

// Timelines
export { decodeTimeline } from './timeline/decode.ts'
export { encodeTimeline } from './timeline/encode.ts'
export { requestThinking } from './request-thinking.ts'
export { openTimeline } from './timeline/open.ts'
export { cell, entriesAt } from './timeline/recorder.ts'
export { Sweep } from './timeline/sweep.ts'
export type { SweepStep } from './timeline/sweep.ts'
export { storedResult } from './timeline/stored.ts'
export type { StoredResult } from './timeline/stored.ts'
export { ENGINE_VERSION, OPEN, TIMELINE_VERSION } from './timeline/timeline.ts'
export type * from './timeline/timeline.ts'

// Reading logs
export { largestOf, readTrace, readTraces, readTraceSteps } from './reader/read.ts'
export { readers } from './reader/list.ts'
export type { Reader, ReadOptions, ReadProgress } from './reader/reader.ts'

// Writing look-alike logs
export { writers } from './writer/list.ts'
export type { Writer } from './writer/writer.ts'

// Scenarios
export { scenario, scenarios } from './scenario/list.ts'
export type { Scenario } from './scenario/scenario.ts'

// What a first picture does without, as chunks that come later
export { loadReading, loadScenario } from './load.ts'
export type { Reading } from './load.ts'

// What a provider that edits the prompt would report of it
export { appliedEdits } from './applied-edits.ts'
export type { AppliedEdit } from './applied-edits.ts'
