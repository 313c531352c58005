import type { Block } from '../message/block.ts'
import type { BlockFacts } from '../message/block-facts.ts'
import type { Embedding } from '../reference/embedding.ts'
import type { ReferenceIndex } from '../reference/reference.ts'
import type { PressureReading, Thresholds } from '../pressure/pressure.ts'
import type { Decision } from '../eviction/decision.ts'
import type { Likeness } from '../eviction/likeness.ts'
import type { Change } from '../window/change.ts'
import type { BlockTable, ContentId, Window } from '../window/window.ts'
import type { BlockId, Milliseconds, Tokens, Turn } from '../units.ts'

/** When in a turn a stage acts: as inputs arrive, before the call, or when the call would overflow. */
export const PHASES = Object.freeze(['result', 'call', 'overflow'] as const)
export type Phase = (typeof PHASES)[number]

/** A question to a model. The engine asks by kind and never calls a network (LLM-1). */
export interface Ask {
  readonly kind: 'summarize' | 'judge' | 'extract'
  readonly text: string
  readonly maxTokens: Tokens
}

export interface Answer {
  readonly text: string
}

/** A window as a stage sees it. */
export interface WindowView {
  readonly turn: Turn
  readonly window: Window
  /** The block of each entry of the window, in the same order. */
  readonly blocks: readonly Block[]
  readonly block: BlockTable
  /** Columns over the same table: what never changes about its blocks. */
  readonly facts: BlockFacts
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Thresholds scaled to this window. */
  readonly thresholds: Thresholds
  readonly reading: PressureReading
  /** Inputs that arrived in this turn, in order. */
  readonly arrived: readonly BlockId[]
}

/** What else a stage may use: everything known at this turn, nothing later (EDIT-4). */
export interface StageContext {
  readonly turn: Turn
  readonly time: Milliseconds | null
  readonly seed: number
  readonly messageOverhead: Tokens
  /** Tokens of a text made now, calibrated like the blocks of the trace. */
  readonly count: (text: string) => Tokens
  /** Original text of a block. */
  readonly text: (block: BlockId) => string
  readonly references: ReferenceIndex
  readonly embedding: (block: BlockId) => Embedding | null
  /** Vector of the window's task; null where there is none. */
  readonly task: Embedding | null
  /** What is known of the likeness of a run's blocks, kept from decision to decision; made anew where missing. */
  readonly likeness?: Likeness
  /** Blocks a person pinned. */
  readonly pinned: ReadonlySet<BlockId>
  /** Puts a text into the content store and returns its number (EDIT-2). */
  readonly store: (text: string) => ContentId
  /** Makes a block that did not arrive; it is in no window until an edit inserts it. */
  readonly makeBlock: (block: Omit<Block, 'id'>) => Block
  /** Full candidate tables are kept only when asked: `explain` sets this for its turn. */
  readonly detail: boolean
}

/** One edit a stage wants: applied as a whole, then the window is re-measured (MAN-2). */
export interface EditPlan {
  readonly changes: readonly Change[]
  /** Writes the decision down; null for an edit that no policy decided. Asked once, before the edit is applied. */
  readonly decision: () => Decision | null
}

export interface StageResult<State> {
  readonly edits: readonly EditPlan[]
  readonly state: State
  readonly outcome: 'done' | 'skipped' | 'refused'
  /** Why it did nothing, or what it could not reach. */
  readonly note: StageNote | null
}

/** A recorded reason for doing nothing, or for doing less than asked. */
export interface StageNote {
  readonly code: 'below_trigger' | 'nothing_evictable' | 'target_unreachable'
  readonly tokens: Tokens
}

/**
 * A step that may edit a window. It performs nothing: it returns edits and its next state, and asks a
 * model by yielding. State is plain data threaded by the driver.
 */
export interface Stage<State = unknown> {
  readonly name: string
  readonly phase: Phase
  readonly meaning: string
  readonly initial: State
  act(view: WindowView, state: State, context: StageContext): Generator<Ask, StageResult<State>, Answer>
}
