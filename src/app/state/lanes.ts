import type { PartialConfig } from '../../config/index.ts'
import { gates, policies } from '../../engine/index.ts'
import type { Comparison, LaneRequest } from '../../worker/protocol.ts'
import { laneLabel } from '../words/lineup.ts'
import { useChoices } from './choices.ts'
import type { Choices, LaneChoice } from './choices.ts'
import { alter } from './history.ts'

export const UNMANAGED = 'unmanaged'
export const MOST_LANES = 6

/** Everything that a lane can run: each policy, then nothing at all. */
export const LANE_POLICIES: readonly string[] = Object.freeze([...Object.keys(policies), UNMANAGED])

/** The name of each lane: what it runs, with a number where two run the same. */
export function laneNames(lanes: readonly LaneChoice[]): readonly string[] {
  const seen = new Map<string, number>()
  return lanes.map(({ policy, gates }) => {
    const name = gates === 'naive' && policy !== UNMANAGED ? `naive_${policy}` : policy
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name}_${count}`
  })
}

export function setLane(index: number, change: Partial<LaneChoice>): void {
  const { lanes } = useChoices.getState()
  alter({ lanes: lanes.map((lane, at) => (at === index ? { ...lane, ...change } : lane)) })
}

/**
 * What was selected and listed, by the names that its lanes have now: a lane that was moved is followed, one that
 * runs something else keeps its place, and what is gone is let go.
 */
export function carriedOver(
  before: readonly LaneChoice[],
  after: readonly LaneChoice[],
  { lanes }: Pick<Comparison, 'lanes'>,
): Pick<Choices, 'selection' | 'listed'> {
  const { selection, listed } = useChoices.getState()
  const [old, now] = [laneNames(before), laneNames(after)]
  const renamed = (name: string): string | null => {
    const index = old.indexOf(name)
    const choice = before[index]
    const moved = choice === undefined ? -1 : after.indexOf(choice)
    return now[moved >= 0 || before.length !== after.length ? moved : index] ?? null
  }
  const lane = selection === null ? null : renamed(selection.lane)
  const data = lanes.find(({ name }) => name === lane)?.data
  // A block that an edit made may not exist in the new run.
  const stays = selection !== null && lane !== null && data?.blocks[selection.block] !== undefined
  return {
    selection: stays ? (lane === selection.lane ? selection : { lane, block: selection.block }) : null,
    listed: listed === null ? null : renamed(listed),
  }
}

/** Adds the first policy that no lane runs yet. */
export function addLane(): void {
  const { lanes } = useChoices.getState()
  if (lanes.length >= MOST_LANES) return
  const free = LANE_POLICIES.find((policy) => lanes.every((lane) => lane.policy !== policy))
  alter({ lanes: [...lanes, { policy: free ?? 'random', gates: 'on' }] })
}

export function removeLane(index: number): void {
  const { lanes } = useChoices.getState()
  if (lanes.length > 1) alter({ lanes: lanes.filter((_, at) => at !== index) })
}

/** Moves a lane to another place, the others closing up. */
export function moveLane(index: number, to: number): void {
  const { lanes } = useChoices.getState()
  const lane = lanes[index]
  if (lane === undefined || to < 0 || to >= lanes.length) return
  alter({ lanes: lanes.toSpliced(index, 1).toSpliced(to, 0, lane) })
}

/** The first two lanes change places: the differences are read the other way round. */
export function swapLanes(): void {
  moveLane(0, 1)
}

/** The runs of a comparison, as they differ from the defaults; the worker fills in the rest. */
export function laneRequests(lanes: readonly LaneChoice[]): LaneRequest[] {
  const names = laneNames(lanes)
  return lanes.map((lane, index) => {
    const name = names[index] ?? ''
    return { name, label: laneLabel(lane, name), config: configOf(lane) }
  })
}

/** Every gate that can be switched off, off. */
const OPEN_GATES = Object.fromEntries(
  Object.values(gates).flatMap((gate) => (gate.always ? [] : [[gate.name, false]])),
)

function configOf({ policy, gates: held }: LaneChoice): PartialConfig {
  if (policy === UNMANAGED) return { strategy: UNMANAGED }
  return { eviction: held === 'on' ? { policy } : { policy, gates: OPEN_GATES } }
}
