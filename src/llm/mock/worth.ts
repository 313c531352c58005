import { spokenIn } from '../../engine/internal.ts'
import type { AskSource } from '../../engine/index.ts'
import type { Candidate } from './fit.ts'
import { areTalk } from './rarity.ts'

/** Of the characters of a talk. Who says less asks, and nearly all of it has room. */
const MUCH = 1 / 3

/**
 * Whether it is a talk in which the user tells as much as asks: then there is room for a part of it only, and a
 * sentence is chosen by its worth.
 */
export function doesUserTell(sources: readonly AskSource[]): boolean {
  const lengthOf = (some: readonly AskSource[]) => some.reduce((sum, { text }) => sum + text.length, 0)
  return (
    areTalk(sources) &&
    lengthOf(sources.filter(({ type }) => type === 'user_message')) > MUCH * lengthOf(sources)
  )
}

const NUMBERS = /\d[\d.,:/-]*/g
/** A capital letter inside a sentence; a word in katakana. */
const NAMES = /(?<=[\p{L}\p{N},;'’] )\p{Lu}[\p{L}\d'-]+|[\u30a0-\u30ff]{2,}/gu
/** What holds now, where something else was said before. */
const NEWER =
  /(?<!\p{L})(?:now|instead|actually|then|moved|changed?|update|scratch|after all|make (?:it|that)|jetzt|doch|statt|geändert|verschoben|maintenant|finalement|plutôt|ahora|mejor|cambi\p{L}+|adesso|invece|agora|afinal|mudou|nu|toch|verplaatst)(?!\p{L})|やっぱり|変更|変わ|改|现在|推迟|变了/iu
/** More numbers or names than this are a list. */
const MOST = 3

// Chosen on conversations that no test has. What only answers or asks means little alone, so it is below LITTLE; what
// binds, is decided or is to do counts as much as two numbers, which nobody can guess either.
const PLAIN = 0.7
const PER_NUMBER = 0.8
const PER_NAME = 0.6
const IS_NEWER = 0.8
const IS_STATED = 1.8
const IS_QUESTION = -0.9
export const LITTLE = 0.3
/** "Good." and "How so?" */
const SHORT = 16

/**
 * What a sentence of the user is worth in the summary of a talk, without its age and length.
 *
 * @param isStated a rule, a decision or a task by its words; others are found by the forms of talk
 */
export function worthOf(said: string, isStated: boolean): number {
  if (isStated) return PLAIN + IS_STATED
  const found = (pattern: RegExp) => Math.min(MOST, said.match(pattern)?.length ?? 0)
  const numbers = found(NUMBERS)
  const told = PER_NUMBER * numbers + PER_NAME * found(NAMES) + (NEWER.test(said) ? IS_NEWER : 0)
  if (told === 0 && said.length < SHORT && said.split(' ').length < 3) return 0
  return (
    PLAIN +
    told +
    (spokenIn(said) === null ? 0 : IS_STATED) +
    (numbers === 0 && /[?？]\W*$/.test(said) ? IS_QUESTION : 0)
  )
}

/** What being the newest adds; the oldest has none of it. More than any word: what was said last holds. */
const NEWEST = 3
/** Characters of the bullet and the line break, so that a short sentence is not as good as free. */
const FRAME = 24

/**
 * By worth for the room that a sentence takes, from the newest to the oldest as given. The fourth root of its length,
 * since a long sentence says more than one thing.
 */
export function byWorth<
  One extends { readonly text: string; readonly isStated: boolean; readonly candidate: Candidate },
>(all: readonly One[]): readonly One[] {
  return all
    .map((one, at) => ({
      one,
      rank:
        (worthOf(one.text, one.isStated) + NEWEST * (1 - at / all.length)) /
        Math.sqrt(Math.sqrt(one.candidate.line.length + FRAME)),
    }))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one)
}
