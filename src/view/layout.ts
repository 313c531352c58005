import type { BlockState, Tick, Tokens } from '../engine/index.ts'
import { OPEN } from '../sim/index.ts'
import type { Spans, TurnRecord } from '../sim/index.ts'
import { pointOf, POINTS, xAt } from './axis.ts'
import { cell, stateOf } from './piece.ts'
import type { Piece } from './piece.ts'

/** A point of the axis at which the window is known. */
export interface Column {
  readonly x: number
  readonly tick: Tick
  /** True where blocks were only appended since the column before: they stand at once instead of sliding in. */
  readonly step: boolean
}

export function columnsOf(turns: readonly TurnRecord[]): Column[] {
  return turns.flatMap((record) =>
    POINTS.flatMap((point): Column[] => {
      const at = pointOf(record, point)
      const step = point === 'arrived' || point === 'responded'
      return at === null ? [] : [{ x: xAt(record.turn, point), tick: at.tick, step }]
    }),
  )
}

/** A piece on its way from one column to the next; where it was not, or is no more, it has no height. */
export interface MovedPiece {
  readonly piece: number
  readonly was: boolean
  readonly is: boolean
  readonly low0: Tokens
  readonly high0: Tokens
  readonly low1: Tokens
  readonly high1: Tokens
  /** State afterwards, if it changed or began; null where it stayed. */
  readonly state: BlockState | null
  /** Tick at which the span that stood before ended; null where none did. */
  readonly ended: Tick | null
}

/** What changed between two columns: the lowest piece that did, and all above it. */
export interface Move {
  readonly from: number
  readonly to: number
  readonly step: boolean
  readonly rows: readonly MovedPiece[]
  readonly used: Tokens
}

/**
 * Walks the columns and yields what moved between each two: the pieces from the lowest change upwards,
 * and the rest of the band that the lowest change is in.
 */
export function* layOut(
  spans: Spans,
  pieces: readonly Piece[],
  columns: readonly Column[],
  bandOf: Int32Array,
): Generator<Move> {
  const ofRow = new Map<number, number>()
  pieces.forEach((piece, index) => {
    for (const row of piece.rows) ofRow.set(row, index)
  })
  const rows = [...ofRow.keys()]
  const starting = rows.toSorted((a, b) => cell(spans.fromTick, a) - cell(spans.fromTick, b) || a - b)
  const ending = rows
    .filter((row) => cell(spans.toTick, row) !== OPEN)
    .sort((a, b) => cell(spans.toTick, a) - cell(spans.toTick, b) || a - b)
  const standing = new Int32Array(pieces.length).fill(-1)
  const high = new Float64Array(pieces.length)
  let live: number[] = []
  let starts = 0
  let ends = 0
  let x = columns[0]?.x ?? 0

  for (const column of columns) {
    const next = new Map<number, number>()
    const endedAt = new Map<number, Tick>()
    for (; ends < ending.length && cell(spans.toTick, ending[ends]) <= column.tick; ends++) {
      const row = ending[ends] ?? -1
      const piece = ofRow.get(row) ?? -1
      endedAt.set(piece, cell(spans.toTick, row))
      if (standing[piece] === row) next.set(piece, -1)
    }
    for (; starts < starting.length && cell(spans.fromTick, starting[starts]) <= column.tick; starts++) {
      const row = starting[starts] ?? -1
      if (cell(spans.toTick, row) > column.tick) next.set(ofRow.get(row) ?? -1, row)
    }
    if (next.size > 0) yield moveTo(column, next, endedAt)
    x = column.x
  }

  function moveTo(
    column: Column,
    next: ReadonlyMap<number, number>,
    endedAt: ReadonlyMap<number, Tick>,
  ): Move {
    const changed = [...next.keys()].sort((a, b) => a - b)
    let first = lowerBound(live, changed[0] ?? 0)
    while (first > 0 && bandOf[live[first - 1] ?? -1] === bandOf[changed[0] ?? -1]) first--
    const moved: MovedPiece[] = []
    const below = live[first - 1]
    let cursor0 = below === undefined ? 0 : (high[below] ?? 0)
    let cursor1 = cursor0
    const kept = live.slice(0, first)
    for (const piece of union(live, first, changed)) {
      const before = standing[piece] ?? -1
      const after = next.get(piece) ?? before
      const tokens0 = before < 0 ? 0 : cell(spans.tokens, before)
      const tokens1 = after < 0 ? 0 : cell(spans.tokens, after)
      const changes = after >= 0 && (before < 0 || spans.state[before] !== spans.state[after])
      moved.push({
        piece,
        was: before >= 0,
        is: after >= 0,
        low0: cursor0,
        high0: cursor0 + tokens0,
        low1: cursor1,
        high1: cursor1 + tokens1,
        state: changes ? stateOf(spans, after) : null,
        ended: endedAt.get(piece) ?? null,
      })
      cursor0 += tokens0
      cursor1 += tokens1
      standing[piece] = after
      high[piece] = cursor1
      if (after >= 0) kept.push(piece)
    }
    live = kept
    return { from: x, to: column.x, step: column.step, rows: moved, used: cursor1 }
  }
}

/** Pieces of `live` from position `first` on, and those of `changed` that are not among them, in order. */
function* union(live: readonly number[], first: number, changed: readonly number[]): Generator<number> {
  let left = first
  for (const piece of changed) {
    for (; left < live.length && (live[left] ?? 0) < piece; left++) yield live[left] ?? 0
    if (live[left] === piece) left++
    yield piece
  }
  for (; left < live.length; left++) yield live[left] ?? 0
}

/** Position of the first value that is not below `value` in a rising list. */
export function lowerBound(list: readonly number[], value: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((list[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  return low
}
