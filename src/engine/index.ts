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
export { blocksOf, systemBlock, toolBlock } from './message/blocks.ts'
export type { Arrival } from './message/blocks.ts'
export { argumentsText, textOf, tokensOf } from './message/content.ts'

// Windows
export { BLOCK_STATES, emptyWindow, inConversation, ORIGINAL } from './window/window.ts'
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
export type { PressureReading, PressureState, Thresholds, VelocityClass, Zone } from './pressure/pressure.ts'

// Token counting
export { COUNTER_NAMES } from './tokens/counter.ts'
export type { CounterName, TokenCounter } from './tokens/counter.ts'
export { chars4 } from './tokens/chars4.ts'
export { calibrate } from './tokens/calibration.ts'
export type { Calibration, MeasuredCall } from './tokens/calibration.ts'
export { imageTokens, mediaTokens } from './tokens/media.ts'

// Pairing and validity
export { mustBeKnown, PROVIDERS } from './pairing/violation.ts'
export type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  Provider,
  Repair,
  RepairAction,
  Violation,
} from './pairing/violation.ts'
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
export { fromOpenAiMessages, toOpenAi } from './message/openai.ts'
export type { FromOpenAi, ToOpenAiOptions } from './message/openai.ts'
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

// Eviction
export type { Measure, Policy, Signal, SignalContext, Term } from './eviction/signal.ts'
export { signals } from './eviction/signals/list.ts'
export { policies, policyOf } from './eviction/policies/list.ts'
export type { PolicyEntry, PolicySettings } from './eviction/policies/policy.ts'
export { createLikeness } from './eviction/likeness.ts'
export type { Likeness } from './eviction/likeness.ts'
export { score } from './eviction/score.ts'
export type { Scores } from './eviction/score.ts'
export { gates } from './eviction/gates/list.ts'
export type { Gate } from './eviction/gate.ts'
export { findingOf, PLACEHOLDER_LIMIT, placeholderFor } from './eviction/placeholder.ts'
export type { Decision, Held, Input, InputPart, Ranked, Trigger } from './eviction/decision.ts'
export type { EvictionSettings } from './eviction/settings.ts'

// Declared settings
export { strategySpec } from './strategy/settings.ts'
export { pressureSpec } from './pressure/settings.ts'
export { evictionSpec, weightsSetting } from './eviction/declaration.ts'
export { budgetSpec } from './budget/settings.ts'

// Stages and strategies
export { defaultsOf } from './stage/settings.ts'
export type * from './stage/settings.ts'
export { PHASES } from './stage/stage.ts'
export type {
  Answer,
  Ask,
  EditPlan,
  Phase,
  Stage,
  StageContext,
  StageNote,
  StageResult,
  WindowView,
} from './stage/stage.ts'
export { stages } from './stage/list.ts'
export { planEviction } from './stage/evict.ts'
export { strategies } from './strategy/list.ts'
export type { Strategy, StrategySettings } from './strategy/strategy.ts'

// The turn loop
export { initialState, turnStep } from './manager/turn.ts'
export type {
  FoundViolation,
  RunState,
  TurnEvent,
  TurnInput,
  TurnOutcome,
  TurnResources,
  TurnRules,
  WindowChange,
  WindowMemory,
  WindowPoint,
} from './manager/turn.ts'
export { driveAsync, driveSync } from './manager/drive.ts'
