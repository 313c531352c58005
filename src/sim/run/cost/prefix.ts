import { absorb, BLOCK_STATES, firstFor, inPrompt, mix } from '../../../engine/internal.ts'
import type { Block, BlockId, BlockType, Tokens } from '../../../engine/index.ts'
import { cell } from '../timeline/recorder.ts'
import type { Spans, TimelineData } from '../timeline/timeline.ts'

/**
 * Blocks that come before the messages in a request, whatever their position in the window: tools, then the system
 * prompt.
 */
const HEAD: Partial<Record<BlockType, number>> = { tool_definition: 0, system_prompt: 1 }
const MESSAGES = 2

interface Row {
  readonly span: number
  readonly place: number
  /** The block with its content: equal keys mean the same bytes for the provider. */
  readonly key: number
}

/**
 * Two sub-agents count as having the same instructions if the sizes implied by usage differ by less than this share.
 */
const SAME_HEAD = 0.01

/** What a provider receives of a span, and where in the prompt: equal keys are equal bytes. */
export class PromptBytes {
  readonly #spans: Spans
  readonly #blocks: readonly Block[]
  readonly #same: ReadonlyMap<BlockId, BlockId>

  constructor({ spans, blocks }: Pick<TimelineData, 'spans' | 'blocks'>) {
    this.#spans = spans
    this.#blocks = blocks
    this.#same = sharedHeads(blocks)
  }

  /** The row of a span; empty if it is in no prompt. */
  row(span: number): Row[] {
    const spans = this.#spans
    const state = BLOCK_STATES[cell(spans.state, span)] ?? 'gone'
    if (state === 'gone' || !inPrompt({ state, tokens: cell(spans.tokens, span) })) return []
    const id = cell(spans.block, span)
    const block = this.#same.get(id) ?? id
    const cleared = state === 'server_cleared' ? 1 : 0
    const key = (block * 0x40_0000 + (cell(spans.content, span) + 1)) * 2 + cleared
    const { type, unexplained = false } = this.#blocks[id] ?? { type: 'user_message' }
    // What a prompt gained in the middle stays there, whatever component it is charged to.
    return [{ span, place: unexplained ? MESSAGES : (HEAD[type] ?? MESSAGES), key }]
  }
}

/**
 * A log does not contain the instructions of its sub-agents, but usage implies their size. If it is nearly the same as
 * an earlier window's, they are assumed to be equal: by block, the earlier one.
 */
export function sharedHeads(
  blocks: readonly Pick<Block, 'id' | 'type' | 'window' | 'tokens' | 'inferred' | 'unexplained'>[],
): ReadonlyMap<BlockId, BlockId> {
  const same = new Map<BlockId, BlockId>()
  /** Instructions that equal no earlier ones, with their order, sorted by size: only few have nearly the same size. */
  const heads: { readonly at: number; readonly block: (typeof blocks)[number] }[] = []
  blocks.forEach((block, at) => {
    if (!block.inferred || block.unexplained === true || block.type !== 'system_prompt') return
    const near = SAME_HEAD * block.tokens
    const from = placeOf(block.tokens - near)
    let earlier: (typeof heads)[number] | undefined
    for (let place = from; place < heads.length; place++) {
      const head = heads[place]
      if (head === undefined || head.block.tokens - block.tokens >= near) break
      const isSame = head.block.window !== block.window && block.tokens - head.block.tokens < near
      if (isSame && head.at < (earlier?.at ?? Infinity)) earlier = head
    }
    if (earlier === undefined) heads.splice(placeOf(block.tokens), 0, { at, block })
    else same.set(block.id, earlier.block.id)
  })
  return same

  /** The first index whose head has at least this many tokens. */
  function placeOf(tokens: number): number {
    return firstFor(0, heads.length, (at) => (heads[at]?.block.tokens ?? Infinity) >= tokens)
  }
}

/**
 * The prompt of one window as a provider's cache sees it: a chain of hashes over its blocks in the order tools, system
 * prompt, messages (COST-2). An arrival at the end costs its own length, a change everything after it.
 */
export class Prefix {
  readonly #spans: Spans
  readonly #bytes: PromptBytes
  #rows: Row[] = []
  /** `#hashes[i]` and `#tokens[i]` are of the first i blocks. */
  readonly #hashes: number[] = [0]
  readonly #tokens: Tokens[] = [0]
  /** Blocks with their contents that were in an earlier prompt of this window. */
  readonly #sent = new Set<number>()
  /** Previously sent tokens among the blocks from `#changed` on; all blocks before were sent. */
  #oldFrom: Tokens[] = [0]
  #changed = 0

  constructor(spans: Spans, bytes: PromptBytes) {
    this.#spans = spans
    this.#bytes = bytes
  }

  /** Number of blocks in the prompt. */
  get length(): number {
    return this.#rows.length
  }

  /** Number of blocks of tools and system prompt. */
  get head(): number {
    let head = 0
    while (head < this.#rows.length && (this.#rows[head]?.place ?? MESSAGES) < MESSAGES) head++
    return head
  }

  /** Number of blocks before the first one that the last change touched. */
  get changed(): number {
    return this.#changed
  }

  hash(length: number): number {
    return this.#hashes[length] ?? 0
  }

  tokens(length: number): Tokens {
    return this.#tokens[length] ?? 0
  }

  block(at: number): BlockId | null {
    const row = this.#rows[at]
    return row === undefined ? null : cell(this.#spans.block, row.span)
  }

  /**
   * Among the blocks from one length to another, the tokens that were in a prompt of this window before this change.
   */
  sentBefore(from: number, to: number): Tokens {
    const changed = Math.min(Math.max(this.#changed, from), to)
    const old = (length: number): Tokens => this.#oldFrom[length - this.#changed] ?? 0
    const whole = this.tokens(changed) - this.tokens(from)
    return to <= this.#changed ? whole : whole + old(to) - old(Math.max(from, this.#changed))
  }

  /**
   * Applies removals and additions since the last prompt.
   *
   * @returns the hashes that are no longer prefixes of the prompt, the shortest first, and the block at the first of
   *   them
   */
  change(
    ended: ReadonlySet<number>,
    began: readonly number[],
  ): { readonly cut: readonly number[]; readonly first: BlockId | null } {
    const fresh = began.flatMap((span) => this.#bytes.row(span)).toSorted((a, b) => this.#compare(a, b))
    let low = this.#rows.length
    for (const span of ended) low = Math.min(low, this.#find(span))
    const [first] = fresh
    if (first !== undefined) low = Math.min(low, this.#placeFor(first))
    const behind = this.#rows.slice(low)
    const cut = this.#hashes.slice(low + 1)
    const stay = behind.filter(({ span }) => !ended.has(span))
    const before = this.block(low)
    this.#rows.length = low
    this.#hashes.length = low + 1
    this.#tokens.length = low + 1
    this.#changed = low
    this.#oldFrom = [0]
    const merged = fresh.length === 0 ? stay : [...stay, ...fresh].toSorted((a, b) => this.#compare(a, b))
    for (const row of merged) this.#push(row)
    // The first changed block may be the same as before: an overhead moved, or it was removed and put back.
    return { cut, first: behind.length === 0 ? null : (before ?? this.block(low)) }
  }

  #push(row: Row): void {
    const at = this.#rows.length
    const tokens = cell(this.#spans.tokens, row.span)
    const hash = this.#hashes[at] ?? 0
    // Two lanes of 32 and 21 bits, so that both fit into a number.
    const low = (row.key % 0x1_0000_0000) | 0
    const high = Math.floor(row.key / 0x1_0000_0000)
    const a = mix(absorb(absorb(hash | 0, low), high))
    const b = mix(absorb(absorb(Math.floor(hash / 0x1_0000_0000) ^ a, high), low)) >>> 11
    this.#rows.push(row)
    this.#hashes.push(b * 0x1_0000_0000 + a)
    this.#tokens.push((this.#tokens[at] ?? 0) + tokens)
    this.#oldFrom.push((this.#oldFrom.at(-1) ?? 0) + (this.#sent.has(row.key) ? tokens : 0))
  }

  /** Records that the current prompt was sent. */
  send(): void {
    for (const { key } of this.#rows.slice(this.#changed)) this.#sent.add(key)
    this.#changed = this.#rows.length
    this.#oldFrom = [0]
  }

  #compare(a: Row, b: Row): number {
    const { order, block } = this.#spans
    return (
      a.place - b.place ||
      cell(order, a.span) - cell(order, b.span) ||
      cell(block, a.span) - cell(block, b.span)
    )
  }

  /** Index of a span; the end if it is in no prompt. */
  #find(span: number): number {
    const [row] = this.#bytes.row(span)
    if (row === undefined) return this.#rows.length
    const at = this.#placeFor(row)
    return this.#rows[at]?.span === span ? at : this.#rows.length
  }

  #placeFor(row: Row): number {
    return firstFor(0, this.#rows.length, (at) => {
      const other = this.#rows[at]
      return other === undefined || this.#compare(other, row) >= 0
    })
  }
}
