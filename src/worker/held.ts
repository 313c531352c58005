import type { Problem, Tokens } from '../engine/index.ts'
import type { Intake, StartWindows, Timeline } from '../sim/index.ts'
import { forksOf } from './forks.ts'
import type { Forked } from './forks.ts'
import { keyOf } from './lane-config.ts'
import type { ForkRequest, LaneRequest } from './protocol.ts'

/** A finished comparison, for questions about it. */
export interface Held {
  readonly id: number
  readonly intake: Intake
  /** See `Comparison`. */
  readonly windows: StartWindows
  readonly limit: Tokens
  readonly requested: readonly LaneRequest[]
  /** Forks that were run among them, by the names that questions have for them. */
  readonly lanes: ReadonlyMap<string, Timeline>
  /** The same runs by what they were made of; see `keyOf`. */
  readonly byKey: ReadonlyMap<string, Timeline>
  /** Why forks could not be run, by the same keys. */
  readonly refused: ReadonlyMap<string, readonly Problem[]>
}

/** A fork that has a place in its conversation, as a lane of its own. */
export interface ForkLane {
  readonly fork: ForkRequest
  /** Name of the lane that it leaves. */
  readonly of: string
  readonly lane: LaneRequest
}

/** What became of a fork: its run, or why there is none. */
export type Outcome = Timeline | readonly Problem[]

/** Every fork that has a place, lane by lane in the order of the request. */
export function forkLanesOf(held: Held): readonly ForkLane[] {
  return placedForks(held).flatMap(({ of, placed }) => ('lane' in placed ? [{ ...placed, of }] : []))
}

/** Undefined for a fork that was not run yet. */
export function outcomeOf({ lanes, refused, limit }: Held, { lane }: ForkLane): Outcome | undefined {
  return lanes.get(lane.name) ?? refused.get(keyOf(lane, limit))
}

/** The comparison with what became of one of its forks. */
export function withOutcome(held: Held, { lane }: ForkLane, outcome: Outcome): Held {
  const key = keyOf(lane, held.limit)
  if (!isRun(outcome)) return { ...held, refused: new Map(held.refused).set(key, outcome) }
  return {
    ...held,
    lanes: new Map(held.lanes).set(lane.name, outcome),
    byKey: new Map(held.byKey).set(key, outcome),
  }
}

/** The forks of each lane of which it is known what became of them, in the order of the request. */
export function knownForks(held: Held): ReadonlyMap<string, readonly Forked[]> {
  const known = new Map<string, Forked[]>()
  for (const { of, placed } of placedForks(held)) {
    const outcome = 'lane' in placed ? outcomeOf(held, { ...placed, of }) : placed.problems
    if (outcome !== undefined) known.set(of, [...(known.get(of) ?? []), forkedAs(placed, outcome)])
  }
  return known
}

export function forkedAs({ fork }: Pick<ForkLane, 'fork'>, outcome: Outcome): Forked {
  return isRun(outcome) ? { fork, timeline: outcome } : { fork, problems: outcome }
}

function placedForks({ requested, intake, lanes }: Held) {
  return requested.flatMap((lane) => {
    const base = lanes.get(lane.name)
    return base === undefined ? [] : forksOf(lane, intake, base).map((placed) => ({ of: lane.name, placed }))
  })
}

function isRun(outcome: Outcome): outcome is Timeline {
  return 'data' in outcome
}
