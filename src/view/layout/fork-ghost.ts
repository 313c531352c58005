import { ORIGINAL } from '../../engine/internal.ts'
import type { BlockId, Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { OPEN } from '../../sim/internal.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'
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
 * say. A difference in a message's overhead alone is none. What had ended before the fork's turn is the same in both
 * and is skipped. O(spans log spans).
 *
 * @param turn where the fork leaves its base: both must be the same run before it; its total is told from there on
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

/** Stretches by the number of what stands there: the same number in two runs is the same to a reader of the prompt. */
type Standing = ReadonlyMap<number, GhostStretch[]>

/**
 * Of these turns alone: what has stood before them begins with the first.
 *
 * @param since tick before them, up to which what has ended is skipped
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

/** Numbers for what stands in a window, the same in both runs. */
class Names {
  readonly #texts = new Map<string, number>()
  readonly #names = new Map<string, number>()

  /** @param who a block's number, or the type of one that the run made. @param text null for what it came with */
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

/** Where on the axis the change of a tick has happened. */
function placeOf(tick: number, columns: readonly Column[], ticks: readonly number[], end: number): number {
  return columns[lowerBound(ticks, tick)]?.x ?? end
}

/** What stands in the one and not in the other. */
function without(own: Standing | undefined, other: Standing | undefined): GhostStretch[] {
  const left: GhostStretch[] = []
  for (const [name, stretches] of own ?? []) {
    const covers = other?.get(name) ?? []
    for (const stretch of stretches) if (!isCovered(stretch, covers)) left.push(...uncovered(stretch, covers))
  }
  return joined(left.sort((a, b) => a.block - b.block || inOrder(a, b))).sort(inOrder)
}

/** Whether one cover alone is enough, as it is for all that is the same in both. */
function isCovered({ from, to }: GhostStretch, [cover]: readonly GhostStretch[]): boolean {
  return cover !== undefined && cover.from <= from && to <= cover.to
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
  const turns = turnsFrom(data, turn, window)
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
