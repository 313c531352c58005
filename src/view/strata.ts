import { ZONES } from '../engine/index.ts'
import type { BlockId, BlockType, Ratio, Tokens, WindowId, Zone } from '../engine/index.ts'
import type { TimelineData } from '../sim/index.ts'
import { turnsOf } from './axis.ts'
import { BandPen } from './band-pen.ts'
import type { BandSegment } from './band-pen.ts'
import { endings } from './ending.ts'
import { columnsOf, layOut } from './layout.ts'
import type { Move, MovedPiece } from './layout.ts'
import { groupSmall, piecesOf } from './piece.ts'
import type { Piece } from './piece.ts'
import type { EndReason } from './words.ts'

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

/**
 * Where a block left, or became less: an edge at `x` from `low` to `high`, its height before. In a band of
 * several blocks one cap stands for all that an edit changed there, and tells of the largest.
 */
export interface Cap {
  readonly band: number
  readonly block: BlockId
  /** Blocks it stands for. */
  readonly count: number
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
  const pieces = piecesOf(data.spans, window)
  const { bandOf, bands } = groupSmall(pieces, data.blocks, { smallerThan, maxBands, keep })
  const pens = Array.from({ length: bands }, () => new BandPen())
  const members: Piece[][] = pens.map(() => [])
  pieces.forEach((piece, index) => members[bandOf[index] ?? -1]?.push(piece))
  const from = turns[0]?.turn ?? 0
  const to = (turns.at(-1)?.turn ?? -1) + 1
  const moves = layOut(data.spans, pieces, columnsOf(turns), bandOf)
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
    for (let start = 0; start < rows.length;) {
      const band = bandOf[rows[start]?.piece ?? -1] ?? -1
      let end = start + 1
      while (end < rows.length && bandOf[rows[end]?.piece ?? -1] === band) end++
      const group = rows.slice(start, end)
      cap(group, move, band)
      const state = members[band]?.length === 1 ? (group[0]?.state ?? null) : null
      pens[band]?.move(move, group, state)
      start = end
    }
  }

  function cap(group: readonly MovedPiece[], move: Move, band: number): void {
    let largest: Omit<Cap, 'band' | 'count'> | null = null
    let count = 0
    for (const row of group) {
      if (row.ended === null) continue
      const block = pieces[row.piece]?.block ?? -1
      const ending = ended(block, row.ended)
      if (ending === null) continue
      count++
      const { low0: low, high0: high } = row
      if (largest !== null && largest.high - largest.low >= high - low) continue
      const x = move.step ? move.to : move.from
      largest = { block, x, low, high, reason: ending.reason, final: !row.is, edit: ending.edit.edit }
    }
    if (largest === null) return
    caps.push({ ...largest, count })
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
      list.push({
        index: list.length,
        blocks,
        type,
        x: pen.x,
        low: pen.low,
        high: pen.high,
        segments: pen.segments,
      })
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

/** The bands that draw a block; two for a block that was moved. */
export function bandsOf(picture: Pick<Strata, 'bands'>, block: BlockId): Band[] {
  return picture.bands.filter((band) => band.blocks.includes(block))
}

/**
 * The outline of a band, or of its vertices `from` to `to`, as x, y, x, y …: along the lower edge and
 * back along the upper one.
 */
export function outlineOf(band: Band, from = 0, to = band.x.length - 1): number[] {
  const outline: number[] = []
  for (let vertex = from; vertex <= to; vertex++) outline.push(band.x[vertex] ?? 0, band.low[vertex] ?? 0)
  for (let vertex = to; vertex >= from; vertex--) outline.push(band.x[vertex] ?? 0, band.high[vertex] ?? 0)
  return outline
}

/** Blocks that a picture should always name: the task of the window, and what was needed and lost. */
export function landmarks(
  data: Pick<TimelineData, 'blocks' | 'needs'>,
  window: WindowId = 0,
): ReadonlySet<BlockId> {
  const found = new Set<BlockId>()
  const task = data.blocks.find((block) => block.window === window && block.type === 'user_message')
  if (task !== undefined) found.add(task.id)
  for (const need of data.needs) {
    if (need.resolution === 'lost' && data.blocks[need.source]?.window === window) found.add(need.source)
  }
  return found
}
