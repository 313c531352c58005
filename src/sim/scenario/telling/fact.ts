import type { NeedKind, TraceNeed } from '../../trace/trace.ts'

/** Something said or shown once that later turns depend on. The key is unique within one conversation. */
export interface Fact {
  readonly key: string
  readonly kind: NeedKind
  /** A finer kind, see `TraceNeed`. */
  readonly detail?: NonNullable<TraceNeed['detail']>
  /** The evidence of the value that this one replaced. */
  readonly outdated?: readonly string[]
  /** Strings that occur verbatim in the source and wherever the fact is used. */
  readonly evidence: readonly string[]
  /** Sentences that use it, each with all of the evidence. */
  readonly recall: readonly string[]
  /** The same for a time at which the agent still explores; empty if `recall` fits both. */
  readonly early: readonly string[]
  /** Odds, 0…1, that it is needed again without the story asking for it. */
  readonly odds: number
  /** False once it is outdated and should not be relied on. */
  readonly holds: () => boolean
  /** Whether a tool would show it again. */
  readonly again: () => boolean
}

type Words = Pick<Fact, 'key' | 'kind' | 'evidence' | 'recall' | 'odds'> &
  Partial<Pick<Fact, 'early' | 'detail' | 'outdated'>>

/** A fact that a person or the agent said, or a command printed: it stays true, and no tool shows it again. */
export function toldFact(words: Words): Fact {
  return { early: [], ...words, holds: () => true, again: () => false }
}

/** A fact that a file or a search shows: as long as `still` is true, the same call shows it again. */
export function shownFact(words: Words, still: () => boolean): Fact {
  return { early: [], ...words, holds: still, again: still }
}
