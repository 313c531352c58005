import { byName, named } from '../../core/by-name.ts'
import { autoCompactEntry, manualCompactEntry } from './auto-compact.ts'
import { budgetResultsEntry } from './budget-results.ts'
import { carryNotesEntry } from './carry-notes.ts'
import { clearThinkingEntry } from './clear-thinking.ts'
import { clearToolUsesEntry } from './clear-tool-uses.ts'
import { clipEntry } from './clip.ts'
import { collapseEntry } from './collapse.ts'
import { compactEntry } from './compact.ts'
import { compactSessionEntry, manualCompactSessionEntry } from './compact-session.ts'
import { componentBudgetEntry } from './component-budget.ts'
import { cutResultsEntry } from './cut-results.ts'
import { delegateAheadEntry, delegateEntry } from './delegate.ts'
import { endAtOverflowEntry } from './end-at-overflow.ts'
import { evictEntry } from './evict.ts'
import { manualResetEntry } from './manual-reset.ts'
import { manualSummaryEntry, rollUpEntry } from './manual-summary.ts'
import { mergeEntry } from './merge.ts'
import { microcompactEntry, clearResultsEntry } from './microcompact.ts'
import { newWindowEntry } from './new-window.ts'
import { persistResultsEntry, storeResultsEntry } from './persist-results.ts'
import { progressiveEntry } from './progressive.ts'
import { replayRecordedEntry } from './replay-recorded.ts'
import { rollingSummaryEntry } from './rolling-summary.ts'
import { saveCheckpointEntry } from './save-checkpoint.ts'
import { serverCompactEntry } from './server-compact.ts'
import { slideEntry } from './slide.ts'
import { snipResultsEntry, snipHistoryEntry } from './snip-results.ts'
import { summarizeArrivalsEntry, summarizeResultsEntry } from './summarize-results.ts'
import { takeNotesEntry } from './take-notes.ts'
import { trimEntry } from './trim.ts'
import type { StageEntry } from './entry.ts'

/** Every stage; those of one phase are in the order in which a pipeline usually has them. */
const list = [
  summarizeArrivalsEntry,
  takeNotesEntry,
  saveCheckpointEntry,
  delegateAheadEntry,
  componentBudgetEntry,
  mergeEntry,
  evictEntry,
  summarizeResultsEntry,
  progressiveEntry,
  compactEntry,
  delegateEntry,
  newWindowEntry,
  carryNotesEntry,
  clipEntry,
  slideEntry,
  trimEntry,
  persistResultsEntry,
  cutResultsEntry,
  budgetResultsEntry,
  snipResultsEntry,
  microcompactEntry,
  autoCompactEntry,
  manualCompactEntry,
  storeResultsEntry,
  snipHistoryEntry,
  clearResultsEntry,
  collapseEntry,
  compactSessionEntry,
  manualCompactSessionEntry,
  manualSummaryEntry,
  manualResetEntry,
  rollUpEntry,
  rollingSummaryEntry,
  clearThinkingEntry,
  clearToolUsesEntry,
  serverCompactEntry,
  replayRecordedEntry,
  endAtOverflowEntry,
] as const

export type StageName = (typeof list)[number]['name']

/** Every stage by its name in a pipeline, with its meaning, phase and the settings that it reads. */
export const stages: Readonly<Record<StageName, StageEntry>> = byName(list)

/** A stage by its name, which comes from a config or a timeline; undefined for an unknown one. */
export function stageNamed(name: string): StageEntry | undefined {
  return named(stages, name)
}

/** Whether a key of the YAML sets where a stage begins, or whether it acts at all. */
export function beginsBy(name: string, key: string): boolean {
  return stageNamed(name)?.begins?.includes(key) === true
}
