import type { StrategySettings } from './settings.ts'
import { policyOf } from '../../policy/policies/list.ts'
import { fromOrange } from '../eviction/from-orange.ts'
import type { CascadeStep } from '../contract/stage.ts'
import type { RungSettings } from '../contract/trigger.ts'
import type { Ratio } from '../../core/units.ts'
import { carryNotes } from './carry-notes.ts'
import { clearThinkingStage } from './clear-thinking.ts'
import { clearToolUsesStage } from './clear-tool-uses.ts'
import { clipStage } from './clip.ts'
import { compactStage } from './compact.ts'
import { componentBudgetStage } from './component-budget.ts'
import { delegateAheadStage, delegateStage } from './delegate.ts'
import { endAtOverflow } from './end-at-overflow.ts'
import { byShare } from '../../policy/edit-trigger.ts'
import type { StageEntry } from './entry.ts'
import { evictStage } from './evict.ts'
import { manualReset } from './manual-reset.ts'
import { manualSummaryStage, rollUpStage } from './manual-summary.ts'
import { mergeStage } from './merge.ts'
import { newWindowStage } from './new-window.ts'
import { progressiveStage } from './progressive.ts'
import { replayRecordedStage } from './replay-recorded.ts'
import { rollingSummaryStage } from './rolling-summary.ts'
import { saveCheckpointStage } from './save-checkpoint.ts'
import { serverCompactStage } from './server-compact.ts'
import { slideStage } from './slide.ts'
import { summarizeArrivalsStage, summarizeResultsStage } from './summarize-results.ts'
import { takeNotes } from './take-notes.ts'
import { tieredStages } from './tiered.ts'
import { trimStage } from './trim.ts'

/** What stages obey that must not take everything. */
const GATES = ['eviction.gates', 'eviction.protected_types']
/** What decides whether an edit is worth the prompt cache that it rewrites. */
const CACHE = ['eviction.horizon_turns', 'eviction.rewrite_price']
/** The same, and whether it frees enough. */
const WORTH = ['eviction.min_free_tokens', 'eviction.min_free_share', ...CACHE]
const AHEAD = ['pressure.preemptive', 'pressure.preemptive_turns']
/** What the ladder's steps obey: they stop at the target. */
const LADDER = ['eviction.target', ...WORTH, ...GATES, ...AHEAD]
const BATCH = [
  'eviction.target',
  ...WORTH,
  'eviction.placeholders',
  'eviction.placeholder_tokens',
  ...GATES,
  ...AHEAD,
]
const BREAKER = 'compression.breaker_after'

/** Every stage, by the name that a pipeline calls it by. */
export const stages: Readonly<Record<string, StageEntry>> = Object.freeze({
  summarize_arrivals: {
    label: 'Summarize arrivals',
    meaning: 'Long tool results are summarized as they arrive; the model reads the summary.',
    phase: 'result',
    settings: ['compression.summarization_threshold_tokens', 'compression.result_share', BREAKER, ...GATES],
    asks: true,
    at: null,
    build: ({ compression, eviction }) => summarizeArrivalsStage(compression, eviction),
  },
  take_notes: {
    label: 'Take notes',
    meaning: 'What a turn decided, found out or finished is written down as it happens.',
    phase: 'call',
    settings: [],
    asks: false,
    at: null,
    build: () => takeNotes,
  },
  save_checkpoint: {
    label: 'Save a checkpoint',
    meaning: 'The state of the task is saved at the threshold and at milestones.',
    phase: 'call',
    settings: [
      'cross_window.milestones',
      'cross_window.milestone_turns',
      'compression.summary_tokens',
      BREAKER,
    ],
    asks: true,
    at: ({ crossWindow }) => crossWindow.saveAt,
    build: ({ compression, crossWindow }, at) =>
      saveCheckpointStage({ ...crossWindow, saveAt: at ?? crossWindow.saveAt }, compression),
  },
  delegate_ahead: {
    label: 'Delegate ahead',
    meaning: 'A marked subtask gives way to the report of a sub-agent as soon as it is finished.',
    phase: 'call',
    settings: [
      'compression.delegation.min_calls',
      'compression.delegation.max_tokens',
      BREAKER,
      ...CACHE,
      ...GATES,
    ],
    asks: true,
    at: null,
    build: ({ compression, eviction }) => delegateAheadStage(compression, eviction, eviction),
  },
  component_budget: {
    label: 'Hold components to their budgets',
    meaning: 'A component over its own limit is brought back under it.',
    phase: 'call',
    settings: [
      'compression.tool_results',
      'compression.summarization_threshold_tokens',
      'compression.result_share',
      BREAKER,
      'eviction.policy',
      'eviction.weights',
      'eviction.type_ttl',
      'eviction.placeholders',
      ...GATES,
    ],
    asks: true,
    at: null,
    build: ({ compression, eviction }) =>
      componentBudgetStage(
        compression,
        eviction,
        policyOf(eviction.policy, eviction.weights, eviction.scoring),
      ),
  },
  merge: {
    label: 'Merge near-duplicates',
    meaning: 'When eviction is due, near-duplicates are first merged into the newest of them.',
    phase: 'call',
    settings: ['eviction.merge_similarity', ...BATCH, BREAKER],
    asks: true,
    at: orange,
    build: (settings, at) => mergeStage(fromOrange(settings, at), settings.compression.breakerAfter),
  },
  evict: {
    label: 'Evict',
    meaning: 'In orange or red, the lowest-ranked blocks leave in one batch, down to the target.',
    phase: 'call',
    settings: ['eviction.policy', 'eviction.weights', 'eviction.scoring', 'eviction.type_ttl', ...BATCH],
    asks: false,
    at: orange,
    build(settings, at) {
      const { policy, weights, scoring } = settings.eviction
      return evictStage(policyOf(policy, weights, scoring), fromOrange(settings, at))
    },
  },
  summarize_results: {
    label: 'Summarize results',
    meaning: 'Long tool results give way to summaries, the oldest first, until the target is reached.',
    phase: 'call',
    settings: ['compression.summarization_threshold_tokens', 'compression.result_share', BREAKER, ...LADDER],
    asks: true,
    at: rungOf('tool_result_summarization', 0.75),
    build: (settings, at) =>
      summarizeResultsStage(
        settings.compression,
        settings.eviction,
        rung(settings, at, 'tool_result_summarization', 0.75),
      ),
  },
  progressive: {
    label: 'Shorten by age',
    meaning: 'Blocks are shortened as they age: key points, one line, a title.',
    phase: 'call',
    settings: ['compression.progressive', BREAKER, ...LADDER, 'budget.enforce'],
    asks: true,
    at: rungOf('progressive', 0.85),
    build: (settings, at) =>
      progressiveStage(settings.compression, settings.eviction, rung(settings, at, 'progressive', 0.85)),
  },
  compact: {
    label: 'Compact',
    meaning: 'The conversation gives way to one summary; its last messages and the task stay.',
    phase: 'call',
    settings: [
      'compression.keep_messages',
      'compression.summary_tokens',
      'compression.update',
      BREAKER,
      ...LADDER,
      'budget.enforce',
    ],
    asks: true,
    at: rungOf('conversation_compaction', 0.92),
    build: (settings, at) =>
      compactStage(
        settings.compression,
        settings.eviction,
        rung(settings, at, 'conversation_compaction', 0.92),
      ),
  },
  delegate: {
    label: 'Delegate',
    meaning: 'The largest closed stretch of tool work gives way to the report of a sub-agent.',
    phase: 'call',
    settings: [
      'compression.delegation.min_calls',
      'compression.delegation.max_tokens',
      'compression.keep_messages',
      BREAKER,
      ...LADDER,
      'budget.enforce',
    ],
    asks: true,
    at: rungOf('sub_agent', 0.95),
    build: (settings, at) =>
      delegateStage(settings.compression, settings.eviction, rung(settings, at, 'sub_agent', 0.95)),
  },
  new_window: {
    label: 'Open a new window',
    meaning: 'What nothing could help goes on in a new window, with a bootstrap made of the checkpoint.',
    phase: 'call',
    settings: [
      'cross_window.bootstrap_tokens',
      'compression.summary_tokens',
      BREAKER,
      ...WORTH,
      'eviction.protected_types',
    ],
    asks: true,
    at: ({ compression }) => compression.overflowAt,
    build: ({ compression, crossWindow, eviction }, at) =>
      newWindowStage(
        crossWindow,
        { ...compression, overflowAt: at ?? compression.overflowAt },
        eviction.protectedTypes,
        eviction,
      ),
  },
  carry_notes: {
    label: 'Carry the notes',
    meaning: 'When anything in the window was edited, the notes are inserted again.',
    phase: 'call',
    settings: ['compression.notes_tokens', ...CACHE],
    asks: false,
    at: null,
    build: ({ compression, eviction }) => carryNotes(compression, eviction),
  },
  clip: {
    label: 'Clip the newest results',
    meaning: 'When nothing else can go, the newest results are clipped so that the request fits.',
    phase: 'overflow',
    settings: GATES,
    asks: false,
    at: null,
    build: ({ eviction }) => clipStage(eviction),
  },
  slide: {
    label: 'Slide the window',
    meaning: 'Above so many messages the oldest leave, calls and results together.',
    phase: 'call',
    settings: ['atomic_window', BREAKER],
    asks: true,
    at: null,
    build: ({ atomicWindow, compression }) => slideStage(atomicWindow, compression.breakerAfter),
  },
  trim: {
    label: 'Trim to a budget',
    meaning: 'Above its budget, whole groups leave from one end or from the middle until the rest fits.',
    phase: 'call',
    settings: ['token_trim'],
    asks: false,
    at: null,
    build: ({ tokenTrim }) => trimStage(tokenTrim),
  },
  ...tieredStages,
  manual_summary: {
    label: 'Summarize when asked',
    meaning: 'Because a person asked for it, the history gives way to one summary.',
    phase: 'manual',
    settings: ['compression.summary_tokens', 'compression.update', BREAKER, ...GATES],
    asks: true,
    at: null,
    build: ({ compression, eviction }) => manualSummaryStage(compression, eviction),
  },
  manual_reset: {
    label: 'Reset when asked',
    meaning: 'Because a person asked for it, everything leaves but what was just said.',
    phase: 'manual',
    settings: [],
    asks: false,
    at: null,
    build: () => manualReset,
  },
  roll_up: {
    label: 'Roll up when asked',
    meaning: 'Because a person asked for it, all before the current exchange gives way to one summary.',
    phase: 'manual',
    settings: ['rolling_summary.summary_tokens', 'rolling_summary.update', BREAKER, ...GATES],
    asks: true,
    at: null,
    build: ({ rollingSummary, compression, eviction }) =>
      rollUpStage({ ...rollingSummary, breakerAfter: compression.breakerAfter }, eviction),
  },
  rolling_summary: {
    label: 'Rolling summary',
    meaning: 'Over the budget, all but the newest exchanges gives way to one summary.',
    phase: 'call',
    settings: ['rolling_summary', BREAKER, ...GATES],
    asks: true,
    at: null,
    build: ({ rollingSummary, compression, eviction }) =>
      rollingSummaryStage(rollingSummary, eviction, compression.breakerAfter),
  },
  clear_thinking: {
    label: 'Provider clears thinking',
    meaning: 'Of the thinking, the provider leaves only that of the newest assistant turns in the prompt.',
    phase: 'call',
    settings: ['context_editing.clear_thinking'],
    asks: false,
    at: null,
    build: ({ contextEditing }) => clearThinkingStage(contextEditing),
  },
  clear_tool_uses: {
    label: 'Provider clears tool results',
    meaning: 'Over its trigger, the provider leaves all but the newest tool results out of the prompt.',
    phase: 'call',
    settings: ['context_editing.clear_tool_uses'],
    asks: false,
    at: null,
    build: ({ contextEditing }) => clearToolUsesStage(contextEditing),
  },
  server_compact: {
    label: 'Provider compacts',
    meaning: 'Over its trigger, the provider puts a summary in the place of everything before.',
    phase: 'call',
    settings: ['context_editing.compact', BREAKER],
    asks: true,
    at: null,
    build: ({ contextEditing, compression }) => serverCompactStage(contextEditing, compression.breakerAfter),
  },
  replay_recorded: {
    label: 'Replay what was recorded',
    meaning: 'What the client that wrote the log did to its window is done again.',
    phase: 'call',
    settings: [],
    asks: false,
    at: null,
    build: () => replayRecordedStage,
  },
  end_at_overflow: {
    label: 'End at an overflow',
    meaning: 'A request that does not fit ends the run.',
    phase: 'overflow',
    settings: [],
    asks: false,
    at: null,
    build: () => endAtOverflow,
  },
})

function orange({ thresholds }: StrategySettings): Ratio {
  return thresholds.orange
}

/** Where the cascade has a step, or where it has it by default. */
function rungOf(name: CascadeStep, usual: Ratio): (settings: StrategySettings) => Ratio {
  return ({ compression }) => compression.cascade.find(({ step }) => step === name)?.at ?? usual
}

function rung(settings: StrategySettings, at: Ratio | null, name: CascadeStep, usual: Ratio): RungSettings {
  const share = at ?? rungOf(name, usual)(settings)
  const listed = settings.compression.cascade.some((one) => one.step === name)
  return {
    at: share,
    target: settings.eviction.target,
    ahead: settings.eviction,
    // Below orange it comes before eviction because the config wants it to.
    ...(share < settings.thresholds.orange ? {} : { worth: settings.eviction }),
    holdsHistory: settings.budget.enforce === 'per_component' && name !== 'tool_result_summarization',
    ...(at !== null || listed ? { by: byShare('compression.cascade', share, 'limit') } : {}),
  }
}
