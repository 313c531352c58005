import type { NeedKind } from '../../trace/trace.ts'

/** Something said or shown once that later turns depend on. The key names it within one conversation. */
export interface Fact {
  readonly key: string
  readonly kind: NeedKind
  /** Strings that occur verbatim in the source and wherever the fact is used. */
  readonly evidence: readonly string[]
  /** Sentences that use it, each with all of the evidence. */
  readonly recall: readonly string[]
  /** The same, for a moment at which the agent still looks around; empty where `recall` does for both. */
  readonly early: readonly string[]
  /** Odds, 0…1, that it is needed again without the story asking for it. */
  readonly odds: number
  /** False once the world has moved on and nobody should rely on it. */
  readonly holds: () => boolean
  /** Whether a tool would show it once more. */
  readonly again: () => boolean
}

type Words = Pick<Fact, 'key' | 'kind' | 'evidence' | 'recall' | 'odds'> & Partial<Pick<Fact, 'early'>>

/** What a person or the agent said, or a command printed: it stays true, and no tool gives it again. */
export function toldFact(words: Words): Fact {
  return { early: [], ...words, holds: () => true, again: () => false }
}

/** What a file or a search shows, as long as `still` is true: then the same call shows it again. */
export function shownFact(words: Words, still: () => boolean): Fact {
  return { early: [], ...words, holds: still, again: still }
}
