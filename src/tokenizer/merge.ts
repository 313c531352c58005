import { BYTE_RANKS, NONE, type RankTree } from './rank-tree.ts'

/** Maximum tokens of a piece that needs no new array; a longer array is released. */
const ROW = 1024

/** Number of token pairs whose result is cached, half a megabyte. Text repeats its pairs. */
const PAIRS = 1 << 16
const PAIR_SHIFT = 16

/** The state before the first token. */
const START = -2

const NO_LIMIT = 0x7fffffff

/**
 * Counts the tokens that byte-pair merging makes of a piece, without merging it.
 *
 * Merging joins the two neighbours whose joint token has the lowest rank, the leftmost such pair, until no pair makes a
 * token. Searching for the lowest rank after each join is quadratic, and a heap costs a logarithm and an array or four
 * of the piece's length. Instead the result is built from the left:
 *
 * 1. Until a merge crosses the border between two neighbouring tokens of a row, each develops as it would alone,
 *    and only these two can cause such a merge. So a row of tokens is the result of merging its bytes if and only if
 *    any two neighbours are the result of merging theirs.
 * 2. Whether two tokens stay apart is found by undoing their merges, the later one first: they do if at no
 *    moment the two parts at the border would have been the next to merge (`#stayApart`).
 * 3. Every beginning of the piece has one such row, so each position in the piece can be reached in at most one way.
 *    The search tries the longest token that may follow the previous one, and backtracks if there is none. It is never
 *    at a position twice, and tries each token that starts there at most once: the time is linear in the length, for
 *    every piece.
 *
 * This requires ranks in which every token is the result of merging its own bytes and has a higher rank than the two
 * tokens that it is made of, as in o200k_base and cl100k_base (the tests check all 300,000).
 */
export class Merge {
  /** Tokens tried and merges undone since this counter was made: a measure of its time without a clock. */
  steps = 0
  readonly #tree: RankTree
  /** The two tokens whose merge makes a token, left and right; NONE until needed. */
  readonly #parts: Int32Array
  /**
   * Two numbers per pair: 1 + the left token, and the right one above a bit that says whether they can be neighbours.
   */
  readonly #verdicts = new Int32Array(2 * PAIRS)
  readonly #row = new Int32Array(ROW)

  constructor(tree: RankTree) {
    this.#tree = tree
    this.#parts = new Int32Array(2 * tree.size).fill(NONE)
  }

  /** Tokens of the piece that is the first `length` ≥ 1 bytes of `bytes`. */
  count(bytes: Uint8Array, length: number): number {
    const tree = this.#tree
    let candidate = tree.longestAt(bytes, 0, length)
    if (tree.lengthOf(candidate) === length) return 1

    let row: Int32Array = this.#row
    let placed = 0
    let previous = START
    let at = 0
    for (;;) {
      this.steps++
      const end = at + tree.lengthOf(candidate)
      if (previous === START || this.#areNeighbours(previous, candidate)) {
        if (end === length) return placed + 1
        if (placed === row.length) row = doubled(row)
        row[placed++] = previous = candidate
        if (!isTwice(bytes, at, end, length)) candidate = tree.longestAt(bytes, end, length)
        at = end
        continue
      }
      candidate = this.#nextCandidate(candidate, previous, bytes, at, length)
      while (candidate === NONE) {
        const failed = previous
        at -= tree.lengthOf(failed)
        placed--
        previous = placed === 0 ? START : row[placed - 1]!
        candidate = this.#nextCandidate(failed, previous, bytes, at, length)
      }
    }
  }

  /**
   * The token to try at a position after `failed`, or NONE. The tokens at a position are tried from the longest down.
   * One exception: the previous token comes first if it fits once more. In a run, such as a line of equal signs, it is
   * nearly always right, and longer ones are nearly always wrong.
   */
  #nextCandidate(failed: number, previous: number, bytes: Uint8Array, at: number, length: number): number {
    const tree = this.#tree
    const next = failed === previous ? tree.longestAt(bytes, at, length) : tree.shorterThan(failed)
    return next === previous ? tree.shorterThan(next) : next
  }

  /** Whether merging leaves `left` and `right` unchanged if they are neighbours. */
  #areNeighbours(left: number, right: number): boolean {
    const pair = ((Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b)) >>> PAIR_SHIFT) * 2
    const known = this.#verdicts[pair + 1]!
    if (this.#verdicts[pair] === left + 1 && known >> 1 === right) return (known & 1) === 1
    const apart = this.#stayApart(left, right, NO_LIMIT)
    this.#verdicts[pair] = left + 1
    this.#verdicts[pair + 1] = (right << 1) | (apart ? 1 : 0)
    return apart
  }

  /**
   * Whether merging keeps the border between `left` and `right`, as long as it makes only tokens of ranks below
   * `limit`. Goes back in time from the two tokens to the two bytes at the border: of the last merge on either side it
   * undoes the later one, which has the higher rank, or the right one if both made the same token. At each moment the
   * parts at the border would have merged if their joint token had a lower rank than the next merge that did happen.
   */
  #stayApart(left: number, right: number, limit: number): boolean {
    let before = limit
    let x = left
    let y = right
    for (;;) {
      this.steps++
      const joint = this.#tree.joint(x, y)
      if (joint !== NONE && joint < before) return false
      if (x > y) {
        if (x < BYTE_RANKS) return true
        before = x
        x = this.#rightPartOf(x)
      } else {
        if (y < BYTE_RANKS) return true
        // The border is to the left of this merge, so an equal rank would have gone first.
        before = y + 1
        y = this.#leftPartOf(y)
      }
    }
  }

  #leftPartOf(token: number): number {
    if (this.#parts[2 * token] === NONE) this.#takeApart(token)
    return this.#parts[2 * token]!
  }

  #rightPartOf(token: number): number {
    if (this.#parts[2 * token] === NONE) this.#takeApart(token)
    return this.#parts[2 * token + 1]!
  }

  /** Finds the only two tokens from which merging can make this one. */
  #takeApart(token: number): void {
    const tree = this.#tree
    const bytes = tree.bytesOf(token)
    const length = bytes.length
    for (let left = tree.shorterThan(token); left !== NONE; left = tree.shorterThan(left)) {
      const at = tree.lengthOf(left)
      const right = tree.longestAt(bytes, at, length)
      if (left > token || right > token || at + tree.lengthOf(right) < length) continue
      if (this.#stayApart(left, right, token)) {
        this.#parts[2 * token] = left
        this.#parts[2 * token + 1] = right
        return
      }
    }
    throw new Error(`no merge makes the token of rank ${token}`)
  }
}

/** Whether the bytes from `start` to `end` are repeated there. */
function isTwice(bytes: Uint8Array, start: number, end: number, length: number): boolean {
  const distance = end - start
  if (end + distance > length) return false
  for (let at = start; at < end; at++) if (bytes[at] !== bytes[at + distance]) return false
  return true
}

function doubled(row: Int32Array): Int32Array {
  const longer = new Int32Array(2 * row.length)
  longer.set(row)
  return longer
}
