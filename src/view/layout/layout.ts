import type { BlockState, Tick, Tokens } from '../../engine/index.ts'
import { firstFor } from '../../engine/internal.ts'
import { OPEN } from '../../sim/internal.ts'
import type { Spans, TurnRecord } from '../../sim/index.ts'
import { pointOf, POINTS, xAt } from './axis.ts'
import { cell, stateOf } from './piece.ts'
import type { Grouping, Piece } from './piece.ts'

/** A point of the axis at which the window is recorded. */
export interface Column {
  readonly x: number
  readonly tick: Tick
  /** True if blocks were only appended since the previous column: they appear at once instead of sliding in. */
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

/** Something in a window, from one column to the next; where it is not there, it has no height. */
export interface Moved {
  readonly was: boolean
  readonly is: boolean
  /** Its edges before and after, or where it would be. */
  readonly low0: Tokens
  readonly high0: Tokens
  readonly low1: Tokens
  readonly high1: Tokens
}

/** A piece that began, ended or changed. */
export interface MovedPiece extends Moved {
  readonly piece: number
  /** New state, if it changed or began; null if it stayed. */
  readonly state: BlockState | null
  /** Tick at which the previous span ended; null if none did. */
  readonly ended: Tick | null
}

/** A band on its way from one column to the next. */
export interface MovedBand extends Moved {
  readonly band: number
  /** Its changed pieces, in prompt order; none if it was only shifted. */
  readonly changed: readonly MovedPiece[]
}

/** The changes between two columns: the lowest changed band, and all above it up to where nothing moves any more. */
export interface Move {
  readonly from: number
  readonly to: number
  readonly step: boolean
  readonly bands: readonly MovedBand[]
  readonly used: Tokens
}

const UNCHANGED: readonly MovedPiece[] = Object.freeze([])
/** For a piece that is not there. */
const NO_ROW = -1

/**
 * Walks the columns and yields the movements between each two. Sums are kept by band, so that a move costs what changes
 * plus the bands above it, however many pieces those draw.
 */
export function* layOut(
  spans: Spans,
  pieces: readonly Piece[],
  columns: readonly Column[],
  grouping: Grouping,
): Generator<Move> {
  const { fromTick, toTick } = spans
  const { starting, ending, pieceOf } = rowsInTime(spans, pieces)
  const stack = new BandStack(spans, pieces.length, grouping)
  let starts = 0
  let ends = 0
  let { x = 0 } = columns[0] ?? {}

  for (const column of columns) {
    const { tick } = column
    for (; ends < ending.length && cell(toTick, ending[ends]) <= tick; ends++) {
      const row = ending[ends] ?? NO_ROW
      stack.end(cell(pieceOf, row), row)
    }
    for (; starts < starting.length && cell(fromTick, starting[starts]) <= tick; starts++) {
      const row = starting[starts] ?? NO_ROW
      if (cell(toTick, row) > tick) stack.begin(cell(pieceOf, row), row)
    }
    const bands = stack.settle()
    if (bands.length > 0) yield { from: x, to: column.x, step: column.step, bands, used: stack.used }
    x = column.x
  }
}

/** Rows of the pieces in order of begin and of end, and the piece of each row. */
function rowsInTime(spans: Spans, pieces: readonly Piece[]) {
  const pieceOf = new Int32Array(spans.length)
  const rows: number[] = []
  pieces.forEach((piece, index) => {
    for (const row of piece.rows) {
      pieceOf[row] = index
      rows.push(row)
    }
  })
  // Spans are recorded in order of their begin, and sorting a sorted list costs nothing.
  rows.sort((a, b) => a - b)
  const starting = rows.toSorted((a, b) => cell(spans.fromTick, a) - cell(spans.fromTick, b) || a - b)
  const ending = rows
    .filter((row) => cell(spans.toTick, row) !== OPEN)
    .sort((a, b) => cell(spans.toTick, a) - cell(spans.toTick, b) || a - b)
  return { starting, ending, pieceOf }
}

/** The window as a stack of bands, at the last column and at the next one. */
class BandStack {
  used: Tokens = 0
  readonly #spans: Spans
  readonly #bandOf: Int32Array
  /** First piece of each band; the pieces of a band are neighbours. */
  readonly #firstPiece: Int32Array
  /** Row of each piece's current span, now and at the last column. */
  readonly #now: Int32Array
  readonly #before: Int32Array
  readonly #endedAt: Int32Array
  #touched: number[] = []
  readonly #height: Float64Array
  readonly #members: Int32Array
  /** Upper edge of every band, present or not, up to the highest so far. */
  readonly #top: Float64Array
  #highest = -1

  constructor(spans: Spans, pieces: number, { bandOf, bands }: Grouping) {
    this.#spans = spans
    this.#bandOf = bandOf
    this.#firstPiece = new Int32Array(bands + 1).fill(pieces)
    for (let piece = pieces - 1; piece >= 0; piece--) this.#firstPiece[cell(bandOf, piece)] = piece
    this.#now = new Int32Array(pieces).fill(NO_ROW)
    this.#before = new Int32Array(pieces).fill(NO_ROW)
    this.#endedAt = new Int32Array(pieces)
    this.#height = new Float64Array(bands)
    this.#members = new Int32Array(bands)
    this.#top = new Float64Array(bands)
  }

  begin(piece: number, row: number): void {
    this.#now[piece] = row
    this.#touched.push(piece)
  }

  /** Of several spans that end between two columns, the last one gives the reason. */
  end(piece: number, row: number): void {
    this.#endedAt[piece] = cell(this.#spans.toTick, row)
    if (this.#now[piece] !== row) return
    this.#now[piece] = NO_ROW
    this.#touched.push(piece)
  }

  /** The bands that moved since the last time, lowest first. */
  settle(): readonly MovedBand[] {
    const touched = this.#touched.sort((a, b) => a - b)
    const moved: MovedBand[] = []
    if (touched.length === 0) return moved
    this.#touched = []
    const lowest = cell(this.#bandOf, touched[0])
    // Skipped bands are not there yet: what will be inserted begins at the top.
    const top = this.#highest < 0 ? 0 : cell(this.#top, this.#highest)
    for (let band = this.#highest + 1; band < lowest; band++) this.#top[band] = top
    this.#highest = Math.max(this.#highest, cell(this.#bandOf, touched.at(-1)))
    let high0: Tokens = lowest === 0 ? 0 : cell(this.#top, lowest - 1)
    let high1 = high0
    let next = 0
    for (let band = lowest; band <= this.#highest; band++) {
      const first = next
      while (next < touched.length && this.#bandOf[touched[next] ?? -1] === band) next++
      // Nothing changes from here on, and everything above stays.
      if (first === touched.length && high0 === high1) return moved
      const [low0, low1] = [high0, high1]
      const was = cell(this.#members, band) > 0
      high0 += cell(this.#height, band)
      const changed = first === next ? UNCHANGED : this.#change(band, touched.slice(first, next), low0, low1)
      high1 += cell(this.#height, band)
      this.#top[band] = high1
      const is = cell(this.#members, band) > 0
      if (was || is) moved.push({ band, was, is, low0, high0, low1, high1, changed })
    }
    this.used = high1
    return moved
  }

  /** Applies the changes of a band. @param touched its changed pieces, in order, possibly repeated */
  #change(band: number, touched: readonly number[], low0: Tokens, low1: Tokens): readonly MovedPiece[] {
    const { tokens, state } = this.#spans
    const changed: MovedPiece[] = []
    let high0 = low0
    let high1 = low1
    let next = 0
    for (let piece = cell(this.#firstPiece, band); next < touched.length; piece++) {
      const [before, now] = [cell(this.#before, piece), cell(this.#now, piece)]
      const [from0, from1] = [high0, high1]
      if (before !== NO_ROW) high0 += cell(tokens, before)
      if (now !== NO_ROW) high1 += cell(tokens, now)
      if (touched[next] !== piece) continue
      while (touched[next] === piece) next++
      const [was, is] = [before !== NO_ROW, now !== NO_ROW]
      const turns = is && (!was || state[before] !== state[now])
      const ended = cell(this.#endedAt, piece)
      changed.push({
        piece,
        was,
        is,
        low0: from0,
        high0,
        low1: from1,
        high1,
        state: turns ? stateOf(this.#spans, now) : null,
        ended: ended === 0 ? null : ended,
      })
      this.#before[piece] = now
      this.#endedAt[piece] = 0
      this.#members[band] = cell(this.#members, band) + Number(is) - Number(was)
    }
    this.#height[band] = cell(this.#height, band) + high1 - low1 - (high0 - low0)
    return changed
  }
}

/** Index of the first value that is not below `value` in an ascending list. */
export function lowerBound(list: readonly number[], value: number): number {
  return firstFor(0, list.length, (at) => (list[at] ?? 0) >= value)
}
