import type { StageName } from './list.ts'

/**
 * What records and pictures ask of a stage, where its code is not loaded: they have its name only. By what is asked, the
 * stages of which it holds; a name that is none of the list is a mistake that the compiler finds.
 */
const KNOWN_FOR = Object.freeze({
  /** It acts because a person asked for it. */
  by_hand: ['manual_compact', 'manual_compact_session', 'manual_summary', 'manual_reset', 'roll_up'],
  /** A policy ranks the blocks that leave. */
  ranks: ['evict'],
  /** It frees down to `eviction.target`. */
  aims_at_target: ['evict', 'merge', 'summarize_results', 'progressive', 'compact', 'delegate'],
  /** It begins where orange does, or ahead of it. */
  starts_at_orange: ['merge', 'evict'],
  /** It acts whenever the window is above its level, and its own edit is to bring it below. */
  below_level: [
    'evict',
    'new_window',
    'slide',
    'trim',
    'auto_compact',
    'collapse',
    'compact_session',
    'rolling_summary',
    'clear_tool_uses',
    'server_compact',
  ],
  /** What its guards hold is what is left when it has taken all that it can. */
  bound_by_guards: ['evict', 'new_window'],
  /** It acts once every stage before the call has. */
  after_the_call: ['clip', 'end_at_overflow'],
  /** A result is replaced by the placeholder of EVI-5. */
  leaves_placeholders: ['component_budget', 'evict'],
  /** It holds the parts of the window to their budgets. */
  holds_components: ['component_budget'],
  /** It tells blocks shorter the older they are. */
  ages: ['progressive'],
  /** It saves the state of the task. */
  saves: ['save_checkpoint'],
  /** Its edit opens a new window. */
  opens_window: ['new_window'],
  /** It puts the notes into the window; those that stood before are replaced by them. */
  carries_notes: ['carry_notes'],
  /** It decides about all that stands and asks no guard, because the provider or the log's client did. */
  sweeps: ['server_compact', 'replay_recorded'],
  /** It does again what the client that wrote the log did. */
  from_log: ['replay_recorded'],
  /** What it replaces goes into the store, under the name that is told (TIER-1). */
  stores: ['persist_results', 'store_results'],
  /** What it drops gave way to its like, or a person asked to be rid of it (HEALTH-2 counts none of it). */
  evicts_nothing: ['carry_notes', 'manual_reset'],
} as const satisfies Readonly<Record<string, readonly StageName[]>>)
export type StageTrait = keyof typeof KNOWN_FOR

/** Whether something holds of a stage; false for what is none of the list. */
export function isStageWith(trait: StageTrait, stage: string): boolean {
  return stagesWith(trait).some((name) => name === stage)
}

/** Stages of which something holds. */
export function stagesWith(trait: StageTrait): readonly StageName[] {
  return KNOWN_FOR[trait]
}
