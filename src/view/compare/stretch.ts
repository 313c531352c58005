import { BLOCK_TYPES } from '../../engine/internal.ts'
import type { BlockId, BlockState, BlockType, Tick, Tokens, Turn, WindowId } from '../../engine/index.ts'
import { isMissing } from '../../sim/internal.ts'
import type { TimelineData, TurnRecord } from '../../sim/index.ts'
import { turnsOf } from '../layout/axis.ts'
import { endings } from '../layout/ending.ts'
import type { EndingAt, EndReason } from '../layout/ending.ts'
import { cell } from '../layout/piece.ts'
import { MAIN_WINDOW } from '../layout/axis.ts'
import { windowAt } from '../layout/window-at.ts'
import type { WindowEntry } from '../layout/window-at.ts'

/** A range of turns, both ends included. */
export interface Stretch {
  readonly from: Turn
  readonly to: Turn
}

/**
 * What a run did with a window in a range of turns. `before` + `came` + `adjusted` − `freed` + `added` = `after`, in
 * the tokens of the window's ledger (LED-1).
 */
export interface StretchFigures {
  /** Turns of the window that the run reached in it. */
  readonly turns: number
  /** Tokens of the window before its first turn, and after its last. */
  readonly before: Tokens
  readonly after: Tokens
  /** Tokens that arrived, or that the model wrote. */
  readonly came: Tokens
  /** What recorded usage took off when they did: a prompt shrank without a record. */
  readonly adjusted: Tokens
  /** Tokens that edits removed, and those that they added. */
  readonly freed: Tokens
  readonly added: Tokens
  /** Sum of the tokens of all its prompts. */
  readonly sent: Tokens
  /** Those by the strategy or a person, without repairs. */
  readonly edits: number
  /** Needs of its turns, and those that the prompt did not meet. */
  readonly needs: number
  readonly lost: number
}

type StretchData = Pick<TimelineData, 'turns' | 'edits' | 'needs'>

/** The figures of a range. For a run that ended before it they are 0. */
export function stretchFigures(
  data: StretchData,
  stretch: Stretch,
  window: WindowId = MAIN_WINDOW,
): StretchFigures {
  const turns = turnsOf(data.turns, window)
  const inside = turns.filter(({ turn }) => turn >= stretch.from && turn <= stretch.to)
  const earlier = turns.findLast(({ turn }) => turn < stretch.from)
  const before = earlier === undefined ? 0 : endOf(earlier).used
  const last = inside.at(-1)
  let [came, adjusted, freed, added, sent, edits, needs, lost] = [0, 0, 0, 0, 0, 0, 0, 0]
  let standing = before
  let owed = earlier?.adjustment ?? 0
  for (const record of inside) {
    const { points, responded } = record
    // Blocks that leave take their share of the adjustment along: what edits returned is in `added`.
    const returned = record.edits.reduce((sum, index) => sum + (data.edits[index]?.returned ?? 0), 0)
    const arrived = (record.adjustment ?? 0) - returned - owed
    owed = record.adjustment ?? 0
    adjusted += arrived
    came += points.arrived.used - standing - arrived
    if (responded !== null) came += responded.used - points.sent.used
    standing = endOf(record).used
    sent += points.sent.used
    needs += record.needs.length
    for (const index of record.edits) {
      const edit = data.edits[index]
      if (edit === undefined) continue
      if (edit.stage !== 'repair') edits += 1
      freed += edit.freed
      added += edit.added
    }
    lost += record.needs.flatMap((index) => data.needs[index] ?? []).filter(isMissing).length
  }
  const after = last === undefined ? before : endOf(last).used
  return { turns: inside.length, before, after, came, adjusted, freed, added, sent, edits, needs, lost }
}

/** What happened to a block that arrived or was made in a range of turns, up to a tick. */
export interface BornBlock {
  readonly block: BlockId
  readonly type: BlockType
  /** Turn in which it arrived, or was made. */
  readonly turn: Turn
  /** True if an edit made it. */
  readonly made: boolean
  /** Its tokens on arrival, and now; 0 once it is gone. */
  readonly tokens: Tokens
  readonly now: Tokens
  /** `whole`: unchanged; `changed`: replaced by something shorter; or `gone`. */
  readonly fate: 'whole' | 'changed' | 'gone'
  /** Its state; null if it is gone. */
  readonly state: BlockState | null
  /** How it left, and when; null if it is still there. */
  readonly left: { readonly turn: Turn; readonly reason: EndReason | null } | null
}

type BornData = Pick<TimelineData, 'turns' | 'edits' | 'blocks' | 'spans'>

/**
 * The blocks that first appeared in a window in a range of turns, in order of arrival, and what is left of each at the
 * end of a later turn. O(spans + edits).
 *
 * @param by the turn at whose end to look; missing: the last one that the run reached
 */
export function bornIn(
  data: BornData,
  stretch: Stretch,
  window: WindowId = MAIN_WINDOW,
  by?: Turn,
): BornBlock[] {
  const turns = turnsOf(data.turns, window)
  const inside = turns.filter(({ turn }) => turn >= stretch.from && turn <= stretch.to)
  const [first] = inside
  const last = inside.at(-1)
  const end = by === undefined ? turns.at(-1) : turns.findLast(({ turn }) => turn <= by)
  if (first === undefined || last === undefined || end === undefined) return []
  const opened = firstSpans(data, window)
  const standing = new Map(
    windowAt(data, endOf(end).tick, window).map((entry) => [entry.block, entry] as const),
  )
  const endingAt = endingsIn(data)
  const born: BornBlock[] = []
  for (const [block, { tick, tokens, ended }] of opened) {
    const turn = turnOfTickIn(inside, tick)
    const known = data.blocks[block]
    if (turn === null || known === undefined || tick > endOf(last).tick) continue
    const entry = standing.get(block)
    born.push({
      block,
      type: known.type,
      turn,
      made: known.message < 0 || known.again !== undefined,
      tokens,
      now: entry?.tokens ?? 0,
      fate: entry === undefined ? 'gone' : isAsItCame(entry) ? 'whole' : 'changed',
      state: entry?.state ?? null,
      left:
        entry === undefined && ended <= endOf(end).tick
          ? { turn: turnOfTickIn(turns, ended) ?? turn, reason: endingAt(block, ended)?.reason ?? null }
          : null,
    })
  }
  return born.sort((a, b) => a.turn - b.turn || a.block - b.block)
}

/** Sums over blocks of one type from a range of turns. */
export interface BornOfType {
  readonly type: BlockType
  readonly blocks: number
  readonly tokens: Tokens
  readonly whole: number
  readonly changed: number
  readonly gone: number
  /** Tokens of those that are still there. */
  readonly now: Tokens
}

/** Sums of blocks by type, in the order of the types; types without blocks are left out. */
export function bornByType(born: readonly BornBlock[]): BornOfType[] {
  return BLOCK_TYPES.flatMap((type): BornOfType[] => {
    const own = born.filter((one) => one.type === type)
    if (own.length === 0) return []
    const count = (fate: BornBlock['fate']): number => own.filter((one) => one.fate === fate).length
    return [
      {
        type,
        blocks: own.length,
        tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
        whole: count('whole'),
        changed: count('changed'),
        gone: count('gone'),
        now: own.reduce((sum, { now }) => sum + now, 0),
      },
    ]
  })
}

/** A block with only a different share of its message's overhead is unchanged; one rewritten by hand is not. */
function isAsItCame({ state }: WindowEntry): boolean {
  return state === 'live'
}

interface FirstSpan {
  /** When it first appeared, its cost at that time, and when its last span ended. */
  readonly tick: Tick
  readonly tokens: Tokens
  readonly ended: Tick
}

/** Computed once per run: marking turns with the pointer asks for every turn that it passes. */
const firstOf = new WeakMap<BornData['spans'], Map<WindowId, ReadonlyMap<BlockId, FirstSpan>>>()
const endingsOf = new WeakMap<BornData['edits'], EndingAt>()

function firstSpans({ spans }: BornData, window: WindowId): ReadonlyMap<BlockId, FirstSpan> {
  const known = firstOf.get(spans) ?? new Map<WindowId, ReadonlyMap<BlockId, FirstSpan>>()
  const found = known.get(window) ?? findFirst(spans, window)
  firstOf.set(spans, known.set(window, found))
  return found
}

function endingsIn({ edits }: BornData): EndingAt {
  const found = endingsOf.get(edits) ?? endings({ edits })
  endingsOf.set(edits, found)
  return found
}

function findFirst(spans: BornData['spans'], window: WindowId): ReadonlyMap<BlockId, FirstSpan> {
  const found = new Map<BlockId, FirstSpan>()
  for (let row = 0; row < spans.length; row++) {
    if (spans.window[row] !== window) continue
    const block = cell(spans.block, row)
    const [tick, ended] = [cell(spans.fromTick, row), cell(spans.toTick, row)]
    const before = found.get(block)
    if (before === undefined) found.set(block, { tick, tokens: cell(spans.tokens, row), ended })
    else if (ended > before.ended) found.set(block, { ...before, ended })
  }
  return found
}

/** The turn in which a change happened, among some in order: null for one before the first. */
function turnOfTickIn(turns: readonly TurnRecord[], tick: Tick): Turn | null {
  let [low, high] = [0, turns.length - 1]
  let found: Turn | null = null
  while (low <= high) {
    const middle = (low + high) >> 1
    const record = turns[middle]
    if (record !== undefined && record.points.arrived.tick <= tick) {
      found = record.turn
      low = middle + 1
    } else high = middle - 1
  }
  return found
}

function endOf({ responded, points }: TurnRecord) {
  return responded ?? points.sent
}
