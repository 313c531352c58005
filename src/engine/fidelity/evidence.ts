import { COMMON_WORDS } from '../core/reference/shingle.ts'
import type { Sentence } from './sentence.ts'
import { normalText } from './text-index.ts'

/** How often each word occurs in the text being compressed; a rare word is stronger evidence. */
export type Frequencies = ReadonlyMap<string, number>

/** Pieces of evidence that a question expects. */
const WANTED = 3

/** How often each string occurs in some lists. */
export function countsIn(lists: readonly Iterable<string>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const list of lists) for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/**
 * The most significant pieces of a sentence: paths, names and long numbers first, then its rarest words. null if there
 * are fewer than two, because a single word occurs in too many other places.
 */
export function evidenceOf(sentence: Sentence, frequencies: Frequencies): readonly string[] | null {
  const chosen: string[] = []
  for (const { text } of sentence.strong)
    if (chosen.length < WANTED - 1 && !chosen.includes(text)) chosen.push(text)
  const covered = chosen.map(normalText).join(' ')
  const words = new Set(sentence.words)
  while (chosen.length < WANTED) {
    let rarest = ''
    let least = Infinity
    for (const word of words) {
      const count = frequencies.get(word) ?? 0
      if (count > least || (count === least && word.length <= rarest.length)) continue
      if (STOP_WORDS.has(word) || covered.includes(word)) {
        words.delete(word)
        continue
      }
      rarest = word
      least = count
    }
    if (rarest === '') break
    words.delete(rarest)
    chosen.push(rarest)
  }
  return chosen.length < 2 ? null : chosen
}

const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    COMMON_WORDS +
    ' always cannot doing down else ever keep never next note okay once thing turn upon used user uses wants yours'
  ).split(' '),
)
