import type { Problem, Tokens } from '../engine/index.ts'
import { metrics, runSteps } from '../sim/index.ts'
import { cacheColumns } from '../sim/internal.ts'
import type {
  ChosenPrices,
  Intake,
  RecordedAnswer,
  StartWindows,
  Timeline,
  Intervention,
} from '../sim/index.ts'
import type { ForkRequest, LaneRequest, ForkResult } from './protocol.ts'
import { isMeant } from '../engine/internal.ts'
import { problem } from './problem.ts'
import { overlaid, presetConfig } from '../config/index.ts'
import type { PartialConfig } from '../config/index.ts'

/** A fork with its run, or why there is none. */
export type Forked = { readonly fork: ForkRequest } & (
  | { readonly timeline: Timeline }
  | { readonly problems: readonly Problem[] }
)

/** The name of a fork in questions and reports: `<lane>~<id>`. */
function forkName(lane: string, id: string): string {
  return `${lane}~${id}`
}

/** The names of a lane: its own and those of its forks. */
export function namesOf({ name, forks = [] }: LaneRequest): readonly string[] {
  return [name, ...forks.map(({ id }) => forkName(name, id))]
}

/** A fork as a lane of its own, or why it does not fit the conversation. */
type Placed = { readonly fork: ForkRequest } & (
  | { readonly lane: LaneRequest }
  | { readonly problems: readonly Problem[] }
)

function forksOf(lane: LaneRequest, intake: Intake, base: Timeline): readonly Placed[] {
  const { forks = [], ...own } = lane
  return forks.map((fork) => {
    const missing = missingPlace(fork, intake, base)
    if (missing !== null) return { fork, problems: problem('no-such-place', missing).problems }
    const interventions = [...(lane.interventions ?? []), ...fork.interventions]
    return { fork, lane: { ...own, name: forkName(lane.name, fork.id), label: fork.label, interventions } }
  })
}

/**
 * The interventions of a lane whose turn and block exist in its conversation. A block that the run makes may still
 * appear.
 */
export function withPlace(
  interventions: readonly Intervention[],
  { trace, blocks }: Intake,
): readonly Intervention[] {
  return interventions.filter((one) => {
    if (trace.turns[one.turn] === undefined) return false
    if (!('block' in one)) return true
    // In another conversation, the id of a made block may belong to an arrived one.
    const isMade = one.kind === 'edit' && one.of !== undefined
    return isMade ? one.block >= blocks.length : blocks[one.block] !== undefined || one.kind === 'edit'
  })
}

/**
 * The missing turn or block of a fork, in words; null if all exist. A block that the lane's own run made can be
 * rewritten; blocks made by the fork itself are checked in its own run.
 */
function missingPlace(
  { turn, interventions }: ForkRequest,
  { trace, blocks }: Intake,
  base: Timeline,
): string | null {
  const late = [turn, ...interventions.map((one) => one.turn)].find((one) => trace.turns[one] === undefined)
  if (late !== undefined) return `this conversation has no turn ${late}`
  for (const one of interventions) {
    if (!('block' in one)) continue
    const { block } = one
    if (one.kind !== 'edit') {
      if (blocks[block] === undefined) return `this conversation has no block ${block}`
      continue
    }
    const { of } = one
    const found = base.blocks[block]
    if (of === undefined) {
      if (found === undefined) return `this run has no block ${block}`
      continue
    }
    if (block >= blocks.length && (of.turn >= turn || (found !== undefined && isMeant(found, of)))) continue
    return `this run no longer makes the ${of.type.replaceAll('_', ' ')} of turn ${of.turn} that was block ${block}`
  }
  return null
}

export function forkResult(forked: Forked): ForkResult {
  const { id, label, turn } = forked.fork
  if ('problems' in forked) return { kind: 'refused', id, label, turn, problems: forked.problems }
  const { timeline } = forked
  const { data } = timeline
  return { kind: 'run', id, label, turn, data, rows: metrics(timeline), cache: cacheColumns(data) }
}

/** A key that is equal for lanes with the same run. */
export function keyOf(lane: LaneRequest, limit: Tokens): string {
  return settingsKeyOf(lane, limit) + JSON.stringify(lane.interventions ?? [])
}

/** The start of that key, which is equal for lanes with the same run except for manual actions. */
export function settingsKeyOf(lane: LaneRequest, limit: Tokens): string {
  return JSON.stringify([laneConfig(lane, limit), lane.model?.name ?? null])
}

/** The preset with the lane's changes, key by key. */
export function laneConfig({ preset, config, byHand = {} }: LaneRequest, limit: Tokens): PartialConfig {
  const base = preset === undefined ? {} : presetConfig(preset)
  return { ...overlaid(overlaid(base, config), byHand), max_context_tokens: limit }
}

/** The run at these prices; it is otherwise the same. */
export function priced(timeline: Timeline, prices: Held['prices']): Timeline {
  const { prices: before, ...data } = timeline.data
  if (prices === before) return timeline
  return { ...timeline, data: { ...data, ...(prices !== undefined && { prices }) } }
}

/** A finished comparison, for questions about it. */
export interface Held {
  readonly id: number
  readonly intake: Intake
  /** See `Comparison`. */
  readonly windows: StartWindows
  readonly limit: Tokens
  /** See `CompareRequest`. */
  readonly prices: ChosenPrices | undefined
  readonly requested: readonly LaneRequest[]
  /** Including finished forks, by their names in questions. */
  readonly lanes: ReadonlyMap<string, Timeline>
  /** The same runs by their settings; see `keyOf`. */
  readonly byKey: ReadonlyMap<string, Timeline>
  /** Why forks could not be run, by the same keys. */
  readonly refused: ReadonlyMap<string, readonly Problem[]>
}

/** The comparison without the runs in which an answer of a model could not be used: recalled, it would stay so. */
export function withoutUnusable(held: Held): Held {
  const byKey = new Map([...held.byKey].filter(([, { data }]) => data.spec.answers.every(isUsable)))
  return byKey.size === held.byKey.size ? held : { ...held, byKey }
}

/** Whether an answer came, and has a text (COMP-3). */
function isUsable(answer: RecordedAnswer): boolean {
  return 'text' in answer && answer.text.trim() !== ''
}

/** A fork that fits its conversation, as a lane of its own. */
export interface ForkLane {
  readonly fork: ForkRequest
  /** Name of its lane. */
  readonly of: string
  readonly lane: LaneRequest
}

/** The result of a fork: its run, or why there is none. */
export type Outcome = Timeline | readonly Problem[]

/** Every fork that fits, lane by lane in the order of the request. */
export function forkLanesOf(held: Held): readonly ForkLane[] {
  return placedForks(held).flatMap(({ of, placed }) => ('lane' in placed ? [{ ...placed, of }] : []))
}

/** Undefined for a fork that was not run yet. */
export function outcomeOf({ lanes, refused, limit }: Held, { lane }: ForkLane): Outcome | undefined {
  return lanes.get(lane.name) ?? refused.get(keyOf(lane, limit))
}

/** The comparison with the result of one of its forks. */
export function withOutcome(held: Held, { lane }: ForkLane, outcome: Outcome): Held {
  const key = keyOf(lane, held.limit)
  if (!isRun(outcome)) return { ...held, refused: new Map(held.refused).set(key, outcome) }
  return {
    ...held,
    lanes: new Map(held.lanes).set(lane.name, outcome),
    byKey: new Map(held.byKey).set(key, outcome),
  }
}

/** The forks of each lane with a known result, in the order of the request. */
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

/** The run of a lane, in steps. */
export function stepsOf(
  lane: LaneRequest,
  intake: Intake,
  limit: Tokens,
  fidelity = true,
): ReturnType<typeof runSteps> {
  const interventions = withPlace(lane.interventions ?? [], intake)
  return runSteps(intake.trace, laneConfig(lane, limit), { intake, interventions, fidelity })
}
