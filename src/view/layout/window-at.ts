import { BLOCK_STATES } from '../../engine/internal.ts'
import type { BlockId, BlockState, ContentId, Tick, Tokens, WindowId, Turn } from '../../engine/index.ts'
import type { TimelineData, WindowRecord } from '../../sim/index.ts'

/** The state of a block in a window at a tick. */
export interface WindowEntry {
  /** Row of its span. */
  readonly span: number
  readonly block: BlockId
  readonly version: number
  readonly state: BlockState
  /** Its current tokens, including its message overhead. */
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

/** Where a conversation continued in a new window: a line across its pictures. */
export interface WindowOpening {
  readonly turn: Turn
  /** Number of the window in the conversation, from 1. */
  readonly serial: number
  readonly id: WindowId
  /** Position in `timeline.edits` of the edit that opened it. */
  readonly edit: number
}

/** The windows that a strategy opened to replace a window, in order. */
export function windowOpenings(
  { windows, edits }: Pick<TimelineData, 'windows' | 'edits'>,
  window: WindowId,
): WindowOpening[] {
  return edits.flatMap((edit) => {
    if (edit.opened === null || edit.window !== window) return []
    return [{ turn: edit.turn, serial: serialOf(windows, edit.opened), id: edit.opened, edit: edit.edit }]
  })
}

/** Number of a model context among those of its window, from 1. */
export function serialOf(windows: readonly WindowRecord[], id: WindowId): number {
  const own = windows.find((one) => one.id === id)
  if (own?.kind !== 'continuation') return 1
  const before = windows.filter(
    (one) => one.kind === 'continuation' && one.parent === own.parent && one.id <= id,
  )
  return before.length + 1
}
