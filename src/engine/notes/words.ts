import { isSentence, linesOf, sentencesOf } from '../core/extract/statement.ts'
import { factKey, NUMBER_WORDS } from '../core/extract/fact.ts'
import type { Turn } from '../core/units.ts'

/** Who said a sentence. */
export const SPEAKERS = Object.freeze(['user', 'agent'] as const)
export type Speaker = (typeof SPEAKERS)[number]

/** A sentence of a message that left the window, word for word. */
export interface Words {
  readonly by: Speaker
  readonly text: string
  readonly turn: Turn
  /** How it ranks among the words of its speaker: a sentence, less than one, or text that was pasted most often. */
  readonly kind: 'sentence' | 'fragment' | 'pasted'
  /** What its number is about: of two with the same subject the newer one holds. Null without a number. */
  readonly subject: string | null
}

/** A message, and who it is from. */
export interface Spoken {
  readonly by: Speaker
  readonly turn: Turn
  readonly text: string
}

/** Lines at each end of a message that are read as the user's own. */
const HEAD = 16
const TAIL = 8
/** "Yes." and "Go on." mean little without what they answer. */
const SHORTEST = 16
/** A longer sentence is cut at a word. */
const LONGEST = 1000

/** The sentences of a message. */
export function sentencesIn({ by, turn, text }: Spoken): readonly Words[] {
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  return lines.flatMap((line, index) => {
    const isInner = by === 'user' && index >= HEAD && index < lines.length - TAIL
    return sentencesOf(line, LONGEST).map(({ text: said }) => {
      const isFragment = said.length < SHORTEST || !isSentence(said)
      const kind = isInner ? 'pasted' : isFragment ? 'fragment' : 'sentence'
      return { by, turn, text: said, kind, subject: subjectOf(said) }
    })
  })
}

/** The subject of a statement with a number, in figures or words; null without one. */
export function subjectOf(text: string): string | null {
  const isValue = (word: string) => /\p{N}/u.test(word) || NUMBER_WORDS.has(word.toLowerCase())
  return text.split(/[^\p{L}\p{N}]+/u).some(isValue) ? factKey('number', text) : null
}
