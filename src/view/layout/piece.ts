import { BLOCK_STATES, inConversation } from '../../engine/internal.ts'
import type { Block, BlockId, BlockState, Tokens } from '../../engine/index.ts'
import { cell } from '../../sim/internal.ts'
import type { Spans } from '../../sim/index.ts'
import { perWindow } from './axis.ts'

export { cell }

/**
 * A block at one position of the prompt: its consecutive spans, in any state. A block has one piece, unless it was
 * moved or came back.
 */
export interface Piece {
  readonly block: BlockId
  readonly order: number
  /** Rows of its spans, in time order. */
  readonly rows: readonly number[]
  /** Its maximum size. */
  readonly largest: Tokens
}

/** The pieces of a window in prompt order, bottom first. O(spans log spans). */
export const piecesOf = /* @__PURE__ */ perWindow((spans: Spans, window): readonly Piece[] => {
  const rows: number[] = []
  for (let row = 0; row < spans.length; row++) if (spans.window[row] === window) rows.push(row)
  rows.sort((a, b) => cell(spans.fromTick, a) - cell(spans.fromTick, b) || a - b)
  const pieces: { block: BlockId; order: number; rows: number[]; largest: Tokens }[] = []
  const last = new Map<BlockId, number>()
  for (const row of rows) {
    const block = cell(spans.block, row)
    const order = cell(spans.order, row)
    const tokens = cell(spans.tokens, row)
    const piece = pieces[last.get(block) ?? -1]
    const before = piece?.rows.at(-1)
    const follows = before !== undefined && cell(spans.toTick, before) === cell(spans.fromTick, row)
    if (piece !== undefined && follows && piece.order === order) {
      piece.rows.push(row)
      piece.largest = Math.max(piece.largest, tokens)
    } else {
      last.set(block, pieces.length)
      pieces.push({ block, order, rows: [row], largest: tokens })
    }
  }
  return pieces.sort(
    (a, b) =>
      a.order - b.order ||
      cell(spans.fromTick, a.rows[0]) - cell(spans.fromTick, b.rows[0]) ||
      a.block - b.block,
  )
})

export function stateOf(spans: Spans, row: number): BlockState {
  return BLOCK_STATES[cell(spans.state, row)] ?? 'live'
}

/** Which band draws a piece: small neighbours in the prompt share one. */
export interface Grouping {
  /** Band of each piece, by index; never falls. */
  readonly bandOf: Int32Array
  readonly bands: number
}

/** Options of a grouping. */
export interface GroupingOptions {
  /** Pieces that never reach this many tokens are small. */
  readonly smallerThan: Tokens
  /** Maximum number of bands; the threshold for small doubles until it is met or nothing more can be merged. */
  readonly maxBands: number
  readonly keep: ReadonlySet<BlockId>
}

/**
 * Groups neighbouring small pieces until a group is no longer small itself, so that a thousand short messages become a
 * few visible bands and a long conversation keeps its shape. Kept blocks, and the border between tools and
 * conversation, split groups.
 */
export function groupSmall(
  pieces: readonly Piece[],
  blocks: readonly Block[],
  { smallerThan, maxBands, keep }: GroupingOptions,
): Grouping {
  let bound = smallerThan
  let total = 0
  for (const piece of pieces) total += piece.largest
  for (;;) {
    const grouping = groupBelow(bound)
    if (grouping.bands <= maxBands || bound > total) return grouping
    bound = Math.max(1, bound * 2)
  }

  function groupBelow(small: Tokens): Grouping {
    const bandOf = new Int32Array(pieces.length)
    let band = -1
    let filled: Tokens = Infinity
    let side: boolean | null = null
    pieces.forEach((piece, index) => {
      const block = blocks[piece.block]
      const talk = block === undefined || inConversation(block)
      const alone = piece.largest >= small || keep.has(piece.block)
      if (alone || filled >= small || talk !== side) {
        band++
        filled = 0
      }
      filled = alone ? Infinity : filled + piece.largest
      side = talk
      bandOf[index] = band
    })
    return { bandOf, bands: band + 1 }
  }
}
