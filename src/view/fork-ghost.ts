import { ORIGINAL } from '../engine/index.ts'
import type { BlockId, Tokens, Turn, WindowId } from '../engine/index.ts'
import { OPEN } from '../sim/index.ts'
import type { TimelineData } from '../sim/index.ts'
import { turnsOf } from './axis.ts'
import { edgesAt } from './hit.ts'
import { columnsOf, lowerBound } from './layout.ts'
import type { Column } from './layout.ts'
import { cell } from './piece.ts'
import { MAIN_WINDOW } from './series.ts'
import type { Band, Strata } from './strata.ts'

/** A stretch of the axis, in turns, over which a block stands in one of two runs as it does not in the other: `from` ≤ x < `to`. */
export interface GhostStretch {
  readonly block: BlockId
  readonly from: number
  readonly to: number
}

/** In what a fork's window differs from that of its base, over the turn axis. */
export interface ForkGhost {
  readonly window: WindowId
  /** The first turn with any difference in this window; null for none. */
  readonly first: Turn | null
  /** In order of the axis, then of the blocks. */
  readonly onlyFork: readonly GhostStretch[]
  readonly onlyBase: readonly GhostStretch[]
  /** What the fork's window holds from its turn on: tokens at places of the axis, which never fall. */
  readonly total: { readonly x: readonly number[]; readonly tokens: readonly Tokens[] }
}

type GhostData = Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'contents'>

/**
 * Compares a fork with its base, point by point of the axis. Alike are the same block in the same state with the same
 * content, as in `overlapSeries`: blocks that a run made have no number in the other, so they are matched by what they
 * say. A difference in a message's overhead alone is none. O(spans log spans).
 *
 * @param turn where the fork leaves its base: its total is told from there on
 */
export function forkGhost(
  base: GhostData,
  fork: GhostData,
  turn: Turn,
  window: WindowId = MAIN_WINDOW,
): ForkGhost {
  const texts = new Map<string, string>()
  const [there, here] = [base, fork].map((data) => standing(data, window, texts))
  const onlyFork = without(here, there)
  const onlyBase = without(there, here)
  const starts = [onlyFork[0]?.from, onlyBase[0]?.from].flatMap((at) => at ?? [])
  return {
    window,
    first: starts.length === 0 ? null : Math.floor(Math.min(...starts)),
    onlyFork,
    onlyBase,
    total: totalFrom(fork, turn, window),
  }
}

/** The first turn in which a fork differs from its base in any window; null where it never does. */
export function firstApart(ghosts: readonly Pick<ForkGhost, 'first'>[]): Turn | null {
  return ghosts.reduce<Turn | null>(
    (least, { first }) => (first === null || (least !== null && least <= first) ? least : first),
    null,
  )
}

/** Stretches by what stands there: the same key in two runs is the same to a reader of the prompt. */
type Standing = ReadonlyMap<string, GhostStretch[]>

function standing(data: GhostData, window: WindowId, texts: Map<string, string>): Standing {
  const { spans, blocks, contents } = data
  const turns = turnsOf(data.turns, window)
  const columns = columnsOf(turns)
  const ticks = columns.map(({ tick }) => tick)
  const end = (turns.at(-1)?.turn ?? -1) + 1
  const found = new Map<string, GhostStretch[]>()
  for (let row = 0; row < spans.length; row++) {
    if (spans.window[row] !== window) continue
    const from = placeOf(cell(spans.fromTick, row), columns, ticks, end)
    const toTick = cell(spans.toTick, row)
    const to = toTick === OPEN ? end : placeOf(toTick, columns, ticks, end)
    if (from >= to) continue
    const block = cell(spans.block, row)
    const key = keyOf(row)
    const before = found.get(key)
    if (before === undefined) found.set(key, [{ block, from, to }])
    else before.push({ block, from, to })
  }
  for (const list of found.values()) list.sort(inOrder)
  return found

  function keyOf(row: number): string {
    const id = cell(spans.block, row)
    const content = cell(spans.content, row)
    const made = (blocks[id]?.message ?? 0) < 0 && content !== ORIGINAL
    const text = content === ORIGINAL ? '' : textKey(contents[content] ?? '')
    return `${made ? blocks[id]?.type : id} ${cell(spans.state, row)} ${text}`
  }

  /** A short name for a text, the same in both runs. */
  function textKey(text: string): string {
    const known = texts.get(text)
    if (known !== undefined) return known
    const key = `text ${texts.size}`
    texts.set(text, key)
    return key
  }
}

/** Where on the axis the change of a tick has happened. */
function placeOf(tick: number, columns: readonly Column[], ticks: readonly number[], end: number): number {
  return columns[lowerBound(ticks, tick)]?.x ?? end
}

/** What stands in the one and not in the other. */
function without(own: Standing | undefined, other: Standing | undefined): GhostStretch[] {
  const left: GhostStretch[] = []
  for (const [key, stretches] of own ?? []) {
    const covers = other?.get(key) ?? []
    for (const stretch of stretches) left.push(...uncovered(stretch, covers))
  }
  return joined(left.sort((a, b) => a.block - b.block || inOrder(a, b))).sort(inOrder)
}

/** The parts of a stretch that no other one covers; `covers` are in order. */
function uncovered(stretch: GhostStretch, covers: readonly GhostStretch[]): GhostStretch[] {
  const parts: GhostStretch[] = []
  let { from } = stretch
  for (const cover of covers) {
    if (cover.to <= from) continue
    if (cover.from >= stretch.to) break
    if (cover.from > from) parts.push({ ...stretch, from, to: cover.from })
    from = Math.max(from, cover.to)
  }
  if (from < stretch.to) parts.push({ ...stretch, from })
  return parts
}

/** Stretches of one block that follow each other, as one. */
function joined(stretches: readonly GhostStretch[]): GhostStretch[] {
  const list: GhostStretch[] = []
  for (const one of stretches) {
    const last = list.at(-1)
    if (last !== undefined && last.block === one.block && last.to >= one.from)
      list[list.length - 1] = { ...last, to: Math.max(last.to, one.to) }
    else list.push(one)
  }
  return list
}

function inOrder(a: GhostStretch, b: GhostStretch): number {
  return a.from - b.from || a.block - b.block || a.to - b.to
}

function totalFrom(data: GhostData, turn: Turn, window: WindowId): ForkGhost['total'] {
  const x: number[] = []
  const tokens: Tokens[] = []
  const turns = turnsOf(data.turns, window).filter((record) => record.turn >= turn)
  for (const record of turns) {
    const used = [record.points.arrived, record.points.offered, record.points.sent].map((point) => point.used)
    if (record.responded !== null) used.push(record.responded.used)
    columnsOf([record]).forEach((column, index) => {
      // What arrives stands at once; what an edit changes slides.
      const before = tokens.at(-1)
      if (column.step && before !== undefined) {
        x.push(column.x)
        tokens.push(before)
      }
      x.push(column.x)
      tokens.push(used[index] ?? 0)
    })
  }
  const [last, end] = [tokens.at(-1), turns.at(-1)]
  if (last !== undefined && end !== undefined) {
    x.push(end.turn + 1)
    tokens.push(last)
  }
  return { x, tokens }
}

/** A part of a band that a ghost draws: vertices as a band has them. */
export interface GhostBand {
  /** The block that differs; of a band of several small ones the first that does. */
  readonly block: BlockId
  readonly x: readonly number[]
  readonly low: readonly Tokens[]
  readonly high: readonly Tokens[]
}

/** The bands of a picture as far as they draw these stretches; where one of several small blocks differs, their band does. */
export function ghostBands(
  { bands }: Pick<Strata, 'bands'>,
  stretches: readonly GhostStretch[],
): GhostBand[] {
  const byBlock = new Map<BlockId, GhostStretch[]>()
  for (const one of stretches) {
    const own = byBlock.get(one.block)
    if (own === undefined) byBlock.set(one.block, [one])
    else own.push(one)
  }
  return bands.flatMap((band) => {
    const own = [...new Set(band.blocks)].flatMap((block) => byBlock.get(block) ?? [])
    if (own.length === 0) return []
    const covered = joined(own.map((one) => ({ ...one, block: own[0]?.block ?? -1 })).sort(inOrder))
    return covered.flatMap(({ block, from, to }) => cutOut(band, block, from, to) ?? [])
  })
}

/** A band between two places of the axis; null where it does not stand there. */
function cutOut(band: Band, block: BlockId, from: number, to: number): GhostBand | null {
  const [begins, ends] = [Math.max(from, band.x[0] ?? Infinity), Math.min(to, band.x.at(-1) ?? -Infinity)]
  if (begins >= ends) return null
  const start = edgesAt(band, begins)
  const own = { block, x: [begins], low: [start.low], high: [start.high] }
  const push = (x: number, low: Tokens, high: Tokens): void => {
    own.x.push(x)
    own.low.push(low)
    own.high.push(high)
  }
  let vertex = lowerBound(band.x, begins)
  while ((band.x[vertex] ?? Infinity) <= begins) vertex++
  for (; (band.x[vertex] ?? Infinity) < ends; vertex++)
    push(band.x[vertex] ?? 0, band.low[vertex] ?? 0, band.high[vertex] ?? 0)
  // The earlier side of a vertical edge: what it becomes there is no longer part of the stretch.
  if (band.x[vertex] === ends) push(ends, band.low[vertex] ?? 0, band.high[vertex] ?? 0)
  else {
    const end = edgesAt(band, ends)
    push(ends, end.low, end.high)
  }
  return own.high.some((high, index) => high > (own.low[index] ?? 0)) ? own : null
}
