/** What the other layers of this repository need from the engine beyond its public surface, `index.ts`. */

// Numbers that are the same in every JavaScript engine
export { byName, named } from './core/by-name.ts'
export {
  endOfPath,
  endsOfPaths,
  isFixedPath,
  isSamePath,
  nameOfPath,
  partsOfPath,
  plainPath,
} from './core/path.ts'
export { exp } from './core/number/exp.ts'
export { grouped } from './core/number/grouped.ts'
export { ln } from './core/number/ln.ts'
export { absorb, contentHash, createDigest, mix } from './core/number/hash.ts'
export { stream } from './core/number/random.ts'
export { firstFor } from './core/number/search.ts'
// Messages and blocks
export { nameOf, partsOf } from './core/message/message.ts'
export { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from './core/message/block.ts'
export { blockFacts } from './core/message/block-facts.ts'
export { blocksOf, systemBlock, toolBlock, unexplainedBlock } from './core/message/blocks.ts'
export { argumentsText, textOf, tokensOf } from './core/message/content.ts'
export { fromOpenAiPart, inputOf, reasoningIn } from './core/message/openai.ts'
export { unmeasured } from './core/message/own-copy.ts'
export { isSampling } from './core/message/samplings.ts'
export { documentFrom, imageFrom, jsonOf, sourceOfUrl } from './core/message/media-part.ts'
export { sourceOfFile } from './core/message/file-source.ts'
export { bytesOf } from './core/message/base64.ts'
// Windows
export {
  BLOCK_STATES,
  emptyWindow,
  everyEntry,
  inConversation,
  inPrompt,
  isProviderSummary,
  isWhole,
  ORIGINAL,
  windowOf,
} from './core/window/window.ts'
export { append, applyChanges, VERBS } from './core/window/change.ts'
export { ledgerOf, overflows, reserveOf, ledgerFrom } from './core/window/ledger.ts'
export { assemble } from './core/window/assemble.ts'
// Pressure
export {
  NO_PRESSURE,
  readPressure,
  scaledThresholds,
  scaleToUsable,
  zoneOf,
  ZONES,
} from './pressure/pressure.ts'
// Budget
export {
  BUDGET_ACTION_OF,
  BUDGET_PARTS,
  checkBeforeAdd,
  limitOf as budgetLimitOf,
  NO_BUDGET,
  readBudget,
} from './budget/budget.ts'
export { BUDGET_PRESETS, budgetHints } from './budget/preset.ts'
// Health
export { NO_HEALTH, readHealth } from './health/health.ts'
export { ALERT_CODES } from './health/alert.ts'
export { HEALTH_ACTIONS, HEALTH_LABELS } from './health/label.ts'
// Token counting
export { fittedTokens, sentRatios, heldOutError } from './core/tokens/calibration.ts'
export { mediaTokens } from './core/message/media.ts'
export {
  addModalities,
  fittedMedia,
  MEDIA,
  modalityTokens,
  sumOfMedia,
  sumOfModalities,
} from './core/message/modality.ts'
// Pairing and validity
export { mustBeContent, mustBeUsage, REPLY_PARTS, USER_PARTS } from './validity/checkable.ts'
export { overflowAdvice } from './runtime/turn-context.ts'
export { MADE_UP_RESULT, numbered } from './validity/repair/pairs.ts'
export { REMOVED } from './validity/repair/roles.ts'
export { LONGEST_ID, LONGEST_NAME } from './validity/rule/openai.ts'
export { modelBindsThinking, modelOnlyAdapts } from './validity/model.ts'
export { REPAIR_ACTIONS } from './validity/rule/violation.ts'
export { loadOpenAi } from './validity/openai-on-demand.ts'
export { UNSEEN } from './stage/catalogue/unseen.ts'
export { loadRecordedActs } from './stage/catalogue/recorded-acts-on-demand.ts'
export { loadForAsking } from './runtime/load-for-asking.ts'
export { CodeMissing, onDemand } from './core/on-demand.ts'
export { groupsOf } from './validity/group.ts'
export { exchangesOf } from './validity/exchange.ts'
// References and similarity
export { fileAccess, readable } from './core/reference/access.ts'
export { createReferenceDetector } from './core/reference/detector.ts'
export { referenceIndex } from './core/reference/reference-index.ts'
export { isDigit, isWordCode, strongTokens } from './core/reference/token.ts'
export { createEmbedder } from './core/reference/embedder.ts'
export { eachWord } from './core/reference/word.ts'
// Eviction
export { requestIndex, requestsOf } from './policy/signals/requests.ts'
export { createLikeness } from './policy/signals/likeness.ts'
export { score } from './policy/signals/score.ts'
export { placeholderFor } from './policy/placeholder.ts'
export { SCORING } from './policy/signals/signal.ts'
// Declared settings
export { limitSetting } from './core/window/limit.ts'
export { pressureSpec } from './pressure/settings.ts'
export { evictionSpec, weightsSetting } from './policy/declaration.ts'
export { budgetSpec, planOf } from './budget/settings.ts'
export { compressionSpec } from './stage/compression/declaration.ts'
export { crossWindowSpec } from './checkpoint/declaration.ts'
export { healthSpec, HEALTH_METRICS } from './health/declaration.ts'
export { mockSpec, MOCK_FAILURES } from './core/llm/declaration.ts'
export { atomicWindowSpec } from './stage/atomic-window/declaration.ts'
export { tokenTrimSpec } from './stage/token-trim/declaration.ts'
export { tieredFullSpec, tieredSpec } from './stage/tiered/declaration.ts'
export { rollingSummarySpec } from './stage/rolling-summary/declaration.ts'
export {
  contextEditingSpec,
  contextManagementOf,
  LEAST_COMPACTION,
  triggerTokens,
} from './stage/context-editing/declaration.ts'
export { stagesSetting } from './stage/pipeline/declaration.ts'
// The same settings as the engine uses them
export { CASCADE_STEPS, MANUAL_ACTIONS, NOTE_CODES, VERDICTS } from './stage/contract/stage.ts'
export { withoutIdle } from './core/message/context-management.ts'
// Requests to a model, and facts found in a text without one
export { ASK_KINDS, FAILURES, UPDATE_MODES } from './core/llm/ask.ts'
export { SESSION_SECTIONS, SUMMARY_SECTIONS } from './core/llm/sections.ts'
export { asksFor, statesRule } from './core/extract/cue.ts'
export { ENGLISH } from './core/extract/english.ts'
export { listenerOf, spokenIn } from './core/extract/speech.ts'
export type { Tongue } from './core/extract/tongue.ts'
export { factsOf, factsWithTalk, LONGEST_TALK } from './core/extract/facts-of.ts'
export { remembered } from './core/remembered.ts'
export { newestFacts, isChange, ITEM_LABELS, SECTION_OF } from './core/extract/fact.ts'
export { EMPTY, factKey, mayName, NUMBER_WORDS } from './core/extract/subject.ts'
export { isBetweenUs, SPOKEN, subjectOf } from './notes/words.ts'
export {
  isSentence,
  cutAt,
  linesOf,
  stretchesOf,
  outputLinesOf,
  sentencesOf,
  withoutClient,
} from './core/extract/statement.ts'
export { codesOf, namedNumbers, pathsOf } from './core/extract/artifact.ts'
// State kept across windows: checkpoints, notes, and tests of whether a text still has the facts
export { acceptCheckpoint, nextVersion, SUBTASK_STATUSES } from './checkpoint/checkpoint.ts'
export { checkpointFromMarkdown } from './checkpoint/markdown.ts'
export { bootstrapText } from './checkpoint/bootstrap.ts'
export { plansReadAsDone, resumeTest } from './checkpoint/resume-test.ts'
export { IMPORTANCES, NOTE_CATEGORIES } from './notes/note.ts'
export { notesText, notesToMarkdown } from './notes/notes-text.ts'
export { answerable } from './fidelity/answer.ts'
export {
  questionPrompt,
  readAnswers,
  fidelityJudged,
  judgePrompt,
  judgingOf,
  readVerdicts,
} from './fidelity/asked.ts'
export { fidelityOf } from './fidelity/fidelity.ts'
export { PROBE_KINDS } from './fidelity/template.ts'
export { textIndex } from './fidelity/text-index.ts'
// Stages and strategies
export { defaultsOf } from './core/setting.ts'
export { beginsBy, stageNamed } from './stage/catalogue/list.ts'
export { isStageWith, stagesWith } from './stage/catalogue/known-for.ts'
export { CLEARED_RESULT } from './stage/catalogue/clear-tool-uses.ts'
export { planEviction, evictStage } from './stage/catalogue/evict.ts'
export {
  aimOf as progressiveAim,
  levelAt as progressiveLevel,
  progressiveStage,
} from './stage/catalogue/progressive.ts'
export { cacheMarkingOf, MARKED_MESSAGES, withoutCacheMarks } from './stage/tiered/cache-marks.ts'
export { headAndTail } from './core/message/head-and-tail.ts'
export { pageWithNotice, utf8Bytes } from './stage/tiered/stored-page.ts'
export { storedPage, storedUnder } from './stage/tiered/reading-stored.ts'
export { storedIn, storedName } from './stage/tiered/stored-result.ts'
export { isStoring } from './runtime/stored.ts'
export { isOneRun } from './runtime/marked-cache.ts'
export { floorShare } from './core/number/share.ts'
export { sessionLevel, effectiveWindow } from './stage/tiered/effective-window.ts'
export { slideLevel } from './stage/atomic-window/level.ts'
export { trimRoom } from './stage/token-trim/room.ts'
export { withManual } from './stage/strategy/manual.ts'
// A strategy as a list of steps
export { ALWAYS } from './stage/catalogue/settings.ts'
export { implausibleIn } from './stage/pipeline/plausible.ts'
export { quantities } from './stage/pipeline/quantity.ts'
export { sectionsOf } from './stage/pipeline/stages-of.ts'
// The turn loop
export { carriedStates, inheritedFrom } from './runtime/inherited.ts'
export { initialState } from './runtime/memory.ts'
export { evictionsOf, healthInputOf } from './runtime/health-input.ts'
export { isMeant, isRewritable, REWRITE } from './runtime/rewriting.ts'
export { beforeCall } from './runtime/turn.ts'
// What the turn loop knows about a conversation, in a replay and live
export { createKnowledge } from './runtime/knowledge.ts'
export { promptOfWindow, sendableRequest } from './runtime/request.ts'
export { callNames } from './core/message/call-names.ts'

export { BY_RESERVE, above, byAmount, byShare, EDIT_MEASURES } from './policy/edit-trigger.ts'
export type { PlannedTrigger } from './policy/edit-trigger.ts'
export { DROPPED, STAYS } from './policy/candidate.ts'
export type { GuardTable } from './policy/guards/guarded.ts'
export { definePolicy, nested, renamed } from './policy/policies/policy.ts'
export { decisionOf } from './policy/record.ts'
export { createSelection, orderOf } from './policy/select.ts'
export { columnsOf } from './policy/window/columns.ts'
export type { ToolGroups } from './policy/window/tool-groups.ts'
export { autoCompact, beginsExchange } from './stage/catalogue/auto-compact.ts'
export { budgetResults } from './stage/catalogue/budget-results.ts'
export { clipStage } from './stage/catalogue/clip.ts'
export { compactStage } from './stage/catalogue/compact.ts'
export { mergeStage } from './stage/catalogue/merge.ts'
export { persistResults } from './stage/catalogue/persist-results.ts'
export { budgetOf, rollingBy, rollingSummaryStage } from './stage/catalogue/rolling-summary.ts'
export { summarizeResultsStage } from './stage/catalogue/summarize-results.ts'
export { absorbed, madeBlock, openedWith, standingTokens } from './stage/compression/absorb.ts'
export { askForCheckpoint } from './stage/compression/checkpoint.ts'
export { summaryHeading } from './stage/compression/heading.ts'
export { sourceAt, standingText, taskText } from './stage/compression/source.ts'
export { positionsOf, unitsOf } from './stage/compression/stretch.ts'
export { startAsking } from './stage/contract/asking.ts'
export { quiet } from './stage/contract/quiet.ts'
export { done, shareTrigger, skipped, whereAsked } from './stage/contract/trigger.ts'
export { leastOf, paybackOf } from './stage/contract/worth.ts'
export { fromOrange, causeOf, editTriggerOf, targetOf } from './stage/eviction/trigger.ts'
export { exchangeStarts } from './stage/rolling-summary/exchanges.ts'
export { rememberedOf, remembering } from './stage/tiered/per-window.ts'
export type { PerWindow } from './stage/tiered/per-window.ts'
export { arrivedResults, hasContent, resultsIn } from './stage/tiered/results.ts'
