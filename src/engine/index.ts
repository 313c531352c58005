/** The engine's public surface. Read it as a table of contents. */

export type * from './core/units.ts'
export { ProblemError } from './core/problem.ts'
export type { Place, Problem, Severity } from './core/problem.ts'

// Numbers that are the same in every JavaScript engine
export type { Digest } from './core/number/hash.ts'
export type { Random } from './core/number/random.ts'

// Messages and blocks
export type * from './core/message/message.ts'
export type { SentTo } from './core/message/sent.ts'
export type { Block, BlockType, Component } from './core/message/block.ts'
export type { BlockFacts, GrowingFacts } from './core/message/block-facts.ts'
export type { Arrival } from './core/message/blocks.ts'

// Windows
export type { BlockState, BlockTable, ContentId, Entry, Window } from './core/window/window.ts'
export type { Applied, Change, Verb } from './core/window/change.ts'
export type { Ledger } from './core/window/ledger.ts'
export type { Assembled, ContentSource } from './core/window/assemble.ts'

// Pressure
export type {
  PressureMonitor,
  PressureReading,
  PressureState,
  Thresholds,
  VelocityClass,
  Zone,
} from './pressure/pressure.ts'

// Budget
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
export type { BudgetHint, BudgetPlan } from './budget/preset.ts'

// Health
export type { Alert, AlertCode } from './health/alert.ts'
export type {
  HealthInput,
  HealthReading,
  HealthState,
  HealthStatus,
  HealthyRange,
  MetricReading,
} from './health/health.ts'
export type { HealthAction, HealthLabel } from './health/label.ts'

// Token counting
export { COUNTER_NAMES, chars4 } from './core/tokens/counter.ts'
export type { CounterName, TokenCounter, ImageLimits, ImageRule } from './core/tokens/counter.ts'
export { calibrate } from './core/tokens/calibration.ts'
export type {
  HeldOutError,
  SplitWindow,
  Calibration,
  CalibrationStart,
  MeasuredCall,
  SentCall,
  SentRatios,
} from './core/tokens/calibration.ts'
export { imageTokens } from './core/message/media.ts'
export type { MediaTokens, ModalityTokens } from './core/message/modality.ts'

// Pairing and validity
export { PROVIDERS } from './validity/rule/violation.ts'
export type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  ResponsesItem,
  ResponsesRequest,
} from './core/message/request.ts'
export type { Provider, Repair, RepairAction, RequestTo, Violation } from './validity/rule/violation.ts'
export type { Group } from './validity/group.ts'
export type { Exchange } from './validity/exchange.ts'
export { validate } from './validity/validate.ts'
export type { ValidityOptions } from './validity/rule/rule.ts'
export type { Checkable } from './validity/shape.ts'
export { repair } from './validity/repair.ts'
export type { Repaired } from './validity/shape.ts'
export { mergeNeighbours } from './core/message/merge.ts'
export { fromOpenAiMessages, toOpenAi } from './core/message/openai.ts'
export type { FromOpenAi, ToOpenAiOptions } from './core/message/openai.ts'
export { toResponses } from './core/message/responses.ts'
export type { ToResponsesOptions } from './core/message/responses.ts'

// References and similarity
export type { GrowingReferenceIndex } from './core/reference/reference-index.ts'
export type { Reference, ReferenceDetector, ReferenceIndex } from './core/reference/reference.ts'
export type { Strength, Thresholds as EvidenceThresholds } from './core/reference/strength.ts'
export type { StrongToken, TokenKind } from './core/reference/token.ts'
export type { Embedder, Embedding } from './core/reference/embedder.ts'
export type { Nearest, NearestOptions } from './core/reference/nearest.ts'

// Trimming a list of messages, without a window
export { atomicWindow } from './stage/atomic-window/messages.ts'
export type { SlideSettings } from './stage/atomic-window/messages.ts'
export { atomicWindowPresets } from './stage/atomic-window/presets.ts'
export { trimToBudget } from './stage/token-trim/messages.ts'
export type { Trimmed, TrimNote, TrimOptions } from './stage/trimming/trimmed.ts'

// Eviction
export type {
  Measure,
  Policy,
  Signal,
  SignalContext,
  Term,
  ScoringSettings,
} from './policy/signals/signal.ts'
export { signals } from './policy/signals/list.ts'
export type { SignalName } from './policy/signals/list.ts'
export { policies, policyOf } from './policy/policies/list.ts'
export type { PolicyName } from './policy/policies/list.ts'
export type { PolicyEntry, PolicySettings } from './policy/policies/policy.ts'
export type { GrowingRequests, RequestIndex } from './policy/signals/requests.ts'
export type { Likeness } from './policy/signals/likeness.ts'
export type { Scores } from './policy/signals/score.ts'
export { guards } from './policy/guards/list.ts'
export type { GuardName } from './policy/guards/list.ts'
export type { Guard } from './policy/guards/guard.ts'
export type { Decision, Held, HeldBack, Input, InputPart, Ranked, Trigger } from './policy/decision.ts'
export type { EvictionSettings } from './policy/settings.ts'

// Declared settings
export type { SpikeSettings } from './pressure/settings.ts'
// The same settings as the engine uses them
export type {
  CascadeStep,
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
  CacheMarking,
} from './stage/contract/stage.ts'
export type { CompressionSettings, Rung } from './stage/compression/declaration.ts'
export type { HealthMetric, HealthSettings } from './health/declaration.ts'
export type { BudgetSettings } from './budget/settings.ts'
export type { CrossWindowSettings } from './checkpoint/declaration.ts'
export type { MockFailure, MockSettings } from './core/llm/declaration.ts'
export type { AtomicWindowSettings } from './stage/atomic-window/declaration.ts'
export type { TokenTrimSettings, TrimDirection } from './stage/token-trim/declaration.ts'
export type { TieredFullSettings, TieredSettings } from './stage/tiered/declaration.ts'
export type { RollingSummarySettings } from './stage/rolling-summary/declaration.ts'
export type { ContextEditingSettings } from './stage/context-editing/declaration.ts'
export type { ContextEdit, ContextManagement } from './core/message/context-management.ts'

// Requests to a model, and facts found in a text without one
export { ModelFailure } from './core/llm/ask.ts'
export type { Answer, Ask, AskKind, AskSource, Failure, UpdateMode } from './core/llm/ask.ts'
export type { SummarySection } from './core/llm/sections.ts'
export { continuationOf, promptOf } from './core/llm/prompt.ts'
export type { Prompt } from './core/llm/prompt.ts'
export type { Fact, FactKind } from './core/extract/fact.ts'

// State kept across windows: checkpoints, notes, and tests of whether a text still has the facts
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
export type { AnsweredCheckpoint, CheckpointSave, SaveContext } from './checkpoint/answer.ts'
export type { ContractChange, ContractField } from './checkpoint/changes.ts'
export { parseCheckpoint, serializeCheckpoint } from './checkpoint/file.ts'
export { checkpointToMarkdown } from './checkpoint/markdown.ts'
export type { ReadCheckpoint } from './checkpoint/read.ts'
export type { Bootstrap, LeftOut } from './checkpoint/bootstrap.ts'
export type { ResumeAnswer } from './checkpoint/resume-test.ts'
export type { Milestone, MilestoneKind } from './checkpoint/milestones.ts'
export type { Importance, Note } from './notes/note.ts'
export type { AskedAnswer, AnswerToJudge, Judged, JudgedFidelity, Judging } from './fidelity/asked.ts'
export type { Probe, ProbeKind } from './fidelity/template.ts'
export type { TextIndex } from './fidelity/text-index.ts'

// Stages and strategies
export type * from './core/setting.ts'
export type { AllowedBase, AllowedBy, EditMeasure, EditTrigger } from './policy/edit-trigger.ts'
export type { WindowView } from './policy/window/view.ts'
export { stages } from './stage/catalogue/list.ts'
export type { StageName } from './stage/catalogue/list.ts'
export type { StageEntry } from './stage/catalogue/entry.ts'
export type { Level as ProgressiveLevel } from './stage/catalogue/progressive.ts'
export type { StoredPage } from './stage/tiered/stored-page.ts'
export type { StoredRange } from './stage/tiered/reading-stored.ts'
export { strategies } from './stage/strategy/list.ts'
export type { StrategyName } from './stage/strategy/list.ts'
export type { PipelineStep, StrategySettings, PlanStep } from './stage/catalogue/settings.ts'
export type { Strategy } from './stage/strategy/strategy.ts'
// A strategy as a list of steps
export { parseCondition } from './stage/pipeline/condition.ts'
export type { Condition, ConditionProblem } from './stage/pipeline/condition.ts'
export type { Quantity } from './stage/pipeline/quantity.ts'

// The turn loop
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
export type { MadeBlock } from './runtime/rewriting.ts'
export type { CacheBreak, CacheBreakCause } from './runtime/cache-break.ts'
export type { PreparedTurn } from './runtime/turn.ts'
export type { TurnInput, TurnResources, TurnRules } from './runtime/turn-input.ts'
export { driveAsync, driveSync } from './runtime/drive.ts'

// What the turn loop knows about a conversation, in a replay and live
export type { ArrivedBlocks, Knowledge } from './runtime/knowledge.ts'
export type { CallNames } from './core/message/call-names.ts'

// The manager for an agent loop
export { ContextWindowManager } from './runtime/context-window-manager.ts'
export type {
  ManagerCallbacks,
  ManagerOptions,
  ReportedUsage,
  ResultOptions,
  Subsystems,
  Task,
  TurnStart,
} from './runtime/manager-options.ts'
export type { Fit } from './runtime/fit.ts'
export type { Readers, StandingBlock } from './runtime/conversation.ts'
export type { AuditAction, AuditedEdit, AuditEntry, Status } from './runtime/audit.ts'
export type { Counts, Spend, StatusReport } from './runtime/report.ts'
