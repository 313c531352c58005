import type { Claim } from './claim/claim.ts'
import { compaction, delegation, placeholders, resultSummaries } from './claim/compression.ts'
import { anchoredCount, roughCount, roughOverflows } from './claim/counting.ts'
import { cachedGrowth, fiftieth, growth, toolResults, waste } from './claim/growth.ts'
import { dilution, drift, levels, linear, notesPay, overhead, replyReserve } from './claim/open.ts'
import { slidingPairs, summarizedPairs, trimmedPairs } from './claim/pairs.ts'
import { fifoLosesTask, hybridBest, lruKeepsActive, middleKeepsConstraints } from './claim/policy.ts'
import { kept, recent } from './claim/rolling-summary.ts'
import { chatPace, codingPace, preemptive, researchPace } from './claim/velocity.ts'

/** The articles' claims, in the order of the page. */
export const claims: readonly Claim[] = [
  waste,
  growth,
  cachedGrowth,
  fiftieth,
  toolResults,
  chatPace,
  codingPace,
  researchPace,
  preemptive,
  fifoLosesTask,
  lruKeepsActive,
  hybridBest,
  placeholders,
  resultSummaries,
  delegation,
  compaction,
  roughCount,
  anchoredCount,
  slidingPairs,
  roughOverflows,
  trimmedPairs,
  middleKeepsConstraints,
  kept,
  recent,
  summarizedPairs,
  dilution,
  drift,
  levels,
  notesPay,
  overhead,
  linear,
  replyReserve,
]
