import type { Config } from '../../config/index.ts'
import { policies, ProblemError } from '../../engine/index.ts'
import type { LaneRequest } from '../../worker/protocol.ts'
import { laneLabel } from '../words/lineup.ts'
import { useChoices } from './choices.ts'
import { alter } from './history.ts'

/** A lane as a person chooses it. */
export interface LaneChoice {
  /** Name of a policy of eviction, or `unmanaged` for a window from which nothing is ever taken. */
  readonly policy: string
  /** `naive`: only the system prompt is protected, so that a policy can lose the task. */
  readonly gates: 'on' | 'naive'
}

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

const configs = new Map<string, Config>()

/** The runs of a comparison. Their settings come from the presets' YAML, whose parser is loaded on first use. */
export async function laneRequests(lanes: readonly LaneChoice[]): Promise<LaneRequest[]> {
  const names = laneNames(lanes)
  return Promise.all(
    lanes.map(async (lane, index) => ({
      name: names[index] ?? '',
      label: laneLabel(lane, names[index] ?? ''),
      config: await configOf(lane),
    })),
  )
}

async function configOf({ policy, gates }: LaneChoice): Promise<Config> {
  if (policy === UNMANAGED) return presetConfig(UNMANAGED)
  const config = await presetConfig(policy)
  if (gates === 'on') return config
  const { eviction } = await presetConfig('naive_fifo')
  return { ...config, eviction: { ...config.eviction, gates: eviction.gates } }
}

async function presetConfig(name: string): Promise<Config> {
  const known = configs.get(name)
  if (known !== undefined) return known
  const { parseConfig, preset } = await import('../../config/index.ts')
  const { config, problems } = parseConfig(preset(name))
  if (config === null) throw new ProblemError(problems)
  configs.set(name, config)
  return config
}
