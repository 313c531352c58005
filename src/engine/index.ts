/** The engine's public surface. Read it as a table of contents. */

export type * from './core/units.ts'
export { ProblemError } from './core/problem.ts'
export type { Place, Problem, Severity } from './core/problem.ts'

// Numbers: the same bits in every engine
export { exp } from './core/number/exp.ts'
export { ln } from './core/number/ln.ts'
export { contentHash, createDigest, hash32 } from './core/number/hash.ts'
export type { Digest } from './core/number/hash.ts'
export { stream, uniformOf } from './core/number/random.ts'
export type { Random } from './core/number/random.ts'

// Messages and blocks
export { partsOf } from './core/message/message.ts'
export type * from './core/message/message.ts'
export { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from './core/message/block.ts'
export type { Block, BlockType, Component } from './core/message/block.ts'
export { blockFacts } from './core/message/block-facts.ts'
export type { BlockFacts, GrowingFacts } from './core/message/block-facts.ts'
export { blocksOf, systemBlock, toolBlock, unexplainedBlock } from './core/message/blocks.ts'
export type { Arrival } from './core/message/blocks.ts'
export { argumentsText, textOf, tokensOf } from './core/message/content.ts'

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
export type { BlockState, BlockTable, ContentId, Entry, Window } from './core/window/window.ts'
export { append, applyChanges, VERBS } from './core/window/change.ts'
export type { Applied, Change, Verb } from './core/window/change.ts'
export { ledgerOf, overflows, reserveOf } from './core/window/ledger.ts'
export type { Ledger } from './core/window/ledger.ts'
export { assemble } from './core/window/assemble.ts'
export type { Assembled, ContentSource } from './core/window/assemble.ts'

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
export { COUNTER_NAMES } from './core/tokens/counter.ts'
export type { CounterName, TokenCounter } from './core/tokens/counter.ts'
export { chars4 } from './core/tokens/chars4.ts'
export { calibrate, fittedTokens, sentRatios } from './core/tokens/calibration.ts'
export { heldOutError } from './core/tokens/held-out.ts'
export type { HeldOutError, SplitWindow } from './core/tokens/held-out.ts'
export type {
  Calibration,
  CalibrationStart,
  MeasuredCall,
  SentCall,
  SentRatios,
} from './core/tokens/calibration.ts'
export { imageTokens, mediaTokens } from './core/message/media.ts'
export type { ImageRule } from './core/tokens/counter.ts'
export {
  addModalities,
  fittedMedia,
  MEDIA,
  MODALITIES,
  modalityTokens,
  sumOfMedia,
  sumOfModalities,
} from './core/message/modality.ts'
export type { MediaTokens, ModalityTokens } from './core/message/modality.ts'

// Pairing and validity
export { mustBeKnown, PROVIDERS } from './validity/rule/violation.ts'
export type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  ResponsesItem,
  ResponsesRequest,
} from './core/message/request.ts'
export type { Provider, Repair, RepairAction, RequestTo, Violation } from './validity/rule/violation.ts'
export { modelBindsThinking } from './validity/model.ts'
export { groupsOf } from './validity/group.ts'
export type { Group } from './validity/group.ts'
export { exchangesOf, isPlainUser, safeCuts } from './validity/exchange.ts'
export type { Exchange } from './validity/exchange.ts'
export { validate } from './validity/validate.ts'
export type { ValidityOptions } from './validity/rule/rule.ts'
export type { Checkable } from './validity/shape.ts'
export { repair } from './validity/repair.ts'
export type { Repaired } from './validity/repair.ts'
export { anthropicRules } from './validity/rule/anthropic/rules.ts'
export { openAiRules } from './validity/rule/openai/rules.ts'
export { openAiResponsesRules } from './validity/rule/openai-responses/rules.ts'
export { fromOpenAiMessages, toOpenAi } from './core/message/openai.ts'
export type { FromOpenAi, ToOpenAiOptions } from './core/message/openai.ts'
export { toResponses } from './core/message/responses.ts'
export type { ToResponsesOptions } from './core/message/responses.ts'
export { mergeNeighbours } from './core/message/merge.ts'

// References and similarity
export { createReferenceDetector } from './core/reference/detector.ts'
export { referenceIndex } from './core/reference/reference-index.ts'
export type { GrowingReferenceIndex } from './core/reference/reference-index.ts'
export type { Reference, ReferenceDetector, ReferenceIndex } from './core/reference/reference.ts'
export { STRENGTHS } from './core/reference/strength.ts'
export type { Strength, Thresholds as EvidenceThresholds } from './core/reference/strength.ts'
export { strongTokens } from './core/reference/token.ts'
export type { StrongToken, TokenKind } from './core/reference/token.ts'
export { cosine, createEmbedder } from './core/reference/embedder.ts'
export type { Embedder, Embedding } from './core/reference/embedding.ts'
export { nearestNewer } from './core/reference/nearest.ts'
export type { Nearest, NearestOptions } from './core/reference/nearest.ts'

// Trimming a list of messages, without a window
export { atomicWindow } from './stage/atomic-window/messages.ts'
export type { SlideSettings } from './stage/atomic-window/messages.ts'
export { atomicWindowPresets } from './stage/atomic-window/presets.ts'
export { trimToBudget } from './stage/token-trim/messages.ts'
export type { Trimmed, TrimNote, TrimOptions } from './stage/trimming/trimmed.ts'

// Eviction
export type { Measure, Policy, Signal, SignalContext, Term } from './policy/signals/signal.ts'
export { signals } from './policy/signals/list.ts'
export { policies, policyOf } from './policy/policies/list.ts'
export type { PolicyEntry, PolicySettings } from './policy/policies/policy.ts'
export { requestIndex } from './policy/signals/requests.ts'
export type { GrowingRequests, RequestIndex } from './policy/signals/requests.ts'
export { createLikeness } from './policy/signals/likeness.ts'
export type { Likeness } from './policy/signals/likeness.ts'
export { score } from './policy/signals/score.ts'
export type { Scores } from './policy/signals/score.ts'
export { gates } from './policy/gates/list.ts'
export type { Gate } from './policy/gates/gate.ts'
export { findingOf, PLACEHOLDER_LIMIT, placeholderFor } from './policy/placeholder.ts'
export type { Decision, Held, HeldBack, Input, InputPart, Ranked, Trigger } from './policy/decision.ts'
export { SCORING } from './policy/signals/scoring.ts'
export type { EvictionSettings } from './policy/settings.ts'
export type { ScoringSettings } from './policy/signals/scoring.ts'

// Declared settings
export { limitSetting } from './core/window/limit.ts'
export { pressureSpec } from './pressure/settings.ts'
export type { SpikeSettings } from './pressure/settings.ts'
export { evictionSpec, weightsSetting } from './policy/declaration.ts'
export { budgetSpec } from './budget/settings.ts'
export { compressionSpec } from './stage/compression/declaration.ts'
export { crossWindowSpec } from './checkpoint/declaration.ts'
export { healthSpec } from './health/declaration.ts'
export { mockSpec } from './core/llm/declaration.ts'
export { atomicWindowSpec } from './stage/atomic-window/declaration.ts'
export { tokenTrimSpec } from './stage/token-trim/declaration.ts'
export { tieredFullSpec, tieredSpec } from './stage/tiered/declaration.ts'
export { rollingSummarySpec } from './stage/rolling-summary/declaration.ts'
export { contextEditingSpec } from './stage/context-editing/declaration.ts'
export { stagesSetting } from './stage/pipeline/declaration.ts'
// What they become in the engine's words
export { CASCADE_STEPS } from './stage/contract/stage.ts'
export type { CascadeStep } from './stage/contract/stage.ts'
export type { CompressionSettings, Rung } from './stage/compression/settings.ts'
export { HEALTH_METRICS } from './health/settings.ts'
export type { HealthMetric, HealthSettings } from './health/settings.ts'
export type { BudgetSettings } from './budget/budget-settings.ts'
export type { CrossWindowSettings } from './checkpoint/settings.ts'
export { MOCK_FAILURES } from './core/llm/mock-settings.ts'
export type { MockFailure, MockSettings } from './core/llm/mock-settings.ts'
export type { AtomicWindowSettings } from './stage/atomic-window/settings.ts'
export { TRIM_DIRECTIONS } from './stage/token-trim/settings.ts'
export type { TokenTrimSettings, TrimDirection } from './stage/token-trim/settings.ts'
export type { TieredFullSettings, TieredSettings } from './stage/tiered/settings.ts'
export type { RollingSummarySettings } from './stage/rolling-summary/settings.ts'
export type { ContextEditingSettings } from './stage/context-editing/settings.ts'
export { contextManagementOf } from './stage/context-editing/parameters.ts'
export { withoutIdle } from './core/message/context-management.ts'
export type { ContextEdit, ContextManagement } from './core/message/context-management.ts'

// What a model is asked, and what a text states without one
export { ASK_KINDS, FAILURES, ModelFailure, UPDATE_MODES } from './core/llm/ask.ts'
export type { Answer, Ask, AskKind, AskSource, Failure, UpdateMode } from './core/llm/ask.ts'
export { SESSION_SECTIONS, SUMMARY_SECTIONS } from './core/llm/sections.ts'
export type { SummarySection } from './core/llm/sections.ts'
export { promptOf } from './core/llm/prompt.ts'
export type { Prompt } from './core/llm/prompt.ts'
export { FACT_KINDS } from './core/extract/fact.ts'
export type { Fact, FactKind } from './core/extract/fact.ts'
export { factsOf } from './core/extract/facts-of.ts'
export { newestFacts } from './core/extract/newest.ts'
export { ITEM_LABELS, SECTION_OF } from './core/extract/section.ts'
export { isSentence } from './core/extract/sentence.ts'
export { codesOf, namedNumbers, pathsOf } from './core/extract/artifact.ts'
export { cutAt, cutAtWord, linesOf, outputLinesOf, sentencesOf } from './core/extract/statement.ts'

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
export { defaultsOf } from './core/setting.ts'
export type * from './core/setting.ts'
export { MANUAL_ACTIONS, PHASES, VERDICTS } from './stage/contract/stage.ts'
export type { AllowedBase, AllowedBy, EditMeasure, EditTrigger } from './policy/edit-trigger.ts'
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
} from './stage/contract/stage.ts'
export type { WindowView } from './policy/window/view.ts'
export { beginsBy, obeys, stageNamed, stages } from './stage/catalogue/list.ts'
export type { StageName } from './stage/catalogue/list.ts'
export type { StageEntry } from './stage/catalogue/entry.ts'
export { CLEARED_RESULT } from './stage/catalogue/clear-tool-uses.ts'
export { planEviction } from './stage/catalogue/evict.ts'
export { aimOf as progressiveAim, levelAt as progressiveLevel } from './stage/catalogue/progressive.ts'
export type { Level as ProgressiveLevel } from './stage/catalogue/progressive.ts'
export { cacheMarkingOf, withoutCacheMarks } from './stage/tiered/cache-marks.ts'
export type { CacheMarking } from './stage/contract/stage.ts'
export { pageWithNotice, storedPage } from './stage/tiered/stored-page.ts'
export type { StoredPage, StoredRange } from './stage/tiered/stored-page.ts'
export { storedIn, storedName, storedUnder } from './stage/tiered/stored-result.ts'
export { isStoring } from './runtime/stored.ts'
export { floorShare } from './core/number/share.ts'
export { sessionLevel } from './stage/catalogue/compact-session.ts'
export { slideLevel } from './stage/catalogue/slide.ts'
export { trimRoom } from './stage/token-trim/plan.ts'
export { effectiveWindow } from './stage/tiered/effective-window.ts'
export { strategies } from './stage/strategy/list.ts'
export { withManual } from './stage/strategy/manual.ts'
export type { PipelineStep, StrategySettings } from './stage/catalogue/settings.ts'
export type { Strategy } from './stage/strategy/strategy.ts'
// A strategy as a list of steps
export { ALWAYS, step } from './stage/catalogue/plan.ts'
export type { PlanStep } from './stage/catalogue/plan.ts'
export { parseCondition } from './stage/pipeline/condition.ts'
export type { Condition, ConditionProblem } from './stage/pipeline/condition.ts'
export { implausibleIn } from './stage/pipeline/plausible.ts'
export { quantities } from './stage/pipeline/quantity.ts'
export type { Quantity } from './stage/pipeline/quantity.ts'
export { sectionsOf } from './stage/pipeline/sections.ts'
export { stagesOf } from './stage/pipeline/stages-of.ts'

// The turn loop
export { carriedStates } from './runtime/carried-states.ts'
export { initialState } from './runtime/memory.ts'
export type { RunState, WindowMemory } from './runtime/memory.ts'
export type {
  AskRecord,
  CompressionRecord,
  FoundViolation,
  TurnEvent,
  TurnOutcome,
  WindowChange,
  WindowPoint,
} from './runtime/record.ts'
export { evictionsOf, healthInputOf } from './runtime/health-input.ts'
export { isMeant, isRewritable, REWRITE } from './runtime/rewriting.ts'
export type { MadeBlock } from './runtime/rewriting.ts'
export { beforeCall, turnStep } from './runtime/turn.ts'
export type { CacheBreak, CacheBreakCause } from './runtime/cache-break.ts'
export type { PreparedTurn } from './runtime/turn.ts'
export type { TurnInput, TurnResources, TurnRules } from './runtime/turn-input.ts'
export { driveAsync, driveSync } from './runtime/drive.ts'

// What the turn loop knows of a conversation, in a replay and live
export { createKnowledge } from './runtime/knowledge.ts'
export type { ArrivedBlocks, Knowledge } from './runtime/knowledge.ts'
export { inheritedFrom } from './runtime/inherited.ts'
export { promptOfWindow, sendableRequest } from './runtime/request.ts'
export { callNames } from './core/message/call-names.ts'
export type { CallNames } from './core/message/call-names.ts'

// The manager that an agent loop holds
export { ContextWindowManager } from './runtime/context-window-manager.ts'
export type {
  ManagerCallbacks,
  ManagerOptions,
  ReportedUsage,
  Subsystems,
  Task,
  TurnStart,
} from './runtime/manager-options.ts'
export type { Readers, StandingBlock } from './runtime/conversation.ts'
export { STATUSES } from './runtime/audit.ts'
export type { AuditAction, AuditedEdit, AuditEntry, Status } from './runtime/audit.ts'
export type { Counts, Spend, StatusReport } from './runtime/report.ts'
