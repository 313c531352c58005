import type { BlockId, Tokens, Turn, WindowId } from '../../engine/index.ts'
import type { Intake } from '../trace/intake.ts'
import { analysisOf } from '../run/need/analysis.ts'

/** The time between two needs of a block, or from its arrival to its first: a plan keeps the block across it, or not. */
export interface Gap {
  readonly source: BlockId
  /** First and last turn that must have room for the block, as places among the turns of its window. */
  readonly from: number
  readonly to: number
  /** How many needs of the turn `to` are met if it is kept. */
  readonly weight: number
  readonly size: Tokens
  /** The gap of the same block before it; null for the first. */
  readonly before: number | null
  /** A block that is not there can be fetched again at its need. If not, it is only there if `before` was kept, too. */
  readonly restorable: boolean
}

/** What is kept and dropped in one window. Places count the turns of the window from 0. */
export interface KeepOrDrop {
  readonly window: WindowId
  readonly turns: readonly Turn[]
  /** By block, each block's in order. */
  readonly gaps: readonly Gap[]
  /** Tokens for kept blocks, by place. */
  readonly room: readonly Tokens[]
}

/** What a reference depends on, apart from the conversation. */
export interface ReferenceSettings {
  readonly limit: Tokens
  readonly reserve: Tokens
  /** Whether lost results are fetched again (NEED-3). */
  readonly refetching: boolean
}

/**
 * The choices of a run as a temporal knapsack (OPT-1): keep or drop each block across each gap between its needs. Two
 * forms: `loose` asks for no more than every run must have, so that no run misses less than its best plan; `strict` also
 * has what a real request needs, so that its plans can be carried out.
 */
export function keepOrDrop(
  intake: Intake,
  { limit, reserve, refetching }: ReferenceSettings,
  form: 'loose' | 'strict',
): KeepOrDrop[] {
  const { trace, blocks, messageOverhead } = intake
  const strict = form === 'strict'
  const overhead = strict ? messageOverhead : 0
  const turnsOf = new Map<WindowId, Turn[]>()
  const placeOf = new Map<Turn, number>()
  for (const { turn, window } of trace.turns) {
    const turns = turnsOf.get(window) ?? []
    turnsOf.set(window, turns)
    placeOf.set(turn, turns.length)
    turns.push(turn)
  }
  const needed = neededAt(intake)
  const sum = (ids: readonly BlockId[]): Tokens =>
    ids.reduce((total, id) => total + (blocks[id]?.tokens ?? 0) + overhead, 0)
  return [...turnsOf].map(([window, turns]) => {
    const own = blocks.filter((block) => block.window === window)
    const fixed = own.filter(
      ({ type, unexplained }) =>
        type === 'system_prompt' || type === 'tool_definition' || (strict && unexplained === true),
    )
    const room = turns.map((turn, place) => {
      const stays = sum(fixed.filter((block) => block.turn <= turn).map(({ id }) => id))
      if (!strict) return limit - stays + lostBefore(intake, turn)
      const open = [
        ...(intake.inputs[turn] ?? []),
        ...(intake.responses[turns[place - 1] ?? -1] ?? []),
      ].filter((id) => !fixed.some((block) => block.id === id))
      return limit - reserve - stays - sum(open)
    })
    const gaps: Gap[] = []
    for (const { id: source, turn, response, tokens, call, type } of own) {
      const times = needed.get(source)
      if (times === undefined) continue
      const partner = strict && type === 'tool_result' ? blocks[call?.before ?? -1] : undefined
      const size = tokens + overhead + (partner === undefined ? 0 : partner.tokens + overhead)
      const restorable = refetching && type === 'tool_result' && times.refetchable
      // The response of the turn before is part of every strict request.
      let from = (placeOf.get(turn) ?? 0) + (strict && response ? 2 : 1)
      let before: number | null = null
      for (const [at, weight] of times.weights) {
        const to = placeOf.get(at)
        if (to === undefined || trace.turns[at]?.window !== window || at <= turn) continue
        gaps.push({ source, from, to, weight, size, before, restorable })
        before = gaps.length - 1
        from = Math.max(from, to + 1)
      }
    }
    return { window, turns, gaps, room }
  })
}

/** Needs that a plan can decide about: all whose block arrived in an earlier turn of the same window. */
export function isDecided(intake: Intake, turn: Turn, source: BlockId): boolean {
  const block = intake.blocks[source]
  return block !== undefined && block.turn < turn && block.window === intake.trace.turns[turn]?.window
}

interface Needed {
  /** Number of needs by turn, in order. */
  readonly weights: Map<Turn, number>
  refetchable: boolean
}

function neededAt(intake: Intake): ReadonlyMap<BlockId, Needed> {
  const needed = new Map<BlockId, Needed>()
  for (const { turn, source, refetchable } of analysisOf(intake).needs.needs) {
    if (!isDecided(intake, turn, source)) continue
    const known = needed.get(source) ?? { weights: new Map<Turn, number>(), refetchable: false }
    needed.set(source, known)
    known.weights.set(turn, (known.weights.get(turn) ?? 0) + 1)
    if (refetchable) known.refetchable = true
  }
  return needed
}

/** Tokens that recorded prompts had lost by a turn without a record: there was room for as much more (LED-1). */
function lostBefore({ adjustments }: Intake, turn: Turn): Tokens {
  let lost = 0
  for (const [at, tokens] of adjustments) if (at <= turn && tokens < 0) lost -= tokens
  return lost
}
