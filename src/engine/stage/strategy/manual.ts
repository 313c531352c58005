import { manualReset } from '../catalogue/manual-reset.ts'
import { manualSummaryStage } from '../catalogue/manual-summary.ts'
import type { Stage } from '../contract/stage.ts'
import type { StrategySettings } from '../catalogue/settings.ts'

/**
 * A strategy's stages, followed by the manual actions of every lane: a compaction, unless the strategy has its own, and
 * a reset. They act only on request, and come last so that the indices of the others do not change.
 */
export function withManual(
  stages: readonly Stage[],
  { compression, eviction }: Pick<StrategySettings, 'compression' | 'eviction'>,
): readonly Stage[] {
  const resets = stages.some(({ name }) => name === manualReset.name)
  const compacts = stages.some(({ phase, name }) => phase === 'manual' && name !== manualReset.name)
  return [
    ...stages,
    ...(compacts ? [] : [manualSummaryStage(compression, eviction)]),
    ...(resets ? [] : [manualReset]),
  ]
}
