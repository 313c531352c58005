import { byShare } from '../../policy/edit-trigger.ts'
import type { Thresholds } from '../../pressure/pressure.ts'
import type { Ratio } from '../../core/units.ts'
import type { EvictionSettings } from '../../policy/settings.ts'

/** Where an eviction begins: at a share of its own, else where orange does. */
export function fromOrange(
  { eviction, thresholds }: { readonly eviction: EvictionSettings; readonly thresholds: Thresholds },
  at: Ratio | null,
): EvictionSettings {
  const by = byShare('pressure.thresholds.orange', at ?? thresholds.orange, 'limit')
  return at === null ? { ...eviction, by } : { ...eviction, by, from: at }
}
