import { ZONES } from '../engine/index.ts'
import type { BlockId, BlockState, BlockType, Ratio, Tick, Tokens, Turn, WindowId, Zone } from '../engine/index.ts'
import { OPEN } from '../sim/index.ts'
import type { Spans, TimelineData, TurnRecord } from '../sim/index.ts'
import { pointOf, POINTS, turnsOf, xAt } from './axis.ts'
import { BandPen } from './band-pen.ts'
import { endings } from './ending.ts'
import { cell, groupSmall, piecesOf, stateOf } from './piece.ts'
import type { Piece } from './piece.ts'
import type { EndReason } from './words.ts'

/** A stretch of a band in one state: its vertices `from` to `to`, both included. Neighbours share a vertex. */
export interface BandSegment {
  readonly state: BlockState
  readonly from: number
  readonly to: number
}

/**
 * One block over its life, or several small neighbours, as a polygon: vertex i spans from `low[i]` to
 * `high[i]` tokens at `x[i]` turns. `x` never falls; where it repeats, the edge is vertical.
 */
export interface Band {
  /** Position in `strata.bands`, which is prompt order: 0 is the bottom. */
  readonly index: number
  /** The blocks it draws, in prompt order; more than one for a band of small neighbours. */
  readonly blocks: readonly BlockId[]
  /** Type of its blocks; null where they differ. */
  readonly type: BlockType | null
  readonly x: readonly number[]
  readonly low: readonly Tokens[]
  readonly high: readonly Tokens[]
  /** How it is to be filled along the way. A band of several blocks is one segment in state `live`. */
  readonly segments: readonly BandSegment[]
}

/** Where a block left, or became less: an edge at `x` from `low` to `high`. Bands of several blocks have none. */
export interface Cap {
  readonly band: number
  readonly block: BlockId
  readonly x: number
  readonly low: Tokens
  readonly high: Tokens
  readonly reason: EndReason
  /** True where nothing of the block is left at this place. */
  readonly final: boolean
  /** Position in `timeline.edits`. */
  readonly edit: number
}

/** A horizontal line with the YAML key that sets it. */
export interface LimitLine {
  readonly key: string
  /** Null for the limit itself. */
  readonly zone: Zone | null
  /** Share of the limit as the run used it: scaled where the reserve takes much of a small window (PRES-1). */
  readonly share: Ratio
  readonly tokens: Tokens
}

/** The display list of one lane's strata picture: plain numbers in turns and tokens, for any painter. */
export interface Strata {
  readonly window: WindowId
  /** The stretch of the turn axis that the window takes. */
  readonly from: number
  readonly to: number
  /** The largest number of tokens that is drawn: the limit, or what went above it. */
  readonly top: Tokens
  readonly bands: readonly Band[]
  readonly caps: readonly Cap[]
  /** yellow, orange, red, then the limit. */
  readonly lines: readonly LimitLine[]
  /** Kept free for the answer: drawn hatched under the limit, never part of what is used (LED-2). */
  readonly reserve: { readonly low: Tokens; readonly high: Tokens }
}

export interface StrataOptions {
  /** Default: the main window. */
  readonly window?: WindowId
  /** Blocks that keep a band of their own: the selected one, landmarks. */
  readonly keep?: ReadonlySet<BlockId>
  /** Blocks that never reach so many tokens are merged with small neighbours; see `smallestDrawn`. Default 0: none are. */
  readonly smallerThan?: Tokens
  /** Bands at most, kept ones aside; above it more blocks count as small. Default 2,000. */
  readonly maxBands?: number
}

type StrataData = Pick<
  TimelineData,
  'blocks' | 'spans' | 'turns' | 'edits' | 'limit' | 'reserve' | 'thresholds'
>

/** Tokens of a block that would be `pixels` tall in a picture of `height` pixels up to `top` tokens. */
export function smallestDrawn(top: Tokens, height: number, pixels = 2): Tokens {
  return height <= 0 ? 0 : Math.ceil((top * pixels) / height)
}

/**
 * Lays out the strata picture of a window: bands stand in prompt order and fill it from 0 to what is
 * used, at every point of every turn. What arrives stands at once; what an edit changes slides from
 * the point before to the point after, so that the dip within a turn is seen. Linear in the spans and
 * in the bands that move.
 */
export function strata(data: StrataData, options: StrataOptions = {}): Strata {
  const { window = 0, keep = new Set<BlockId>(), smallerThan = 0, maxBands = 2000 } = options
  const turns = turnsOf(data.turns, window)
  const columns = columnsOf(turns)
  const pieces = piecesOf(data.spans, window)
  const { bandOf, bands } = groupSmall(pieces, data.blocks, { smallerThan, maxBands, keep })
  const pens = Array.from({ length: bands }, () => new BandPen())
  const members: Piece[][] = pens.map(() => [])
  pieces.forEach((piece, index) => members[bandOf[index] ?? -1]?.push(piece))
  const from = turns[0]?.turn ?? 0
  const to = (turns.at(-1)?.turn ?? -1) + 1
  const moves = layOut(data.spans, pieces, columns)
  const caps: Omit<Cap, 'band'>[] = []
  const capBand: number[] = []
  const ended = endings(data)
  let top = data.limit

  for (const move of moves) {
    top = Math.max(top, move.used)
    drawMove(move)
  }
  for (const pen of pens) pen.end(Math.max(to, from))
  return finish()

  function drawMove(move: Move): void {
    const { rows } = move
    for (let start = 0; start < rows.length; ) {
      const band = bandOf[rows[start]?.piece ?? -1] ?? -1
      let end = start + 1
      while (end < rows.length && bandOf[rows[end]?.piece ?? -1] === band) end++
      const group = rows.slice(start, end)
      const single = members[band]?.length === 1 ? group[0] : undefined
      if (single !== undefined) cap(single, move, band)
      pens[band]?.move(move, group, single === undefined ? null : single.state)
      start = end
    }
  }

  function cap(row: MovedPiece, move: Move, band: number): void {
    if (row.ended === null) return
    const block = pieces[row.piece]?.block ?? -1
    const ending = ended(block, row.ended)
    if (ending === null) return
    const x = move.step ? move.to : move.from
    const { low0: low, high0: high } = row
    caps.push({ block, x, low, high, reason: ending.reason, final: !row.is, edit: ending.edit.edit })
    capBand.push(band)
  }

  function finish(): Strata {
    // A piece that came and went between two points was never in a prompt that anyone saw.
    const drawn = new Int32Array(bands).fill(-1)
    const list: Band[] = []
    pens.forEach((pen, band) => {
      if (pen.x.length === 0) return
      drawn[band] = list.length
      const blocks = (members[band] ?? []).map((piece) => piece.block)
      const type = commonType(blocks, data)
      list.push({ index: list.length, blocks, type, x: pen.x, low: pen.low, high: pen.high, segments: pen.segments })
    })
    return {
      window,
      from,
      to: Math.max(to, from),
      top,
      bands: list,
      caps: caps.map((one, index) => ({ band: drawn[capBand[index] ?? -1] ?? -1, ...one })),
      lines: linesOf(data),
      reserve: { low: data.limit - data.reserve, high: data.limit },
    }
  }
}

function commonType(blocks: readonly BlockId[], data: Pick<StrataData, 'blocks'>): BlockType | null {
  const first = data.blocks[blocks[0] ?? -1]?.type ?? null
  return blocks.every((block) => data.blocks[block]?.type === first) ? first : null
}

function linesOf(data: Pick<StrataData, 'limit' | 'thresholds'>): LimitLine[] {
  const lines = ZONES.flatMap((zone): LimitLine[] => {
    if (zone === 'green') return []
    const share = data.thresholds[zone]
    return [{ key: `pressure.thresholds.${zone}`, zone, share, tokens: share * data.limit }]
  })
  return [...lines, { key: 'max_context_tokens', zone: null, share: 1, tokens: data.limit }]
}

/** A point of the axis at which the window is known. */
interface Column {
  readonly x: number
  readonly tick: Tick
  /** True where blocks were only appended since the column before: they stand at once instead of sliding in. */
  readonly step: boolean
}

function columnsOf(turns: readonly TurnRecord[]): Column[] {
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

/** Walks the columns and yields what moved between each two. Only the pieces above the lowest change are touched. */
function* layOut(spans: Spans, pieces: readonly Piece[], columns: readonly Column[]): Generator<Move> {
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
      if (standing[piece] !== row) continue
      next.set(piece, -1)
      endedAt.set(piece, cell(spans.toTick, row))
    }
    for (; starts < starting.length && cell(spans.fromTick, starting[starts]) <= column.tick; starts++) {
      const row = starting[starts] ?? -1
      if (cell(spans.toTick, row) > column.tick) next.set(ofRow.get(row) ?? -1, row)
    }
    if (next.size > 0) yield moveTo(column, next, endedAt)
    x = column.x
  }

  function moveTo(column: Column, next: ReadonlyMap<number, number>, endedAt: ReadonlyMap<number, Tick>): Move {
    const changed = [...next.keys()].sort((a, b) => a - b)
    const first = lowerBound(live, changed[0] ?? 0)
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
