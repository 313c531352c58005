import type { TokenCounter } from '../engine/index.ts'

/** Shorter texts are counted faster than they are found. */
const SHORTEST = 64

/** V8 hashes longer strings only by their length: they would all collide. */
const LONGEST = 16_000

/** Maximum characters of one generation of texts, 2 MB at two bytes each. */
const GENERATION = 1 << 20

/**
 * The same counter with a cache: a run over several lanes or settings counts the same blocks again. Holds two
 * generations of texts of 64 to 16,000 characters; when the newer one is full, it becomes the older one, and texts of
 * the older one that are not used again are forgotten.
 */
export function remembering(counter: TokenCounter): TokenCounter {
  let newer = new Map<string, number>()
  let older = newer
  let held = 0

  const count = (text: string) => {
    if (text.length < SHORTEST || text.length > LONGEST) return counter.count(text)
    const recent = newer.get(text)
    if (recent !== undefined) return recent
    const tokens = older.get(text) ?? counter.count(text)
    if (held + text.length > GENERATION) {
      older = newer
      newer = new Map()
      held = 0
    }
    newer.set(text, tokens)
    held += text.length
    return tokens
  }
  return Object.freeze({ ...counter, count })
}
