/** A block of a window, by the order in which it was observed there. */
export type Ordinal = number

/** The origin of strings that were known before any block: those of the system prompt and the tools. */
export const KNOWN_BEFORE: Ordinal = -1

/**
 * Which blocks hold which strings: a table from 64-bit hashes to a few numbers. The strings themselves are not kept (a
 * match is read from the current text), so a string costs 24 bytes and its slot, whatever its length.
 *
 * A row is a small number that stays assigned to the string. With 10 million strings, a look-up confuses two of them
 * with probability 10⁻¹².
 */
export class Holders {
  /** By row: the block in which it was first seen, or KNOWN_BEFORE. */
  origin = new Int32Array(64)
  /** By row: the latest block that holds it. */
  holder = new Int32Array(64)
  /** By row: how many blocks hold it. */
  count = new Int32Array(64)
  /** By row: the last block that was counted, so that repetitions within one block count once. */
  counted = new Int32Array(64)
  size = 0
  #highs = new Int32Array(64)
  #lows = new Int32Array(64)
  #slots = new Int32Array(128).fill(-1)

  /** The row of a string, or −1. */
  find(high: number, low: number): number {
    return this.#slots[this.#slotOf(high, low)] as number
  }

  /** Adds a row for a new string, first seen in `origin`. */
  add(high: number, low: number, origin: Ordinal, block: Ordinal): number {
    if (this.size === this.origin.length) this.#grow()
    const row = this.size++
    this.#slots[this.#slotOf(high, low)] = row
    this.#highs[row] = high
    this.#lows[row] = low
    this.origin[row] = origin
    this.holder[row] = origin
    this.count[row] = 1
    this.counted[row] = block
    return row
  }

  #slotOf(high: number, low: number): number {
    const last = this.#slots.length - 1
    let slot = low & last
    for (;;) {
      const row = this.#slots[slot] as number
      if (row < 0 || (this.#lows[row] === low && this.#highs[row] === high)) return slot
      slot = (slot + 1) & last
    }
  }

  #grow(): void {
    const rows = this.size * 2
    this.origin = widened(this.origin, rows)
    this.holder = widened(this.holder, rows)
    this.count = widened(this.count, rows)
    this.counted = widened(this.counted, rows)
    this.#highs = widened(this.#highs, rows)
    this.#lows = widened(this.#lows, rows)
    this.#slots = new Int32Array(rows * 2).fill(-1)
    for (let row = 0; row < this.size; row++)
      this.#slots[this.#slotOf(this.#highs[row] as number, this.#lows[row] as number)] = row
  }
}

function widened(column: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(length)
  wide.set(column)
  return wide
}
