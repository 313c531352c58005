/** The engine's public surface. Read it as a table of contents. */

export type * from './units.ts'
export { ProblemError } from './problem.ts'
export type { Place, Problem, Severity } from './problem.ts'

// Messages and blocks
export { partsOf } from './message/message.ts'
export type * from './message/message.ts'
export { BLOCK_TYPES, COMPONENT_OF, COMPONENTS } from './message/block.ts'
export type { Block, BlockType, Component } from './message/block.ts'

// Token counting
export { COUNTER_NAMES } from './tokens/counter.ts'
export type { CounterName, TokenCounter } from './tokens/counter.ts'
export { chars4 } from './tokens/chars4.ts'

// Pairing and validity
export { PROVIDERS } from './pairing/violation.ts'
export type {
  AnthropicRequest,
  OpenAiMessage,
  OpenAiRequest,
  Provider,
  Repair,
  Violation,
} from './pairing/violation.ts'

// References and similarity
export type { Reference, ReferenceDetector, ReferenceIndex } from './reference/reference.ts'
export type { Embedder, Embedding } from './reference/embedding.ts'

// Eviction
export type { Policy, Signal, SignalContext, Term } from './eviction/signal.ts'
