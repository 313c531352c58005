import type { Strategy } from '../engine/index.ts'
import { clipStage, evictStage, fromOrange } from '../engine/internal.ts'
import { cascadeAsWritten } from './cascade-stage.ts'
import { evictAsWritten } from './evict-stage.ts'
import { asWrittenPolicies } from './lru.ts'
import { overflowAsWritten } from './overflow-stage.ts'
import { rollingAsWritten } from './rolling-stage.ts'
import { persistAsWrittenStage, tieredAsWrittenStage } from './tiered-stage.ts'
import { slideAsWritten, trimAsWritten } from './trim-stages.ts'

/**
 * A strategy that runs an article's code with its defects, for a lane beside the right one. It goes through
 * the same turn loop and sends valid requests, but only after repair; the laws of its entries do not hold.
 */
export interface AsWrittenStrategy extends Strategy {
  readonly asWritten: true
  /** Rules that it is exempt from, beside those that its entries name. */
  readonly exempt: readonly string[]
}

const lru: AsWrittenStrategy = {
  name: 'as_written_lru',
  label: 'LRU as written',
  meaning:
    'As written in “Agent Context Window Management”, with its defect: what was used last is evicted first.',
  asWritten: true,
  exempt: [],
  endsAtOverflow: false,
  sections: ['eviction'],
  stages: ({ eviction }) => [evictStage(asWrittenPolicies.lru_as_written, eviction), clipStage(eviction)],
}

const eviction: AsWrittenStrategy = {
  name: 'as_written_eviction',
  label: 'Eviction as written',
  meaning:
    'As written in “Agent Context Window Management”, with its defect: always the hybrid scorer, only the system prompt protected, no placeholders, pairs torn apart.',
  asWritten: true,
  exempt: ['PAIR-2', 'VALID-3', 'EVI-4'],
  endsAtOverflow: false,
  sections: ['eviction'],
  stages: (settings) => [evictAsWritten(asWrittenPolicies.hybrid_as_written, fromOrange(settings, null))],
}

const cascade: AsWrittenStrategy = {
  name: 'as_written_cascade',
  label: 'Cascade as written',
  meaning:
    'As written in “Agent Context Window Management”, with its defect: summaries of every turn are asked for at each pass, and none is used; the run ends when the window overflows.',
  asWritten: true,
  exempt: ['COMP-3'],
  endsAtOverflow: true,
  sections: ['compression', 'mock_llm'],
  stages: ({ compression }) => [cascadeAsWritten(compression.summaryTokens)],
}

const overflow: AsWrittenStrategy = {
  name: 'as_written_overflow',
  label: 'New windows as written',
  meaning:
    'As written in “Agent Context Window Management”, with its defect: each full window saves version 2 again, and the next begins without constraints, criteria and learnings.',
  asWritten: true,
  exempt: ['CROSS-3'],
  endsAtOverflow: false,
  sections: ['eviction', 'compression', 'cross_window', 'mock_llm'],
  stages: (settings) => [
    overflowAsWritten(settings.crossWindow, settings.compression, settings.eviction.protectedTypes),
    clipStage(settings.eviction),
  ],
}

const atomicWindow: AsWrittenStrategy = {
  name: 'as_written_atomic_window',
  label: 'Atomic window as written',
  meaning:
    'As written in “Sliding Message Window”, with its defect: each half of a pair is counted as a pair, so that half of what should leave stays, and parallel results lose their calls.',
  asWritten: true,
  exempt: ['PAIR-2', 'VALID-3', 'EVI-3'],
  endsAtOverflow: false,
  sections: ['atomic_window'],
  stages: ({ atomicWindow: settings }) => [slideAsWritten(settings)],
}

const tokenTrim: AsWrittenStrategy = {
  name: 'as_written_token_trim',
  label: 'Token trim as written',
  meaning:
    'As written in “agentfit-rs”, with its defect: the task is lost with the system message’s block, and when all has to go, all goes.',
  asWritten: true,
  exempt: ['PAIR-2', 'VALID-3', 'EVI-3', 'STRAT-1'],
  endsAtOverflow: false,
  sections: ['token_trim'],
  stages: ({ tokenTrim: settings }) => [trimAsWritten(settings)],
}

const tiered: AsWrittenStrategy = {
  name: 'as_written_tiered',
  label: 'Tiers as written',
  meaning:
    'As written in “Claude Code from Scratch”, with its defect: stored results are stored again, cut ones cut again, and an empty answer replaces the history.',
  asWritten: true,
  exempt: ['PAIR-2', 'VALID-3', 'EVI-3'],
  endsAtOverflow: false,
  sections: ['tiered', 'compression', 'mock_llm'],
  stages: ({ tiered: settings, compression }) => [
    persistAsWrittenStage,
    tieredAsWrittenStage(settings.summaryTokens, compression.breakerAfter),
  ],
}

const rolling: AsWrittenStrategy = {
  name: 'as_written_rolling_summary',
  label: 'Rolling summary as written',
  meaning:
    'As written in “Short-Term Memory”, with its defect: measured before the user’s message is added, only when the user speaks, and summarized without end where the newest turns alone are over the budget.',
  asWritten: true,
  exempt: ['EVI-3', 'COMP-3', 'VALID-3'],
  endsAtOverflow: false,
  sections: ['rolling_summary', 'mock_llm'],
  stages: ({ rollingSummary }) => [rollingAsWritten(rollingSummary)],
}

/** Strategies of an article's code, by name; a config may choose them like any other. */
export const asWrittenStrategies: Readonly<Record<string, AsWrittenStrategy>> = Object.freeze({
  as_written_tiered: tiered,
  as_written_lru: lru,
  as_written_eviction: eviction,
  as_written_cascade: cascade,
  as_written_overflow: overflow,
  as_written_rolling_summary: rolling,
  as_written_atomic_window: atomicWindow,
  as_written_token_trim: tokenTrim,
})
