import { isSentence, linesOf, outputLinesOf, sentencesOf } from '../core/extract/statement.ts'
import { factKey, NUMBER_WORDS } from '../core/extract/fact.ts'
import type { Turn } from '../core/units.ts'

/** Who said a sentence, or that it is the last line of an output. */
export const SPEAKERS = Object.freeze(['user', 'agent', 'output'] as const)
export type Speaker = (typeof SPEAKERS)[number]

/** A sentence of a message that left the window, word for word. */
export interface Words {
  readonly by: Speaker
  readonly text: string
  readonly turn: Turn
  /** From the middle of a long message, or less than a sentence: pasted text more often than a wish. */
  readonly minor: boolean
}

/** A message, or an output, and who it is from. */
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

/** What is worth carrying of a message: its sentences; of an output of several lines the last, which is its outcome. */
export function sentencesIn({ by, turn, text }: Spoken): readonly Words[] {
  if (by === 'output') {
    const lines = outputLinesOf(text).filter((line) => /[\p{L}\p{N}]{2}/u.test(line.text))
    return lines.length < 2
      ? []
      : lines.slice(-1).map((line) => ({ by, turn, text: line.text, minor: false }))
  }
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  return lines.flatMap((line, index) => {
    const isInner = by === 'user' && index >= HEAD && index < lines.length - TAIL
    return sentencesOf(line, LONGEST).map((sentence) => ({
      by,
      turn,
      text: sentence.text,
      minor: isInner || sentence.text.length < SHORTEST || !isSentence(sentence.text),
    }))
  })
}

/** The subject of a sentence with a number, whose newest value holds; null without one. */
export function subjectOf(text: string): string | null {
  const isValue = (word: string) => /\p{N}/u.test(word) || NUMBER_WORDS.has(word.toLowerCase())
  return text.split(/[^\p{L}\p{N}]+/u).some(isValue) ? factKey('number', text) : null
}
