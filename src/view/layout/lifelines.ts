import type { BlockId, BlockState, BlockType, WindowId } from '../../engine/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { Spans, TimelineData } from '../../sim/index.ts'
import { turnsOf } from './axis.ts'
import { endings } from './ending.ts'
import type { EndingAt, EndReason } from './ending.ts'
import { columnsOf } from './layout.ts'
import type { Column } from './layout.ts'
import { cell, stateOf } from './piece.ts'

/** A block in one state over a range, in turns: at every point of the axis in `from` ≤ x < `to`. */
export interface LifelineSegment {
  readonly state: BlockState
  /** Kept by the client, with nothing in the prompt: folded, or cleared by the provider completely. */
  readonly unsent: boolean
  readonly from: number
  readonly to: number
}

/** Where a block left the window, or became smaller. A move within the prompt is not an end. */
export interface LifelineEnd {
  readonly x: number
  readonly reason: EndReason
  /** True if nothing of the block is left. */
  readonly final: boolean
  /** Position in `timeline.edits`. */
  readonly edit: number
}

/** The life of one block in a window. A gap between two segments: it left and came back. */
export interface Lifeline {
  readonly block: BlockId
  readonly type: BlockType
  readonly segments: readonly LifelineSegment[]
  readonly ends: readonly LifelineEnd[]
}

/** The display list of one lane's lifelines: row i of the picture is `rows[i]`, the first to arrive on top. */
export interface Lifelines {
  readonly window: WindowId
  /** The range of the turn axis with this window. */
  readonly from: number
  readonly to: number
  readonly rows: readonly Lifeline[]
}

/** States of blocks that the client keeps and the model may not see. */
const UNSENT: ReadonlySet<BlockState> = new Set(['folded', 'server_cleared'])

type LifelinesData = Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'edits'>

/**
 * Lays out the lifelines of a window: a row for each block in order of arrival, from birth to end. Uses the same spans
 * as the strata, and the same points of each turn; a block that began and ended between two points was in no prompt and
 * has no row. O(spans log spans).
 */
export function lifelines(data: LifelinesData, window: WindowId = 0): Lifelines {
  const { spans, blocks } = data
  const turns = turnsOf(data.turns, window)
  const columns = columnsOf(turns)
  const from = turns[0]?.turn ?? 0
  const to = (turns.at(-1)?.turn ?? from - 1) + 1
  const ended = endings(data)
  const rows: Lifeline[] = []
  for (const [block, lived] of spansByBlock(spans, window)) {
    const life = new Life(block, ended)
    for (const row of lived) life.stand(spans, row, columns, to)
    const type = blocks[block]?.type
    if (type !== undefined && life.segments.length > 0)
      rows.push({ block, type, segments: life.segments, ends: life.ends() })
  }
  return { window, from, to, rows }
}

/** Rows of each block's spans, in time order; the blocks in order of arrival, those of one tick in prompt order. */
function spansByBlock(spans: Spans, window: WindowId): ReadonlyMap<BlockId, readonly number[]> {
  const rows: number[] = []
  for (let row = 0; row < spans.length; row++) if (spans.window[row] === window) rows.push(row)
  rows.sort(
    (a, b) =>
      cell(spans.fromTick, a) - cell(spans.fromTick, b) ||
      cell(spans.order, a) - cell(spans.order, b) ||
      cell(spans.block, a) - cell(spans.block, b) ||
      a - b,
  )
  const lived = new Map<BlockId, number[]>()
  for (const row of rows) {
    const block = cell(spans.block, row)
    const before = lived.get(block)
    if (before === undefined) lived.set(block, [row])
    else before.push(row)
  }
  return lived
}

/** Collects one block's segments and ends, span by span. */
class Life {
  readonly segments: LifelineSegment[] = []
  readonly #ends: Omit<LifelineEnd, 'final'>[] = []
  readonly #block: BlockId
  readonly #ended: EndingAt

  constructor(block: BlockId, ended: EndingAt) {
    this.#block = block
    this.#ended = ended
  }

  stand(spans: Spans, row: number, columns: readonly Column[], end: number): void {
    const toTick = cell(spans.toTick, row)
    const from = columns[columnFrom(columns, cell(spans.fromTick, row))]?.x ?? end
    const column = toTick === OPEN ? undefined : columns[columnFrom(columns, toTick)]
    const to = column?.x ?? end
    if (from < to) {
      const state = stateOf(spans, row)
      const unsent = UNSENT.has(state) && cell(spans.tokens, row) === 0
      this.#segment({ state, unsent, from, to })
    }
    if (column === undefined || this.segments.at(-1)?.to !== to) return
    const ending = this.#ended(this.#block, toTick)
    if (ending === null || ending.reason === 'moved') return
    // Of several edits between two points, the last one gives the final state.
    if (this.#ends.at(-1)?.x === to) this.#ends.pop()
    this.#ends.push({ x: to, reason: ending.reason, edit: ending.edit.edit })
  }

  #segment(segment: LifelineSegment): void {
    const last = this.segments.at(-1)
    if (
      last !== undefined &&
      last.to === segment.from &&
      last.state === segment.state &&
      last.unsent === segment.unsent
    )
      this.segments[this.segments.length - 1] = { ...last, to: segment.to }
    else this.segments.push(segment)
  }

  ends(): LifelineEnd[] {
    return this.#ends.map((end) => ({
      ...end,
      final: !this.segments.some(({ from, to }) => from <= end.x && end.x < to),
    }))
  }
}

/** Index of the first column after the change of `tick`. */
function columnFrom(columns: readonly Column[], tick: number): number {
  let low = 0
  let high = columns.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((columns[middle]?.tick ?? 0) < tick) low = middle + 1
    else high = middle
  }
  return low
}

/** Maximum distance of a pointer from a bar that still hits it. */
export interface Reach {
  readonly turns: number
  readonly rows: number
}

/**
 * The lifeline at `x` turns and `y` rows from the top: that of the row itself, else of the nearest row within reach
 * that has a bar there; null for none. Rows may be thinner than a pixel.
 */
export function lifelineAt(
  { rows }: Pick<Lifelines, 'rows'>,
  x: number,
  y: number,
  reach: Reach = { turns: 0, rows: 0 },
): Lifeline | null {
  const own = Math.floor(y)
  const far = Math.ceil(reach.rows)
  for (let away = 0; away <= far; away++) {
    for (const row of away === 0 ? [own] : [own - away, own + away]) {
      const line = rows[row]
      if (line?.segments.some(({ from, to }) => from - reach.turns <= x && x < to + reach.turns) === true)
        return line
    }
  }
  return null
}
