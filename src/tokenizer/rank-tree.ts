import { readRanks } from './ranks.ts'

/** No such token or node; ranks and nodes are never negative. */
export const NONE = -1

/** Ranks below this are the single bytes, which no merge makes. */
export const BYTE_RANKS = 256

const UNKNOWN = -2

/**
 * The tokens of an encoding as a tree over their bytes: a node is a beginning of a token, and a token itself if it has
 * a rank.
 *
 * All edges are in one open-addressed hash table, and a node is the number of the slot with the edge to it. So a node's
 * edge and rank share a cache line, the way back to the root needs no memory, and the 420,000 nodes of o200k_base take
 * 8 MB and no objects. The nodes of the 256 single bytes come after the slots, because no edge leads to them.
 */
export class RankTree {
  /** Two numbers per node: 1 + 256 × its parent + its last byte (0 = free), and 1 + its rank (0 = none). */
  readonly #nodes: Int32Array
  /** The node of every two bytes, where each search begins; NONE if no token begins with them. */
  readonly #pairs = new Int32Array(65536).fill(NONE)
  readonly #nodeOfRank: Int32Array
  /** The bytes of all tokens, rank by rank, and where each token's begin. */
  readonly #bytes: Uint8Array
  readonly #offsets: Int32Array
  /** What `shorterThan` found so far. */
  readonly #shorter: Int32Array
  readonly #slots: number
  readonly #shift: number
  #used = 0

  /**
   * The tree of js-tiktoken's `bpe_ranks`. Throws unless its ranks are 0 … size − 1 and the lowest 256 are
   * the single bytes.
   */
  constructor(packed: string) {
    // Both encodings have a node per 5 to 5.5 characters of the file: half of the slots stay free.
    const bits = 32 - Math.clz32(Math.ceil(packed.length * 0.4))
    this.#shift = 32 - bits
    this.#slots = 1 << bits
    this.#nodes = new Int32Array(2 * (this.#slots + BYTE_RANKS))
    const nodeOfRank: number[] = []
    const offsets: number[] = []
    const pool = new Uint8Array(packed.length)
    let filled = 0
    readRanks(packed, (rank, bytes, length) => {
      if (rank !== nodeOfRank.length)
        throw new Error(`rank file, rank ${nodeOfRank.length}: found rank ${rank}`)
      nodeOfRank.push(this.#add(bytes, length, rank))
      offsets.push(filled)
      for (let at = 0; at < length; at++) pool[filled++] = bytes[at]!
    })
    offsets.push(filled)
    this.#nodeOfRank = new Int32Array(nodeOfRank)
    this.#offsets = new Int32Array(offsets)
    this.#bytes = pool.slice(0, filled)
    this.#shorter = new Int32Array(nodeOfRank.length).fill(UNKNOWN)
    for (let rank = 0; rank < BYTE_RANKS; rank++) {
      const length = rank < this.size ? this.lengthOf(rank) : 0
      if (length !== 1) throw new Error(`rank file, rank ${rank}: not one byte but ${length}`)
    }
  }

  /** Number of tokens; their ranks are 0 … size − 1. */
  get size(): number {
    return this.#nodeOfRank.length
  }

  /** Number of bytes in a token. */
  lengthOf(rank: number): number {
    return this.#offsets[rank + 1]! - this.#offsets[rank]!
  }

  /** The bytes of a token; must not be written to. */
  bytesOf(rank: number): Uint8Array {
    return this.#bytes.subarray(this.#offsets[rank], this.#offsets[rank + 1])
  }

  /** The longest token in `bytes` from `start` on, before `end`. A byte is always a token. */
  longestAt(bytes: Uint8Array, start: number, end: number): number {
    const nodes = this.#nodes
    const first = bytes[start]!
    let best = nodes[2 * (this.#slots + first) + 1]!
    let at = start + 1
    if (at === end) return best - 1
    let node = this.#pairs[(first << 8) | bytes[at]!]!
    while (node !== NONE) {
      const rank = nodes[2 * node + 1]!
      if (rank !== 0) best = rank
      if (++at === end) break
      node = this.#child(node, bytes[at]!)
    }
    return best - 1
  }

  /** The longest token that is a proper prefix of this one, NONE for a byte. */
  shorterThan(rank: number): number {
    const known = this.#shorter[rank]!
    return known === UNKNOWN ? this.#findShorter(rank) : known
  }

  /** The token that two tokens make when written together, or NONE. */
  joint(left: number, right: number): number {
    let node = this.#nodeOfRank[left]!
    const end = this.#offsets[right + 1]!
    for (let at = this.#offsets[right]!; at < end && node !== NONE; at++) {
      const byte = this.#bytes[at]!
      node = node < this.#slots ? this.#child(node, byte) : this.#pairs[((node - this.#slots) << 8) | byte]!
    }
    return node === NONE ? NONE : this.#nodes[2 * node + 1]! - 1
  }

  /** The token from `start` to `end` in `text`, which must be ASCII and not empty there; else NONE. */
  wholeAscii(text: string, start: number, end: number): number {
    const first = text.charCodeAt(start)
    if (first > 127) return NONE
    let at = start + 1
    if (at === end) return this.#nodes[2 * (this.#slots + first) + 1]! - 1
    let code = text.charCodeAt(at)
    if (code > 127) return NONE
    let node = this.#pairs[(first << 8) | code]!
    while (node !== NONE) {
      if (++at === end) return this.#nodes[2 * node + 1]! - 1
      code = text.charCodeAt(at)
      if (code > 127) return NONE
      node = this.#child(node, code)
    }
    return NONE
  }

  #findShorter(rank: number): number {
    let node = this.#nodeOfRank[rank]!
    let found = 0
    for (let length = this.lengthOf(rank) - 1; length > 0 && found === 0; length--) {
      node = (this.#nodes[2 * node]! - 1) >>> 8
      found = this.#nodes[2 * node + 1]!
    }
    return (this.#shorter[rank] = found - 1)
  }

  #child(node: number, byte: number): number {
    const edge = ((node << 8) | byte) + 1
    const slot = this.#slotOf(edge)
    return this.#nodes[2 * slot] === edge ? slot : NONE
  }

  /** The slot of this edge, or the free one for it. */
  #slotOf(edge: number): number {
    const nodes = this.#nodes
    let slot = Math.imul(edge, 0x9e3779b1) >>> this.#shift
    for (;;) {
      const found = nodes[2 * slot]!
      if (found === edge || found === 0) return slot
      slot = (slot + 1) & (this.#slots - 1)
    }
  }

  #add(bytes: Uint8Array, length: number, rank: number): number {
    let node = this.#slots + bytes[0]!
    for (let at = 1; at < length; at++) {
      const edge = ((node << 8) | bytes[at]!) + 1
      node = this.#slotOf(edge)
      if (this.#nodes[2 * node] === 0 && ++this.#used === this.#slots)
        throw new Error(`rank file, rank ${rank}: tree is full at ${this.#slots} nodes`)
      this.#nodes[2 * node] = edge
      if (at === 1) this.#pairs[(bytes[0]! << 8) | bytes[1]!] = node
    }
    this.#nodes[2 * node + 1] = rank + 1
    return node
  }
}
