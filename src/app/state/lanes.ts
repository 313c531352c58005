import type { Config } from '../../config/index.ts'
import { ProblemError } from '../../engine/index.ts'
import type { LaneRequest } from '../../worker/protocol.ts'
import { LANE_WORDS } from '../words/lane.ts'
import type { RunChoices } from './choices.ts'

/** The four lanes of the page: name, and the preset with all gates on and with the system gate alone. */
const LANES = [
  { name: 'fifo', on: 'fifo', naive: 'naive_fifo' },
  { name: 'lru', on: 'lru', naive: 'naive_lru' },
  { name: 'priority', on: 'priority', naive: 'naive_priority' },
  { name: 'hybrid', on: 'hybrid', naive: 'naive_hybrid' },
] as const

const configs = new Map<string, Config>()

/** Lanes of a comparison. The settings come from the presets' YAML, whose parser is loaded on first use. */
export async function laneRequests(gates: RunChoices['gates']): Promise<LaneRequest[]> {
  const requests: LaneRequest[] = []
  for (const lane of LANES) {
    requests.push({ name: lane.name, label: LANE_WORDS[lane.name], config: await presetConfig(lane[gates]) })
  }
  return requests
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
