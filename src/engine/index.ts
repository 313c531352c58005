/** The engine's public surface. Read it as a table of contents. */

export type * from './units.ts'
export { ProblemError } from './problem.ts'
export type { Place, Problem, Severity } from './problem.ts'

// Numbers: the same bits in every engine
export { exp } from './number/exp.ts'
export { ln } from './number/ln.ts'
export { contentHash, createDigest, hash32 } from './number/hash.ts'
export type { Digest } from './number/hash.ts'
export { stream, uniformOf } from './number/random.ts'
export type { Random } from './number/random.ts'

// Messages and blocks
export { partsOf } from './message/message.ts'
export type * from './message/message.ts'
export { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from './message/block.ts'
export type { Block, BlockType, Component } from './message/block.ts'
export { blockFacts } from './message/block-facts.ts'
export type { BlockFacts, GrowingFacts } from './message/block-facts.ts'
export { blocksOf, systemBlock, toolBlock, unexplainedBlock } from './message/blocks.ts'
export type { Arrival } from './message/blocks.ts'
export { argumentsText, textOf, tokensOf } from './message/content.ts'

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
} from './window/window.ts'
export type { BlockState, BlockTable, ContentId, Entry, Window } from './window/window.ts'
export { append, applyChanges, VERBS } from './window/change.ts'
export type { Applied, Change, Verb } from './window/change.ts'
export { ledgerOf, overflows, reserveOf } from './window/ledger.ts'
export type { Ledger } from './window/ledger.ts'
export { assemble } from './window/assemble.ts'
export type { Assembled, ContentSource } from './window/assemble.ts'

// Pressure
export {
  NO_PRESSURE,
  readPressure,
  scaledThresholds,
  scaleToUsable,
  zoneOf,
  ZONES,
} from './pressure/pressure.ts'
export type {
  PressureMonitor,
  PressureReading,
  PressureState,
  Thresholds,
  VelocityClass,
  Zone,
} from './pressure/pressure.ts'

// Budget
export {
  BUDGET_ACTION_OF,
  BUDGET_PARTS,
  checkBeforeAdd,
  judgesOverflow,
  limitOf as budgetLimitOf,
  NO_BUDGET,
  readBudget,
} from './budget/budget.ts'
export type {
  BudgetAction,
  BudgetCheck,
  BudgetEvent,
  BudgetMonitor,
  BudgetPart,
  BudgetReading,
  BudgetState,
  BudgetStatus,
  ComponentBudget,
  Urgency,
} from './budget/budget.ts'
export { BUDGET_PRESETS, budgetHints } from './budget/preset.ts'
export type { BudgetHint, BudgetPlan } from './budget/preset.ts'

// Health
export { NO_HEALTH, readHealth } from './health/health.ts'
export { ALERT_CODES } from './health/alert.ts'
export type { Alert, AlertCode } from './health/alert.ts'
export type {
  HealthInput,
  HealthReading,
  HealthState,
  HealthStatus,
  HealthyRange,
  MetricReading,
} from './health/health.ts'
export { HEALTH_ACTIONS, HEALTH_LABELS } from './health/label.ts'
export type { HealthAction, HealthLabel } from './health/label.ts'

// Token counting
export { COUNTER_NAMES } from './tokens/counter.ts'
export type { CounterName, TokenCounter } from './tokens/counter.ts'
export { chars4 } from './tokens/chars4.ts'
export { calibrate, fittedTokens, sentRatios } from './tokens/calibration.ts'
export { heldOutError } from './tokens/held-out.ts'
export type { HeldOutError, SplitWindow } from './tokens/held-out.ts'
export type {
  Calibration,
  CalibrationStart,
  MeasuredCall,
  SentCall,
  SentRatios,
} from './tokens/calibration.ts'
export { imageTokens, mediaTokens } from './tokens/media.ts'
export type { ImageRule } from './tokens/counter.ts'
export {
  addModalities,
  fittedMedia,
  MEDIA,
  MODALITIES,
  modalityTokens,
  sumOfMedia,
  sumOfModalities,
} from './tokens/modality.ts'
export type { MediaTokens, ModalityTokens } from './tokens/modality.ts'

// Pairing and validity
export { mustBeKnown, PROVIDERS } from './pairing/violation.ts'
export type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  ResponsesItem,
  ResponsesRequest,
} from './message/request.ts'
export type { Provider, Repair, RepairAction, RequestTo, Violation } from './pairing/violation.ts'
export { modelBindsThinking } from './pairing/model.ts'
export { groupsOf } from './pairing/group.ts'
export type { Group } from './pairing/group.ts'
export { exchangesOf, isPlainUser, safeCuts } from './pairing/exchange.ts'
export type { Exchange } from './pairing/exchange.ts'
export { validate } from './pairing/validate.ts'
export type { ValidityOptions } from './pairing/rule/rule.ts'
export type { Checkable } from './pairing/shape.ts'
export { repair } from './pairing/repair.ts'
export type { Repaired } from './pairing/repair.ts'
export { anthropicRules } from './pairing/rule/anthropic-rules.ts'
export { openAiRules } from './pairing/rule/openai-rules.ts'
export { openAiResponsesRules } from './pairing/rule/openai-responses-rules.ts'
export { fromOpenAiMessages, toOpenAi } from './message/openai.ts'
export type { FromOpenAi, ToOpenAiOptions } from './message/openai.ts'
export { toResponses } from './message/responses.ts'
export type { ToResponsesOptions } from './message/responses.ts'
export { mergeNeighbours } from './message/merge.ts'

// References and similarity
export { createReferenceDetector } from './reference/detector.ts'
export { referenceIndex } from './reference/reference-index.ts'
export type { GrowingReferenceIndex } from './reference/reference-index.ts'
export type { Reference, ReferenceDetector, ReferenceIndex } from './reference/reference.ts'
export { STRENGTHS } from './reference/strength.ts'
export type { Strength, Thresholds as EvidenceThresholds } from './reference/strength.ts'
export { strongTokens } from './reference/token.ts'
export type { StrongToken, TokenKind } from './reference/token.ts'
export { cosine, createEmbedder } from './reference/embedder.ts'
export type { Embedder, Embedding } from './reference/embedding.ts'
export { nearestNewer } from './reference/nearest.ts'
export type { Nearest, NearestOptions } from './reference/nearest.ts'

// Trimming a list of messages, without a window
export { atomicWindow } from './atomic-window/messages.ts'
export type { SlideSettings } from './atomic-window/messages.ts'
export { atomicWindowPresets } from './atomic-window/presets.ts'
export { trimToBudget } from './token-trim/messages.ts'
export type { Trimmed, TrimNote, TrimOptions } from './trimming/trimmed.ts'

// Eviction
export type { Measure, Policy, Signal, SignalContext, Term } from './eviction/signal.ts'
export { signals } from './eviction/signals/list.ts'
export { policies, policyOf } from './eviction/policies/list.ts'
export type { PolicyEntry, PolicySettings } from './eviction/policies/policy.ts'
export { requestIndex } from './eviction/requests.ts'
export type { GrowingRequests, RequestIndex } from './eviction/requests.ts'
export { createLikeness } from './eviction/likeness.ts'
export type { Likeness } from './eviction/likeness.ts'
export { score } from './eviction/score.ts'
export type { Scores } from './eviction/score.ts'
export { gates } from './eviction/gates/list.ts'
export type { Gate } from './eviction/gate.ts'
export { findingOf, PLACEHOLDER_LIMIT, placeholderFor } from './eviction/placeholder.ts'
export type { Decision, Held, HeldBack, Input, InputPart, Ranked, Trigger } from './eviction/decision.ts'
export { SCORING } from './eviction/signals/scoring.ts'
export type { EvictionSettings } from './eviction/settings.ts'
export type { ScoringSettings } from './eviction/signals/scoring.ts'

// Declared settings
export { strategySpec } from './strategy/settings.ts'
export { limitSetting } from './window/limit.ts'
export { pressureSpec } from './pressure/settings.ts'
export type { SpikeSettings } from './pressure/settings.ts'
export { evictionSpec, weightsSetting } from './eviction/declaration.ts'
export { budgetSpec } from './budget/settings.ts'
export { compressionSpec } from './compression/declaration.ts'
export { crossWindowSpec } from './checkpoint/declaration.ts'
export { healthSpec } from './health/declaration.ts'
export { mockSpec } from './llm/declaration.ts'
export { atomicWindowSpec } from './atomic-window/declaration.ts'
export { tokenTrimSpec } from './token-trim/declaration.ts'
export { tieredFullSpec, tieredSpec } from './tiered/declaration.ts'
export { rollingSummarySpec } from './rolling-summary/declaration.ts'
export { contextEditingSpec } from './context-editing/declaration.ts'
export { stagesSetting } from './pipeline/declaration.ts'
// What they become in the engine's words
export { CASCADE_STEPS } from './stage/stage.ts'
export type { CascadeStep } from './stage/stage.ts'
export type { CompressionSettings, Rung } from './compression/settings.ts'
export { HEALTH_METRICS } from './health/settings.ts'
export type { HealthMetric, HealthSettings } from './health/settings.ts'
export type { BudgetSettings } from './budget/budget-settings.ts'
export type { CrossWindowSettings } from './checkpoint/settings.ts'
export { MOCK_FAILURES } from './llm/mock-settings.ts'
export type { MockFailure, MockSettings } from './llm/mock-settings.ts'
export type { AtomicWindowSettings } from './atomic-window/settings.ts'
export { TRIM_DIRECTIONS } from './token-trim/settings.ts'
export type { TokenTrimSettings, TrimDirection } from './token-trim/settings.ts'
export type { TieredFullSettings, TieredSettings } from './tiered/settings.ts'
export type { RollingSummarySettings } from './rolling-summary/settings.ts'
export type { ContextEditingSettings } from './context-editing/settings.ts'
export { contextManagementOf } from './context-editing/parameters.ts'
export { withoutIdle } from './message/context-management.ts'
export type { ContextEdit, ContextManagement } from './message/context-management.ts'

// What a model is asked, and what a text states without one
export { ASK_KINDS, FAILURES, ModelFailure, UPDATE_MODES } from './llm/ask.ts'
export type { Answer, Ask, AskKind, AskSource, Failure, UpdateMode } from './llm/ask.ts'
export { SESSION_SECTIONS, SUMMARY_SECTIONS } from './llm/sections.ts'
export type { SummarySection } from './llm/sections.ts'
export { promptOf } from './llm/prompt.ts'
export type { Prompt } from './llm/prompt.ts'
export { FACT_KINDS } from './extract/fact.ts'
export type { Fact, FactKind } from './extract/fact.ts'
export { factsOf } from './extract/facts-of.ts'
export { newestFacts } from './extract/newest.ts'
export { ITEM_LABELS, SECTION_OF } from './extract/section.ts'
export { isSentence } from './extract/sentence.ts'
export { codesOf, namedNumbers, pathsOf } from './extract/artifact.ts'
export { cutAt, cutAtWord, linesOf, outputLinesOf, sentencesOf } from './extract/statement.ts'

// What outlives a window: checkpoints, notes, and whether a text still knows what it knew
export {
  acceptCheckpoint,
  CHECKPOINT_FORMAT,
  CHECKPOINT_SCHEMA,
  checkpointProblems,
  nextVersion,
  SUBTASK_STATUSES,
} from './checkpoint/checkpoint.ts'
export type {
  Checkpoint,
  CheckpointContent,
  CheckpointStamp,
  Environment,
  MadeDecision,
  OpenIssue,
  Subtask,
  SubtaskStatus,
} from './checkpoint/checkpoint.ts'
export { checkpointOf } from './checkpoint/answer.ts'
export type { AnsweredCheckpoint, CheckpointSave } from './checkpoint/answer.ts'
export type { ContractChange, ContractField } from './checkpoint/changes.ts'
export type { SaveContext } from './checkpoint/answer.ts'
export { parseCheckpoint, serializeCheckpoint } from './checkpoint/file.ts'
export { checkpointFromMarkdown, checkpointToMarkdown } from './checkpoint/markdown.ts'
export type { ReadCheckpoint } from './checkpoint/read.ts'
export { bootstrapText } from './checkpoint/bootstrap.ts'
export type { Bootstrap, LeftOut } from './checkpoint/bootstrap.ts'
export { resumeTest } from './checkpoint/resume-test.ts'
export type { ResumeAnswer } from './checkpoint/resume-test.ts'
export { milestonesBetween, MILESTONES } from './checkpoint/milestones.ts'
export type { Milestone, MilestoneKind } from './checkpoint/milestones.ts'
export { IMPORTANCES, NOTE_CATEGORIES } from './notes/note.ts'
export type { Importance, Note } from './notes/note.ts'
export { addNotes, MOST_NOTES } from './notes/notes.ts'
export { notesText, notesToMarkdown } from './notes/notes-text.ts'
export { parseNotes, serializeNotes } from './notes/file.ts'
export type { ReadNotes } from './notes/file.ts'
export { answerable } from './fidelity/answer.ts'
export { questionPrompt, readAnswers } from './fidelity/asked.ts'
export type { AskedAnswer } from './fidelity/asked.ts'
export { fidelityOf } from './fidelity/fidelity.ts'
export { fidelityJudged, judgePrompt, judgingOf, readVerdicts } from './fidelity/judged.ts'
export type { AnswerToJudge, Judged, JudgedFidelity, Judging } from './fidelity/judged.ts'
export { PROBE_KINDS } from './fidelity/probe.ts'
export type { Probe, ProbeKind } from './fidelity/probe.ts'
export { probesOf } from './fidelity/probes.ts'
export { textIndex } from './fidelity/text-index.ts'
export type { TextIndex } from './fidelity/text-index.ts'

// Stages and strategies
export { defaultsOf } from './stage/settings.ts'
export type * from './stage/settings.ts'
export { MANUAL_ACTIONS, PHASES, VERDICTS } from './stage/stage.ts'
export type { AllowedBase, AllowedBy, EditMeasure, EditTrigger } from './eviction/edit-trigger.ts'
export type {
  Breaker,
  Carried,
  Compression,
  EditPlan,
  FinishedSubtask,
  Kept,
  Logged,
  ManualAction,
  Phase,
  RecordedAct,
  Stage,
  StageContext,
  ToldOfCall,
  StageNote,
  StageResult,
  SubagentCost,
  Verdict,
} from './stage/stage.ts'
export type { WindowView } from './eviction/view.ts'
export { stages } from './stage/list.ts'
export type { StageEntry } from './stage/entry.ts'
export { CLEARED_RESULT } from './stage/clear-tool-uses.ts'
export { planEviction } from './stage/evict.ts'
export { aimOf as progressiveAim, levelAt as progressiveLevel } from './stage/progressive.ts'
export type { Level as ProgressiveLevel } from './stage/progressive.ts'
export { cacheMarkingOf, withoutCacheMarks } from './tiered/cache-marks.ts'
export type { CacheMarking } from './stage/stage.ts'
export { pageWithNotice, storedPage } from './tiered/stored-page.ts'
export type { StoredPage, StoredRange } from './tiered/stored-page.ts'
export { isStoring, storedIn, storedName, storedUnder } from './tiered/stored-result.ts'
export { floorShare } from './number/share.ts'
export { sessionLevel } from './stage/compact-session.ts'
export { slideLevel } from './stage/slide.ts'
export { trimRoom } from './token-trim/plan.ts'
export { effectiveWindow } from './tiered/effective-window.ts'
export { strategies } from './strategy/list.ts'
export { strategyNamed } from './strategy/named.ts'
export { withManual } from './strategy/manual.ts'
export type { PipelineStep, StrategySettings } from './stage/strategy-settings.ts'
export type { Strategy } from './strategy/strategy.ts'
// A strategy as a list of steps
export { ALWAYS, step } from './pipeline/plan.ts'
export type { PlanStep } from './pipeline/plan.ts'
export { parseCondition } from './pipeline/condition.ts'
export type { Condition, ConditionProblem } from './pipeline/condition.ts'
export { implausibleIn } from './pipeline/plausible.ts'
export { quantities } from './pipeline/quantity.ts'
export type { Quantity } from './pipeline/quantity.ts'
export { sectionsOf } from './pipeline/sections.ts'
export { stagesOf } from './pipeline/stages-of.ts'

// The articles' code with its defects, for teaching; the laws that an entry breaks do not apply to it
export { asWritten } from './as-written/list.ts'
export type { AsWritten } from './as-written/entry.ts'
export { asWrittenPolicies } from './as-written/lru.ts'
export { asWrittenStrategies } from './as-written/strategies.ts'
export type { AsWrittenStrategy } from './as-written/strategies.ts'

// The turn loop
export { carriedStates } from './manager/carried-states.ts'
export { initialState } from './manager/memory.ts'
export type { RunState, WindowMemory } from './manager/memory.ts'
export type {
  AskRecord,
  CompressionRecord,
  FoundViolation,
  TurnEvent,
  TurnOutcome,
  WindowChange,
  WindowPoint,
} from './manager/record.ts'
export { evictionsOf, healthInputOf } from './manager/health-input.ts'
export { isMeant, isRewritable, REWRITE } from './manager/rewriting.ts'
export type { MadeBlock } from './manager/rewriting.ts'
export { beforeCall, turnStep } from './manager/turn.ts'
export type { CacheBreak, CacheBreakCause } from './manager/cache-break.ts'
export type { PreparedTurn } from './manager/turn.ts'
export type { TurnInput, TurnResources, TurnRules } from './manager/turn-input.ts'
export { driveAsync, driveSync } from './manager/drive.ts'

// What the turn loop knows of a conversation, in a replay and live
export { createKnowledge } from './manager/knowledge.ts'
export type { ArrivedBlocks, Knowledge } from './manager/knowledge.ts'
export { inheritedFrom } from './manager/inherited.ts'
export { promptOfWindow, sendableRequest } from './manager/request.ts'
export { callNames } from './message/call-names.ts'
export type { CallNames } from './message/call-names.ts'

// The manager that an agent loop holds
export { ContextWindowManager } from './manager/context-window-manager.ts'
export type {
  ManagerCallbacks,
  ManagerOptions,
  ReportedUsage,
  Subsystems,
  Task,
  TurnStart,
} from './manager/manager-options.ts'
export type { Readers, StandingBlock } from './manager/conversation.ts'
export { STATUSES } from './manager/audit.ts'
export type { AuditAction, AuditedEdit, AuditEntry, Status } from './manager/audit.ts'
export type { Counts, Spend, StatusReport } from './manager/report.ts'
