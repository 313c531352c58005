import type { PartialConfig } from '../../config/index.ts'
import { gates, policies } from '../../engine/index.ts'
import type { LaneRequest } from '../../worker/protocol.ts'
import { laneLabel } from '../words/lineup.ts'
import { useChoices } from './choices.ts'
import type { LaneChoice } from './choices.ts'
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
  const { lanes, selection, listed } = useChoices.getState()
  const next = lanes.map((lane, at) => (at === index ? { ...lane, ...change } : lane))
  const before = laneNames(lanes)[index]
  const after = laneNames(next)[index]
  alter({ lanes: next })
  if (before === undefined || after === undefined || before === after) return
  if (selection?.lane === before) useChoices.setState({ selection: { lane: after, block: selection.block } })
  if (listed === before) useChoices.setState({ listed: after })
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
