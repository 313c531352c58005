import type { BlockId, Turn } from '../units.ts'
import written from './fact.json' with { type: 'json' }

/** Kinds of statements worth keeping from a conversation, in the order of their sections. */
export const FACT_KINDS = Object.freeze([
  'goal',
  'constraint',
  'decision',
  'done',
  'current',
  'next',
  'file',
  'number',
  'error',
  'fix',
  'open',
  'learning',
] as const)
export type FactKind = (typeof FACT_KINDS)[number]

/** One statement taken from a block, without a model. */
export interface Fact {
  readonly kind: FactKind
  /** One line of at most 240 characters, in the block's own words. */
  readonly text: string
  /**
   * The subject, which a newer statement of the same kind replaces: a path, the name of a number, the words of a plan.
   */
  readonly key: string
  readonly block: BlockId
  readonly turn: Turn
  /** Found by the forms of talk alone, beside what its words say: for notes and checkpoints, not for summaries. */
  readonly spoken?: true
}

/** The name of the summary section in which statements of a kind are written. */
export const SECTION_OF: Readonly<Record<FactKind, string>> = Object.freeze(written)

/** The label of an item in a section that holds several kinds, so that it can be read back. */
export const ITEM_LABELS: Readonly<Partial<Record<FactKind, string>>> = Object.freeze({
  done: 'Done: ',
  current: 'Now: ',
  next: 'Next: ',
  fix: 'Fixed: ',
})

/** Tools that only read. */
const LOOKS = /^(?:read|view|open|cat|list|ls|grep|search|find|glob|get|fetch|show|browse)/i

/** A call: the tool's name and the path. */
const CALL = /^[\w.-]{1,80} \S{1,240}$/

/** Whether a file was changed by a call, as far as the tool's name tells. */
export function isChange({ kind, text }: Pick<Fact, 'kind' | 'text'>): boolean {
  return kind === 'file' && CALL.test(text) && !LOOKS.test(text)
}

/**
 * The facts that still hold, in order: for each kind and key only the newest, at its position. A file that was only
 * read again keeps the record of its last change.
 */
export function newestFacts(facts: readonly Fact[]): readonly Fact[] {
  const held = new Map<string, Fact>()
  for (const fact of facts) {
    const key = `${fact.kind} ${fact.key}`
    const before = held.get(key)
    if (before !== undefined && fact.kind === 'file' && LOOKS.test(fact.text) && !LOOKS.test(before.text))
      continue
    held.delete(key)
    held.set(key, fact)
  }
  return [...held.values()]
}
