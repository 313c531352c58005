import { byName } from '../../core/by-name.ts'
import { stages } from '../catalogue/list.ts'
import { sectionsOf } from '../pipeline/stages-of.ts'
import { evictionPlan, managed } from './managed.ts'
import { planned, step } from './strategy.ts'
import type { Strategy } from './strategy.ts'

/**
 * Only the eviction of “Agent Context Window Management”: no compression, no summaries; only `semantic_merge` asks a
 * model.
 */
const evict = planned({
  name: 'evict',
  label: 'Evict',
  meaning: 'From orange on, the lowest-ranked blocks are evicted in one batch; results leave placeholders.',
  endsAtOverflow: false,
  sections: ['eviction', 'mock_llm'],
  plan: ({ eviction }) => [...evictionPlan(eviction), step('clip')],
})

/**
 * Only cross-window state (“Agent Context Window Management”, 6): nothing is evicted or compressed. When the window is
 * full, the state of the task is saved and a new window continues from it.
 */
const handover = planned({
  name: 'handover',
  label: 'New windows',
  meaning:
    'Nothing is evicted; a full window hands over to a new one with a bootstrap made from the checkpoint.',
  endsAtOverflow: false,
  sections: ['eviction', 'compression', 'cross_window', 'mock_llm'],
  plan({ compression, crossWindow }) {
    const { notes } = compression
    return [
      ...(notes ? [step('take_notes')] : []),
      step('save_checkpoint', { at: crossWindow.autoSaveThreshold }),
      ...(crossWindow.newWindow ? [step('new_window', { at: compression.overflowThreshold })] : []),
      ...(notes ? [step('carry_notes')] : []),
      step('clip'),
    ]
  },
})

/** The message window of “Sliding Message Window”: nothing is scored, and pairs are never split. */
const atomicWindow = planned({
  name: 'atomic_window',
  label: 'Atomic window',
  meaning: 'Above this many messages the oldest leave, calls and results together.',
  endsAtOverflow: false,
  sections: ['atomic_window', 'compression', 'mock_llm'],
  plan: () => [step('slide')],
})

/** The token trimmer of “agentfit-rs”. */
const tokenTrim = planned({
  name: 'token_trim',
  label: 'Token trim',
  meaning: 'Above a budget of tokens, whole groups leave from the start, the end or the middle.',
  endsAtOverflow: false,
  sections: ['token_trim'],
  plan: () => [step('trim')],
})

/**
 * The pipeline of a small coding agent (“Claude Code from Scratch”; TIER-1, TIER-2): the cheapest step first, and a
 * summary only when all others were not enough.
 */
const tiered = planned({
  name: 'tiered',
  label: 'Tiered',
  meaning: 'Large results are stored, then budgeted, snipped and cleared; finally the history is summarized.',
  endsAtOverflow: false,
  sections: ['tiered', 'eviction', 'compression', 'mock_llm'],
  plan: () => [
    step('persist_results'),
    step('cut_results'),
    step('manual_compact'),
    step('budget_results'),
    step('snip_results'),
    step('microcompact'),
    step('auto_compact'),
  ],
})

/**
 * The five levels of a large coding agent (“Claude Code from Scratch”; TIER-3), which take the prompt cache into
 * account.
 */
const tieredFull = planned({
  name: 'tiered_full',
  label: 'Tiered, in full',
  meaning:
    'Results are stored, snipped and cleared as the cache allows; history is folded, then summarized, and files come back.',
  endsAtOverflow: false,
  sections: ['tiered_full', 'eviction', 'compression', 'mock_llm'],
  plan: ({ tieredFull: settings }) => [
    step('store_results'),
    step('manual_compact_session'),
    step('snip_history'),
    step('clear_results'),
    ...(settings.collapse ? [step('collapse')] : []),
    step('compact_session'),
  ],
})

/**
 * “Short-Term Memory”: the newest exchanges unchanged, and one summary of everything before. A manual compaction works
 * the same way, with no exchange kept.
 */
const rollingSummary = planned({
  name: 'rolling_summary',
  label: 'Rolling summary',
  meaning:
    'Over the budget, all but the newest exchanges are replaced by one summary; never within an exchange.',
  endsAtOverflow: false,
  sections: ['rolling_summary', 'eviction', 'compression', 'mock_llm'],
  plan: () => [step('roll_up'), step('rolling_summary')],
})

/**
 * The edits that a provider makes to the prompt itself, in the API's order (EDITAPI-1). The client's history stays
 * whole, and no other stage acts: if nothing is left to clear, the provider refuses the request, and the run ends.
 */
const contextEditing = planned({
  name: 'context_editing',
  label: 'Provider edits',
  meaning:
    'The provider clears old thinking and tool results from the prompt; the history stays whole. The run ends when that is not enough.',
  endsAtOverflow: true,
  sections: ['context_editing', 'mock_llm'],
  plan: ({ contextEditing: { clearThinking, clearToolUses, compact } }) => [
    ...(clearThinking.enabled ? [step('clear_thinking')] : []),
    ...(clearToolUses.enabled ? [step('clear_tool_uses')] : []),
    ...(compact.enabled ? [step('server_compact')] : []),
    step('end_at_overflow'),
  ],
})

/** Nothing is ever removed; the run ends at the turn that overflows. */
const unmanaged = planned({
  name: 'unmanaged',
  label: 'Unmanaged',
  meaning: 'Nothing is removed. The run ends when the window overflows.',
  endsAtOverflow: true,
  sections: [],
  plan: () => [step('end_at_overflow')],
})

/**
 * What the log's own client did, and nothing else (REC-1). Its window may have been larger than this run's: the rest is
 * sent, and if that does not fit the turn is an overflow.
 */
const recorded = planned({
  name: 'recorded',
  label: 'As recorded',
  meaning: 'Repeats the compactions that the log records, and nothing else.',
  endsAtOverflow: false,
  sections: [],
  plan: () => [step('replay_recorded')],
})

/** Any list of stages (PIPE-1): each acts in its turn if its condition holds. */
const pipeline = planned({
  name: 'pipeline',
  label: 'Pipeline',
  meaning: 'The stages listed in the section pipeline, in order, each if its condition holds.',
  endsAtOverflow: false,
  // Those of every stage; which of them a config reads depends on the stages that it lists.
  sections: sectionsOf(Object.keys(stages).map((stage) => ({ stage }))),
  plan: ({ pipeline }) => pipeline,
})

/** Every strategy; the first is the default. */
const list = [
  managed,
  evict,
  handover,
  atomicWindow,
  tokenTrim,
  tiered,
  tieredFull,
  rollingSummary,
  contextEditing,
  unmanaged,
  recorded,
  pipeline,
] as const

export type StrategyName = (typeof list)[number]['name']

/**
 * Every strategy by its name in the YAML, with its meaning, the sections that it reads, and its plan as steps of a
 * pipeline.
 */
export const strategies: Readonly<Record<StrategyName, Strategy<StrategyName>>> = byName(list)
