import type { Stage, StrategySettings } from '../engine/index.ts'
import { clipStage, evictStage, fromOrange } from '../engine/internal.ts'
import { cascadeAsWritten } from './cascade-stage.ts'
import { evictAsWritten } from './evict-stage.ts'
import { asWrittenPolicies } from './lru.ts'
import { ORPHANED, overflowAsWritten, PRINTED } from './overflow-stage.ts'
import { rollingAsWritten } from './rolling-stage.ts'
import { persistAsWrittenStage, tieredAsWrittenStage } from './tiered-stage.ts'
import { slideAsWritten, trimAsWritten } from './trim-stages.ts'

/** The stages of each strategy as written. The worker loads this file on first use: see `stages-on-demand.ts`. */
const stages = {
  as_written_lru: ({ eviction }) => [
    evictStage(asWrittenPolicies.lru_as_written, eviction),
    clipStage(eviction),
  ],
  as_written_eviction: (settings) => [
    evictAsWritten(asWrittenPolicies.hybrid_as_written, fromOrange(settings, null)),
  ],
  as_written_cascade: ({ compression }) => [cascadeAsWritten(compression.summaryTokens)],
  as_written_overflow: (settings) => [newWindow(PRINTED, settings), clipStage(settings.eviction)],
  as_written_plans: (settings) => [newWindow(ORPHANED, settings), clipStage(settings.eviction)],
  as_written_atomic_window: ({ atomicWindow: settings }) => [slideAsWritten(settings)],
  as_written_token_trim: ({ tokenTrim: settings }) => [trimAsWritten(settings)],
  as_written_tiered: ({ tiered: settings, compression }) => [
    persistAsWrittenStage,
    tieredAsWrittenStage(settings.summaryTokens, compression.breakerAfter),
  ],
  as_written_rolling_summary: ({ rollingSummary }) => [rollingAsWritten(rollingSummary)],
} satisfies Readonly<Record<string, (settings: StrategySettings) => readonly Stage[]>>

function newWindow(wrong: typeof PRINTED, { crossWindow, compression, eviction }: StrategySettings) {
  return overflowAsWritten(wrong, crossWindow, compression, eviction.protectedTypes)
}

export type AsWrittenName = keyof typeof stages

/** The stages of a strategy as written, for these settings. */
export function stagesAsWritten(name: AsWrittenName, settings: StrategySettings): readonly Stage[] {
  return stages[name](settings)
}
