import type { Biography } from '../../../view/index.ts'
import { forkTurn, isPinnedBy } from '../../../view/index.ts'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { configAt } from '../../../sim/internal.ts'
import type { Intervention } from '../../../sim/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { chosenLane } from './by-hand.ts'
import type { LaneChoice } from './choices.ts'
import { partsOfName } from './derived.ts'
import { addFork } from './forks.ts'
import { pinGuardOn } from './fork-words.ts'

/**
 * The target of a wish about a lane: the index of the lane among those chosen, and the existing acts of the fork in
 * which the wish was made.
 */
export interface WishPlace {
  readonly index: number
  readonly acts: readonly Intervention[]
  readonly turn: Turn
}

/** For a lane or a fork of it: a wish made in a fork creates another fork that includes its acts. */
export function wishPlace(lanes: readonly LaneChoice[], name: string): WishPlace | null {
  const { lane, fork } = partsOfName(name)
  const chosen = chosenLane(lanes, lane)
  if (chosen === null) return null
  const { index, choice } = chosen
  if (fork === null) return { index, acts: [], turn: Infinity }
  const found = choice.forks?.find(({ id }) => id === fork)
  return found === undefined ? null : { index, acts: found.acts, turn: found.turn }
}

/** Creates the fork of a wish. @returns why there is none, in a sentence */
export function wish({ index, acts, turn }: WishPlace, more: readonly Intervention[]): string | null {
  const all = [...acts, ...more]
  return addFork(index, Math.min(turn, ...more.map((one) => one.turn)), all)
}

/** Whether pins are respected in a turn of a lane: a naive lane does not ask that guard. */
export function heedsPins({ data }: Pick<LaneResult, 'data'>, turn: Turn): boolean {
  return configAt(data, turn).eviction.gates['pinned'] !== false
}

/** Pins a block, or removes its pin if it has one. */
export function pinActs(lane: LaneResult, block: BlockId, turn: Turn): readonly Intervention[] {
  if (isPinnedBy(lane.data.spec.interventions, block, turn)) return [{ turn, kind: 'unpin', block }]
  const pin: Intervention = { turn, kind: 'pin', block }
  return heedsPins(lane, turn) ? [pin] : [{ turn, kind: 'set', config: pinGuardOn }, pin]
}

/**
 * Gives a block another text. A block made by an edit is identified by its content: a run with other settings numbers
 * them differently.
 */
export function editAct(
  { block, type, turn: came, made }: Biography,
  turn: Turn,
  text: string,
): Intervention {
  return { turn, kind: 'edit', block, text, ...(made ? { of: { type, turn: came } } : {}) }
}

/**
 * Pins a block, or removes its pin, from the given turn, or from the one in which it left. @returns why not, in a
 * sentence
 */
export function wishPin(
  comparison: Pick<Comparison, 'trace'>,
  lanes: readonly LaneChoice[],
  lane: LaneResult,
  life: Biography,
  asked: Turn,
): string | null {
  const place = wishPlace(lanes, lane.name)
  if (place === null || life.block >= comparison.trace.blocks) return null
  return wish(place, pinActs(lane, life.block, forkTurn(life, asked).turn))
}
