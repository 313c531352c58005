import { byShare } from './edit-trigger.ts'
import type { StrategySettings } from '../stage/strategy-settings.ts'
import type { Ratio } from '../units.ts'
import type { EvictionSettings } from './settings.ts'

/** Where an eviction begins: at a share of its own, else where orange does. */
export function fromOrange(
  { eviction, thresholds }: Pick<StrategySettings, 'eviction' | 'thresholds'>,
  at: Ratio | null,
): EvictionSettings {
  const by = byShare('pressure.thresholds.orange', at ?? thresholds.orange, 'limit')
  return at === null ? { ...eviction, by } : { ...eviction, by, from: at }
}
