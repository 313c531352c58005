import type { StageName } from './list.ts'

/**
 * What records and pictures need to know about stages whose code is not loaded, given only a name. Maps each trait to
 * the stages that have it; an unknown stage name is a compile error.
 */
const KNOWN_FOR = Object.freeze({
  /** It acts because a person requested it. */
  by_hand: ['manual_compact', 'manual_compact_session', 'manual_summary', 'manual_reset', 'roll_up'],
  /** A policy ranks the blocks that leave. */
  ranks: ['evict'],
  /** It frees down to `eviction.target`. */
  aims_at_target: ['evict', 'merge', 'summarize_results', 'progressive', 'compact', 'delegate'],
  /** It begins at orange, or before it. */
  starts_at_orange: ['merge', 'evict'],
  /** It acts whenever the window is above its level, and its own edit is meant to bring it below. */
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
  /** When it has removed all that it can, only protected blocks are left. */
  bound_by_guards: ['evict', 'new_window'],
  /** It acts after every stage before the call. */
  after_the_call: ['clip', 'end_at_overflow'],
  /** A result is replaced by the placeholder of EVI-5. */
  leaves_placeholders: ['component_budget', 'evict'],
  /** It enforces the budgets of components. */
  holds_components: ['component_budget'],
  /** It shortens blocks by their age. */
  ages: ['progressive'],
  /** It saves the state of the task. */
  saves: ['save_checkpoint'],
  /** Its edit opens a new window. */
  opens_window: ['new_window'],
  /** It writes the notes into the window and replaces the previous ones. */
  carries_notes: ['carry_notes'],
  /** It acts on the whole window without guards, because the provider or the log's client did. */
  sweeps: ['server_compact', 'replay_recorded'],
  /** It repeats what the client that wrote the log did. */
  from_log: ['replay_recorded'],
  /** It stores the content that it replaces, under a name that the text states (TIER-1). */
  stores: ['persist_results', 'store_results'],
  /** Blocks that it drops were replaced by similar ones, or a person asked for it (HEALTH-2 does not count them). */
  evicts_nothing: ['carry_notes', 'manual_reset'],
} as const satisfies Readonly<Record<string, readonly StageName[]>>)
export type StageTrait = keyof typeof KNOWN_FOR

/** Whether a stage has a trait; false for an unknown stage. */
export function isStageWith(trait: StageTrait, stage: string): boolean {
  return stagesWith(trait).some((name) => name === stage)
}

/** Stages with a trait. */
export function stagesWith(trait: StageTrait): readonly StageName[] {
  return KNOWN_FOR[trait]
}
