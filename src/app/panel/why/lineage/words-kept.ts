import { diffWordsWithSpace } from 'diff'

/** A stretch of a text: it stands in the other text too, or not. */
export interface Piece {
  readonly text: string
  readonly kept: boolean
}

/** Two texts compared word by word. */
export interface KeptWords {
  readonly before: readonly Piece[]
  readonly after: readonly Piece[]
  /** Words of the first text, and how many of them stand in the second, in its order. */
  readonly words: number
  readonly kept: number
}

/** Characters of both texts together beyond which they are not compared, and milliseconds that it may take. */
const LONGEST = 80_000
const PATIENCE = 1000

/** What of a text stands in another, in the same order; null where the texts are too long, or too far apart, to say soon. */
export function wordsKept(before: string, after: string): KeptWords | null {
  if (before.length + after.length > LONGEST) return null
  const changes = diffWordsWithSpace(before, after, { timeout: PATIENCE })
  if (changes === undefined) return null
  const pieces = (skip: 'added' | 'removed'): Piece[] =>
    changes
      .filter((change) => !change[skip])
      .map(({ value, added, removed }) => ({ text: value, kept: !added && !removed }))
  const words = wordsOf(before)
  const kept = changes.reduce(
    (sum, { value, added, removed }) => (added || removed ? sum : sum + wordsOf(value)),
    0,
  )
  return { before: pieces('added'), after: pieces('removed'), words, kept: Math.min(kept, words) }
}

function wordsOf(text: string): number {
  return text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0
}
