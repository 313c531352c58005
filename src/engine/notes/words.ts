import { isSentence, linesOf, sentencesOf } from '../core/extract/statement.ts'
import { factKey, NUMBER_WORDS } from '../core/extract/fact.ts'
import type { Note } from './note.ts'

/** Who said something. */
export type Speaker = 'user' | 'agent'

/** How what was said in a message is read, in lines and characters. */
export const SPOKEN = Object.freeze({
  /** A longer text has pasted material between its first and last lines, more often than wishes. */
  head: 16,
  tail: 8,
  /** "Yes." and "Go on." mean little without what they answer. */
  shortest: 16,
  /** A longer sentence is cut at a word. */
  longest: 1000,
})

/** What was said in a message, word for word: its sentences, and of the user whatever is long enough. */
export function saidIn(by: Speaker, text: string): readonly string[] {
  const lines = linesOf(text).filter((line) => line.trim() !== '')
  return lines
    .filter((_, index) => by === 'agent' || index < SPOKEN.head || index >= lines.length - SPOKEN.tail)
    .flatMap((line) => sentencesOf(line, SPOKEN.longest))
    .flatMap(({ text: said }) =>
      said.length >= SPOKEN.shortest && (by === 'user' || isSentence(said)) ? [said] : [],
    )
}

/** Marks notes that are quotes of what was said. */
const SAID = 'said_by_the_'

/** A sentence as a note. Those of the agent beyond its share are `older`. */
export function quote(by: Speaker, text: string, turn: number, older = false): Note {
  return { category: SAID + by, importance: 'normal', text, turn, key: older ? 'older' : by }
}

export function isQuote({ category }: Note): boolean {
  return category.startsWith(SAID)
}

/** The subject of a statement with a number, in figures or words; null without one. */
export function subjectOf(text: string): string | null {
  const isValue = (word: string) => /\p{N}/u.test(word) || NUMBER_WORDS.has(word.toLowerCase())
  return text.split(/[^\p{L}\p{N}]+/u).some(isValue) ? factKey('number', text) : null
}
