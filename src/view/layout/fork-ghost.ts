import { ORIGINAL } from '../../engine/internal.ts'
import type { BlockId, Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'
import { turnsOf } from './axis.ts'
import { edgesAt } from './hit.ts'
import { columnsOf, lowerBound } from './layout.ts'
import type { Column } from './layout.ts'
import { cell } from './piece.ts'
import { MAIN_WINDOW } from './axis.ts'
import type { Band, Strata } from './strata.ts'

/**
 * A range of the axis, in turns, in which a block is in one of two runs and not equally in the other: `from` ≤ x <
 * `to`.
 */
export interface GhostStretch {
  readonly block: BlockId
  readonly from: number
  readonly to: number
}

/** Differences between a fork's window and that of its base, over the turn axis. */
export interface ForkGhost {
  readonly window: WindowId
  /** The first turn with any difference in this window; null for none. */
  readonly first: Turn | null
  /** In order of the axis, then of the blocks. */
  readonly onlyFork: readonly GhostStretch[]
  readonly onlyBase: readonly GhostStretch[]
  /** Size of the fork's window from its turn on: tokens at positions of the axis, which never fall. */
  readonly total: { readonly x: readonly number[]; readonly tokens: readonly Tokens[] }
}

type GhostData = Pick<TimelineData, 'blocks' | 'spans' | 'turns' | 'contents'>

/**
 * Compares a fork with its base, point by point of the axis. Equal means the same block in the same state with the same
 * content, as in `overlapSeries`: blocks made by a run have different ids in the other, so they are matched by content.
 * A difference only in message overhead does not count. Spans that ended before the fork's turn are the same in both
 * and are skipped. O(spans log spans).
 *
 * @param turn where the fork leaves its base: both must be the same run before it; its total is given from there on
 */
export function forkGhost(
  base: GhostData,
  fork: GhostData,
  turn: Turn,
  window: WindowId = MAIN_WINDOW,
): ForkGhost {
  const names = new Names()
  const since = endOfTurn(fork, turn - 1)
  const [there, here] = [base, fork].map((data) =>
    standing(data, window, turnsFrom(data, turn, window), since, names),
  )
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

/** Ranges by content number: an equal number in two runs means equal for a reader of the prompt. */
type Standing = ReadonlyMap<number, GhostStretch[]>

/**
 * Only for these turns: earlier spans begin with the first turn.
 *
 * @param since tick before them; spans that ended up to then are skipped
 */
function standing(
  { spans, blocks, contents }: GhostData,
  window: WindowId,
  turns: readonly TurnRecord[],
  since: Tick,
  names: Names,
): Standing {
  const columns = columnsOf(turns)
  const ticks = columns.map(({ tick }) => tick)
  const end = (turns.at(-1)?.turn ?? -1) + 1
  const found = new Map<number, GhostStretch[]>()
  for (let row = 0; row < spans.length; row++) {
    const toTick = cell(spans.toTick, row)
    if (toTick <= since || spans.window[row] !== window) continue
    const from = placeOf(cell(spans.fromTick, row), columns, ticks, end)
    const to = toTick === OPEN ? end : placeOf(toTick, columns, ticks, end)
    if (from >= to) continue
    const block = cell(spans.block, row)
    const content = cell(spans.content, row)
    const made = (blocks[block]?.message ?? 0) < 0 && content !== ORIGINAL
    const who = made ? (blocks[block]?.type ?? '') : block
    const text = content === ORIGINAL ? null : (contents[content] ?? '')
    const name = names.of(who, cell(spans.state, row), text)
    const before = found.get(name)
    if (before === undefined) found.set(name, [{ block, from, to }])
    else before.push({ block, from, to })
  }
  for (const list of found.values()) if (list.length > 1) list.sort(inOrder)
  return found
}

/** Numbers for the content of a window, equal in both runs. */
class Names {
  readonly #texts = new Map<string, number>()
  readonly #names = new Map<string, number>()

  /** @param who a block's id, or the type of one that the run made. @param text null for its original content */
  of(who: BlockId | string, state: number, text: string | null): number {
    return numbered(this.#names, `${who} ${state} ${text === null ? '' : numbered(this.#texts, text)}`)
  }
}

function numbered(names: Map<string, number>, name: string): number {
  const known = names.get(name)
  if (known !== undefined) return known
  names.set(name, names.size)
  return names.size - 1
}

/** The last tick of a turn in which anything can have happened; −1 before the first. */
function endOfTurn({ turns }: GhostData, turn: Turn): Tick {
  const record = turns[turn]
  return record === undefined ? -1 : (record.responded ?? record.points.sent).tick
}

function turnsFrom({ turns }: GhostData, turn: Turn, window: WindowId): readonly TurnRecord[] {
  return turnsOf(turns, window).filter((record) => record.turn >= turn)
}

/** Position on the axis after the change of a tick. */
function placeOf(tick: number, columns: readonly Column[], ticks: readonly number[], end: number): number {
  return columns[lowerBound(ticks, tick)]?.x ?? end
}

/** Content that is in one run and not in the other. */
function without(own: Standing | undefined, other: Standing | undefined): GhostStretch[] {
  const left: GhostStretch[] = []
  for (const [name, stretches] of own ?? []) {
    const covers = other?.get(name) ?? []
    for (const stretch of stretches) if (!isCovered(stretch, covers)) left.push(...uncovered(stretch, covers))
  }
  return joined(left.sort((a, b) => a.block - b.block || inOrder(a, b))).sort(inOrder)
}

/** Whether a single cover is enough, as for all content that is the same in both. */
function isCovered({ from, to }: GhostStretch, [cover]: readonly GhostStretch[]): boolean {
  return cover !== undefined && cover.from <= from && to <= cover.to
}

/** The parts of a range that no other one covers; `covers` are in order. */
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

/** Joins consecutive ranges of one block. */
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
  const turns = turnsFrom(data, turn, window)
  for (const record of turns) {
    const used = [record.points.arrived, record.points.offered, record.points.sent].map((point) => point.used)
    if (record.responded !== null) used.push(record.responded.used)
    columnsOf([record]).forEach((column, index) => {
      // An arrival appears at once; an edit is drawn as a slope.
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

/** A part of a band drawn by a ghost, with vertices as in a band. */
export interface GhostBand {
  /** The block that differs; in a band of several small ones the first that does. */
  readonly block: BlockId
  readonly x: readonly number[]
  readonly low: readonly Tokens[]
  readonly high: readonly Tokens[]
}

/** The parts of a picture's bands for these ranges; if one of several small blocks differs, their whole band counts. */
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

/** A band between two positions of the axis; null if it has no height there. */
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
  // The earlier side of a vertical edge: the later side is no longer part of the range.
  if (band.x[vertex] === ends) push(ends, band.low[vertex] ?? 0, band.high[vertex] ?? 0)
  else {
    const end = edgesAt(band, ends)
    push(ends, end.low, end.high)
  }
  return own.high.some((high, index) => high > (own.low[index] ?? 0)) ? own : null
}
