import type { BlockId, Turn } from '../core/units.ts'

/** Categories in the order in which notes are written (COMP-6); others follow by name. */
export const NOTE_CATEGORIES = Object.freeze([
  'task_progress',
  'decisions',
  'bugs',
  'constraints',
  'learnings',
  'misc',
] as const)

export const IMPORTANCES = Object.freeze(['critical', 'high', 'normal'] as const)
export type Importance = (typeof IMPORTANCES)[number]

/** Something that an agent wrote down for later windows. */
export interface Note {
  /** One of NOTE_CATEGORIES, or any other name. */
  readonly category: string
  readonly importance: Importance
  /** Understandable without the conversation: one or two sentences. */
  readonly text: string
  readonly turn: Turn
  /** A newer note of the same category and key replaces this one; without a key, its text is the key. */
  readonly key?: string
  /** The block that states it; missing if no block does. */
  readonly block?: BlockId
}
