import type { BlockId, BlockType, Tokens, WindowId, Turn } from '../../engine/index.ts'
import type { Spans, TimelineData } from '../../sim/index.ts'
import { turnsOf } from './axis.ts'
import { BandPen } from './band-pen.ts'
import type { BandSegment } from './band-pen.ts'
import { ConnectorPen } from './connector.ts'
import type { Connector } from './connector.ts'
import { endings, END_WORDS } from './ending.ts'
import type { Ending, EndReason } from './ending.ts'
import { laneLines } from './lane-line.ts'
import { columnsOf, layOut, lowerBound } from './layout.ts'
import type { Column, Move, MovedBand, MovedPiece } from './layout.ts'
import type { LimitLine } from './limit-line.ts'
import { cell, groupSmall, piecesOf } from './piece.ts'
import type { Piece } from './piece.ts'
import { taskOf } from './task.ts'
import { reserveAt } from '../../sim/internal.ts'

/**
 * One block over its life, or several small neighbours, as a polygon: vertex i spans from `low[i]` to `high[i]` tokens
 * at `x[i]` turns. `x` never falls; a repeated `x` is a vertical edge.
 */
export interface Band {
  /** Index in `strata.bands`, which is prompt order: 0 is the bottom. */
  readonly index: number
  /** Its blocks, in prompt order; more than one for a band of small neighbours. */
  readonly blocks: readonly BlockId[]
  /** Type of its blocks; null if they differ. */
  readonly type: BlockType | null
  readonly x: readonly number[]
  readonly low: readonly Tokens[]
  readonly high: readonly Tokens[]
  /** How it is filled along the axis. A band of several blocks is one segment in state `live`. */
  readonly segments: readonly BandSegment[]
}

/**
 * Where a block left, or became smaller: an edge at `x` from `low` to `high`, its previous height. In a band of several
 * blocks one cap represents all changes by an edit there, and describes the largest.
 */
export interface Cap {
  readonly band: number
  readonly block: BlockId
  /** Number of blocks that it represents. */
  readonly count: number
  readonly x: number
  readonly low: Tokens
  readonly high: Tokens
  readonly reason: EndReason
  /** The letter of the reason, from `END_WORDS`, for painters. */
  readonly letter: string
  /** True if nothing of the block is left at this position. */
  readonly final: boolean
  /** Position in `timeline.edits`. */
  readonly edit: number
}

/** The display list of one lane's strata picture: plain numbers in turns and tokens, for any painter. */
export interface Strata {
  readonly window: WindowId
  /** The range of the turn axis with this window. */
  readonly from: number
  readonly to: number
  /** The top of the picture in tokens: the limit, or a higher peak. */
  readonly top: Tokens
  readonly bands: readonly Band[]
  readonly caps: readonly Cap[]
  /** In order of the edits, then of the prompt. */
  readonly connectors: readonly Connector[]
  /** yellow, orange, red, the limit, the reserve's edge, then those of the lane's own strategy. */
  readonly lines: readonly LimitLine[]
  /** Reserved for the reply: drawn hatched under the limit, never part of the used tokens (LED-2). */
  readonly reserve: Reserve
}

export interface StrataOptions {
  /** Default: the main window. */
  readonly window?: WindowId
  /** Blocks with a band of their own: the selected one, landmarks. */
  readonly keep?: ReadonlySet<BlockId>
  /**
   * Blocks that never reach this many tokens are merged with small neighbours; see `smallestDrawn`. Default 0: none.
   */
  readonly smallerThan?: Tokens
  /** Maximum number of bands without kept ones; above it more blocks count as small. Default 2,000. */
  readonly maxBands?: number
}

type StrataData = Pick<
  TimelineData,
  'blocks' | 'spans' | 'turns' | 'edits' | 'limit' | 'reserve' | 'set' | 'thresholds' | 'spec'
>

/** Tokens of a block that would be `pixels` tall in a picture of `height` pixels up to `top` tokens. */
export function smallestDrawn(top: Tokens, height: number, pixels = 2): Tokens {
  return height <= 0 ? 0 : Math.ceil((top * pixels) / height)
}

/**
 * Lays out the strata picture of a window: bands are in prompt order and fill it from 0 to what its blocks sum to, at
 * every point of every turn; recorded usage may be lower (LED-1). An arrival appears at once; an edit is drawn as a
 * slope from the previous point to the next, so that the dip within a turn is visible. Linear in the spans and in the
 * bands that move.
 */
export function strata(data: StrataData, options: StrataOptions = {}): Strata {
  const { window = 0, keep = new Set<BlockId>(), smallerThan = 0, maxBands = 2000 } = options
  const turns = turnsOf(data.turns, window)
  const columns = columnsOf(turns)
  const pieces = standingPieces(data.spans, window, columns)
  const grouping = groupSmall(pieces, data.blocks, { smallerThan, maxBands, keep })
  const { bandOf, bands } = grouping
  const pens = Array.from({ length: bands }, () => new BandPen())
  const members: Piece[][] = pens.map(() => [])
  pieces.forEach((piece, index) => members[bandOf[index] ?? -1]?.push(piece))
  const from = turns[0]?.turn ?? 0
  const to = (turns.at(-1)?.turn ?? -1) + 1
  const caps: Cap[] = []
  const ended = endings(data)
  const connectors = new ConnectorPen()
  let top = data.limit

  for (const move of layOut(data.spans, pieces, columns, grouping)) {
    top = Math.max(top, move.used)
    for (const band of move.bands) {
      const only = members[band.band]?.length === 1 ? (band.changed[0]?.state ?? null) : null
      pens[band.band]?.move(move, band, only)
      if (band.changed.length > 0) cap(move, band)
    }
    connectors.settle(move.to)
  }
  for (const pen of pens) pen.end(Math.max(to, from))
  return finish()

  function cap(move: Move, { band, changed }: MovedBand): void {
    const x = move.step ? move.to : move.from
    let largest: MovedPiece | null = null
    let why: Ending | null = null
    let count = 0
    for (const row of changed) {
      const block = pieces[row.piece]?.block ?? -1
      if (row.is) connectors.stand(block, (row.low1 + row.high1) / 2)
      if (row.ended === null) continue
      const ending = ended(block, row.ended)
      if (ending === null) continue
      connectors.end(ending, band, x, row)
      count++
      if (largest !== null && largest.high0 - largest.low0 >= row.high0 - row.low0) continue
      largest = row
      why = ending
    }
    if (largest === null || why === null) return
    const { piece, low0: low, high0: high, is } = largest
    const { reason, edit } = why
    const { letter } = END_WORDS[reason]
    const block = pieces[piece]?.block ?? -1
    caps.push({ band, block, count, x, low, high, reason, letter, final: !is, edit: edit.edit })
  }

  function finish(): Strata {
    const list = pens.map(({ x, low, high, segments }, index): Band => {
      const blocks = (members[index] ?? []).map((piece) => piece.block)
      return { index, blocks, type: commonType(blocks, data), x, low, high, segments }
    })
    return {
      window,
      from,
      to: Math.max(to, from),
      top,
      bands: list,
      caps,
      connectors: connectors.list(),
      lines: laneLines(data),
      reserve: reserveOfRun(data),
    }
  }
}

/** Pieces without those that began and ended between two points: they were never in a visible prompt. */
function standingPieces(spans: Spans, window: WindowId, columns: readonly Column[]): readonly Piece[] {
  const ticks = columns.map(({ tick }) => tick)
  return piecesOf(spans, window).filter(({ rows }) => {
    const next = ticks[lowerBound(ticks, cell(spans.fromTick, rows[0]))]
    return next !== undefined && cell(spans.toTick, rows.at(-1)) > next
  })
}

function commonType(blocks: readonly BlockId[], data: Pick<StrataData, 'blocks'>): BlockType | null {
  const first = data.blocks[blocks[0] ?? -1]?.type ?? null
  return blocks.every((block) => data.blocks[block]?.type === first) ? first : null
}

/** Bands by block, made once per picture: the page asks with every move of the pointer. */
const bandsByBlock = new WeakMap<readonly Band[], ReadonlyMap<BlockId, readonly Band[]>>()

/** The bands of a block; two for a block that was moved. */
export function bandsOf({ bands }: Pick<Strata, 'bands'>, block: BlockId): readonly Band[] {
  let byBlock = bandsByBlock.get(bands)
  if (byBlock === undefined) {
    byBlock = indexOf(bands)
    bandsByBlock.set(bands, byBlock)
  }
  return byBlock.get(block) ?? []
}

function indexOf(bands: readonly Band[]): ReadonlyMap<BlockId, readonly Band[]> {
  const byBlock = new Map<BlockId, Band[]>()
  for (const band of bands) {
    for (const block of new Set(band.blocks)) {
      const drawn = byBlock.get(block)
      if (drawn === undefined) byBlock.set(block, [band])
      else drawn.push(band)
    }
  }
  return byBlock
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

/**
 * Blocks that a picture should always name: the task of the window, blocks that were needed and lost, and blocks marked
 * DO_NOT_EVICT or pinned, even temporarily.
 */
export function landmarks(
  data: Pick<TimelineData, 'blocks' | 'needs' | 'spec'>,
  window: WindowId = 0,
): ReadonlySet<BlockId> {
  const found = new Set<BlockId>()
  const add = (id: BlockId): void => {
    if (data.blocks[id]?.window === window) found.add(id)
  }
  const task = taskOf(data, window)
  if (task !== undefined) add(task.id)
  for (const need of data.needs) if (need.resolution === 'lost') add(need.source)
  for (const block of data.blocks) if (block.doNotEvict) add(block.id)
  for (const one of data.spec.interventions) if (one.kind === 'pin') add(one.block)
  return found
}

/**
 * The reserve for the reply (BUD-3), as an area under the limit whose lower edge has steps where a person changed it.
 */
export interface Reserve {
  /** The limit. */
  readonly high: Tokens
  /** The lower edge from a turn up to the next step: the first from turn 0, the last to the end. */
  readonly steps: readonly { readonly from: Turn; readonly low: Tokens }[]
}

/** The reserve in every turn of a run. A change that keeps it the same is not a step. */
export function reserveOfRun(data: Pick<TimelineData, 'limit' | 'reserve' | 'set'>): Reserve {
  const { limit, set = [] } = data
  const steps: { from: Turn; low: Tokens }[] = []
  for (const from of new Set([0, ...set.map((one) => one.from)])) {
    const low = limit - reserveAt(data, from)
    if (steps.at(-1)?.low !== low) steps.push({ from, low })
  }
  return { high: limit, steps }
}
