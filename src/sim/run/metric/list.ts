import { compressionCalls } from './compression-calls.ts'
import { compressionTokens } from './compression-tokens.ts'
import { constraintRetention } from './constraint-retention.ts'
import { discardedAnswers } from './discarded-answers.ts'
import { edits } from './edits.ts'
import { evictedBlocks } from './evicted-blocks.ts'
import { freedTokens } from './freed-tokens.ts'
import { goalRetention } from './goal-retention.ts'
import { introducedViolations } from './introduced-violations.ts'
import { lostRate } from './lost-rate.ts'
import { meanUtilization } from './mean-utilization.ts'
import { needHitRate } from './need-hit-rate.ts'
import { p95Utilization } from './p95-utilization.ts'
import { partialRate } from './partial-rate.ts'
import { peakUtilization } from './peak-utilization.ts'
import { pointerRate } from './pointer-rate.ts'
import { promptTokens } from './prompt-tokens.ts'
import { questionsKept } from './questions-kept.ts'
import { rewrittenTokens } from './rewritten-tokens.ts'
import { spanRatio } from './span-ratio.ts'
import { turnsOverReserve } from './turns-over-reserve.ts'
import { turnsRefused } from './turns-refused.ts'
import { turnsReached } from './turns-reached.ts'
import { unrecoverableRate } from './unrecoverable-rate.ts'
import { windowsOpened } from './windows-opened.ts'
import type { Metric } from './metric.ts'

/** Every metric, in the order of the table. */
export const metricList: readonly Metric[] = Object.freeze([
  turnsReached,
  turnsRefused,
  needHitRate,
  partialRate,
  pointerRate,
  lostRate,
  unrecoverableRate,
  goalRetention,
  constraintRetention,
  peakUtilization,
  meanUtilization,
  p95Utilization,
  turnsOverReserve,
  promptTokens,
  edits,
  evictedBlocks,
  freedTokens,
  rewrittenTokens,
  spanRatio,
  questionsKept,
  compressionCalls,
  discardedAnswers,
  compressionTokens,
  windowsOpened,
  introducedViolations,
])
