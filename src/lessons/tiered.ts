import type { AsWritten } from './entry.ts'
import {
  budgetAsWritten,
  effectiveWindowAsWritten,
  persistAsWritten,
  shareAsWritten,
  summaryAsWritten,
  summaryRequestAsWritten,
  usedAsWritten,
} from './tiered-code.ts'
import { tieredAsWrittenStage } from './tiered-stage.ts'

/** A trigger that looks at the uncached rest of a prompt. */
export const usageWithoutCache = Object.freeze({
  name: 'usage_without_cache',
  article: 'Claude Code from Scratch',
  rule: 'TOK-2',
  defect: 'The size of the prompt is taken from input_tokens alone, which is what the cache did not hold.',
  harm: 'With a prompt cache at work the figure is a few hundred tokens in a full window, and no step ever acts.',
  fix: 'A prompt is its uncached rest, what was written to the cache, and what was read from it.',
  used: usedAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A window that is smaller than nothing. */
export const windowBelowZero = Object.freeze({
  name: 'window_below_zero',
  article: 'Claude Code from Scratch',
  rule: 'TIER-1',
  defect: '20,000 tokens are taken off every window, also off one that has no more than that.',
  harm: 'The window is nothing or negative: results are never cut, and the conversation is summarized at every turn.',
  fix: 'At least half of the window remains.',
  window: effectiveWindowAsWritten,
  share: shareAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A cut of what was cut before. */
export const cutAgain = Object.freeze({
  name: 'cut_again',
  article: 'Claude Code from Scratch',
  rule: 'TIER-1',
  defect: 'A tighter budget cuts the text that an earlier one left, together with its mark.',
  harm: 'The mark counts what is missing from the cut text and not from the result; the true size is gone for good.',
  fix: 'Each budget cuts the stored original.',
  budget: budgetAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A way back that leads to the same place. */
export const storedAgain = Object.freeze({
  name: 'stored_again',
  article: 'Claude Code from Scratch',
  rule: 'TIER-1',
  defect:
    'A stored result that is read back is over the limit as before, so it is stored again under a new name.',
  harm: 'The agent never sees more than the first lines, and each try leaves another copy.',
  fix: 'A stored result that is read back is shown page by page.',
  persist: persistAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A history replaced by four words. */
export const noSummaryReplaces = Object.freeze({
  name: 'no_summary_replaces',
  article: 'Claude Code from Scratch',
  rule: 'COMP-3',
  defect:
    'Where the model answers nothing, the history is replaced by the sentence that there is no summary.',
  harm: 'One empty answer, and the agent knows nothing of its work.',
  fix: 'A summary that is empty, failed or not smaller is discarded, and the originals stay.',
  summary: summaryAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A request that names tools and declares none. */
export const summaryWithoutTools = Object.freeze({
  name: 'summary_without_tools',
  article: 'Claude Code from Scratch',
  rule: 'VALID-1',
  defect: 'The request for a summary sends calls and results as they are and leaves the tools away.',
  harm: 'The provider rejects it as soon as the history holds a call, which in an agent it always does.',
  fix: 'What is to be summarized is sent as text between marks.',
  request: summaryRequestAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A count that is said instead of measured. */
export const countSetToZero = Object.freeze({
  name: 'count_set_to_zero',
  article: 'Claude Code from Scratch',
  rule: 'TIER-2',
  defect: 'After a compaction the window is taken to be empty until the next answer reports otherwise.',
  harm: 'System prompt, tools and what arrives in between go unseen, and no other step acts in that turn.',
  fix: 'The window is measured again after every edit.',
  stage: tieredAsWrittenStage,
} satisfies AsWritten & Record<string, unknown>)

/** Two measures for one limit. */
export const bytesAndCharacters = Object.freeze({
  name: 'bytes_and_characters',
  article: 'Claude Code from Scratch',
  rule: 'TIER-1',
  defect: 'Storing is decided by bytes, cutting by characters, and a preview by lines of any length.',
  harm: 'A result of one long line is previewed whole: it is stored and not a token smaller.',
  fix: 'A preview is bounded by lines and by bytes, and no cut goes through a character.',
  persist: persistAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** Tiers as “Claude Code from Scratch” writes them. */
export const tieredAsWritten: readonly AsWritten[] = Object.freeze([
  usageWithoutCache,
  windowBelowZero,
  cutAgain,
  storedAgain,
  noSummaryReplaces,
  summaryWithoutTools,
  countSetToZero,
  bytesAndCharacters,
])
