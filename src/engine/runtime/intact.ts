import { ORIGINAL } from '../core/window/window.ts'
import type { Entry } from '../core/window/window.ts'
import type { TurnResources } from './turn-input.ts'

/** Reads the words of an entry. */
type Words = Pick<TurnResources, 'text' | 'content'>

/**
 * How many of the entries that the last call sent are still at the start of the window, with the same words. Replacing
 * a text by itself does not break the cache. O(entries).
 *
 * @param most how many of the previous entries were sent; a response behind them was not
 */
export function intactOf(
  before: readonly Entry[],
  now: readonly Entry[],
  most: number,
  words: Words,
): number {
  const end = Math.min(most, now.length)
  for (let at = 0; at < end; at++) {
    const [a, b] = [before[at], now[at]]
    if (a !== b && (a === undefined || b === undefined || !readsSame(a, b, words))) return at
  }
  return end
}

function readsSame(a: Entry, b: Entry, words: Words): boolean {
  if (a.block !== b.block || a.tokens !== b.tokens || a.overhead !== b.overhead) return false
  return wordsOf(a, words) === wordsOf(b, words)
}

function wordsOf({ block, content }: Entry, words: Words): string {
  return content === ORIGINAL ? words.text(block) : words.content.text(content)
}
