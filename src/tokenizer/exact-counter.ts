import type { CounterName, TokenCounter } from '../engine/index.ts'
import { Merge } from './merge.ts'
import { NONE, RankTree } from './rank-tree.ts'
import type { Scanner } from './scanner.ts'
import { writeUtf8 } from './utf8.ts'

/** Maximum code units of a piece whose bytes need no new array. */
const KEPT = 4096

/** Tokens of a chat message besides its text, as OpenAI documents for these encodings. */
const MESSAGE_OVERHEAD = 3

/**
 * A counter that agrees with js-tiktoken, `encode(text, [], []).length`, on every string: special tokens
 * such as `<|endoftext|>` are text, and a lone surrogate counts as U+FFFD. `packedRanks` are js-tiktoken's
 * `bpe_ranks` of the encoding whose pieces `scan` finds.
 */
export function exactCounter(name: CounterName, scan: Scanner, packedRanks: string): TokenCounter {
  const tree = new RankTree(packedRanks)
  const merge = new Merge(tree)
  const kept = new Uint8Array(3 * KEPT)

  const count = (text: string) => {
    let tokens = 0
    let start = 0
    while (start < text.length) {
      const end = scan(text, start)
      // Most pieces are one token, and need not be written as bytes.
      if (tree.wholeAscii(text, start, end) !== NONE) tokens++
      else {
        const bytes = end - start <= KEPT ? kept : new Uint8Array(3 * (end - start))
        tokens += merge.count(bytes, writeUtf8(text, start, end, bytes))
      }
      start = end
    }
    return tokens
  }
  return Object.freeze({ name, exact: true, messageOverhead: MESSAGE_OVERHEAD, count })
}
