import { BLOCK_STATES } from '../engine/internal.ts'
import type { BlockId, BlockState, ContentId, Tick, Tokens, WindowId } from '../engine/index.ts'
import type { TimelineData } from '../sim/index.ts'

/** A block as it stands in a window at a tick. */
export interface WindowEntry {
  /** Row of the span it was read from. */
  readonly span: number
  readonly block: BlockId
  readonly version: number
  readonly state: BlockState
  /** Tokens it costs as it stands, its part of the message overhead included. */
  readonly tokens: Tokens
  readonly order: number
  readonly content: ContentId
  /** Tokens of the entries before it: its lower edge in the strata picture. */
  readonly offset: Tokens
}

/** The entries of a window after the change of `tick`, in prompt order. O(spans). */
export function windowAt(data: Pick<TimelineData, 'spans'>, tick: Tick, window: WindowId): WindowEntry[] {
  const { spans } = data
  const rows: number[] = []
  for (let row = 0; row < spans.length; row++) {
    if (spans.window[row] !== window) continue
    if (at(spans.fromTick, row) <= tick && tick < at(spans.toTick, row)) rows.push(row)
  }
  rows.sort((a, b) => at(spans.order, a) - at(spans.order, b) || at(spans.block, a) - at(spans.block, b))
  let offset = 0
  return rows.map((row) => {
    const tokens = at(spans.tokens, row)
    offset += tokens
    return {
      span: row,
      block: at(spans.block, row),
      version: at(spans.version, row),
      state: BLOCK_STATES[at(spans.state, row)] ?? 'live',
      tokens,
      order: at(spans.order, row),
      content: at(spans.content, row),
      offset: offset - tokens,
    }
  })
}

function at(column: Int32Array | Uint8Array | Float64Array, row: number): number {
  return column[row] ?? 0
}
