import { overlaid, presetConfig } from '../config/index.ts'
import type { PartialConfig } from '../config/index.ts'
import type { Tokens } from '../engine/index.ts'
import type { LaneRequest } from './protocol.ts'

/** What two lanes share where they run the same. */
export function keyOf(lane: LaneRequest, limit: Tokens): string {
  return settingsKeyOf(lane, limit) + JSON.stringify(lane.interventions ?? [])
}

/** What their keys begin with where they run the same but for what a person did at a turn. */
export function settingsKeyOf(lane: LaneRequest, limit: Tokens): string {
  return JSON.stringify([laneConfig(lane, limit), lane.model?.name ?? null])
}

/** The preset with what the lane changes in it, key by key. */
export function laneConfig({ preset, config, byHand = {} }: LaneRequest, limit: Tokens): PartialConfig {
  const base = preset === undefined ? {} : presetConfig(preset)
  return { ...overlaid(overlaid(base, config), byHand), max_context_tokens: limit }
}
