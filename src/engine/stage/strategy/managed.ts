import type { CascadeStep } from '../contract/stage.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { planned, step } from './strategy.ts'
import type { PlanStep, StrategySettings } from '../catalogue/settings.ts'

/**
 * The complete ContextWindowManager of “Agent Context Window Management”: one cascade by utilization (COMP-2). Each
 * step acts from its threshold on; then the window is measured again before the next. A window at the target is left
 * alone. Eviction has orange as its threshold, where it waits for a batch that costs least per turn (COST-7), and comes before every step that asks a model, except those that the
 * config puts below orange. Later steps wait if eviction was held back, and for their interval (`ask_interval`), unless
 * the request would not fit; if it cannot fit at all, no model is asked. Each edit is held back if it does not pay for
 * the prompt cache that it rewrites (see worth.ts).
 */
export const managed = planned({
  name: 'managed',
  label: 'Managed',
  meaning:
    'Evicts, then summarizes, compacts and delegates, each from its threshold on, or early on an expired prompt cache; finally a new window.',
  endsAtOverflow: false,
  sections: ['eviction', 'compression', 'cross_window', 'mock_llm'],
  plan(settings) {
    const { compression, crossWindow, budget, eviction } = settings
    const { before, after } = ladder(settings)
    const { overflowThreshold, toolResults, delegation } = compression
    const notes = compression.notes
    const when = inTimeOrOver(compression)
    // Otherwise steps that ask a model whenever they can would leave no turn for a save.
    const asksFirst = before.length > 0 || toolResults === 'on_arrival'
    return [
      ...(toolResults === 'on_arrival' ? [step('summarize_arrivals')] : []),
      ...(notes ? [step('take_notes')] : []),
      ...(delegation.ahead ? [step('delegate_ahead')] : []),
      ...(budget.enforce === 'per_component' ? [step('component_budget')] : []),
      ...before,
      ...evictionPlan(eviction),
      step('save_checkpoint', {
        at: crossWindow.autoSaveThreshold,
        when: asksFirst ? 'not cannot_fit' : inTime(compression),
      }),
      ...after.map((rung) => ({ ...rung, when })),
      ...(crossWindow.newWindow ? [step('new_window', { at: overflowThreshold, when })] : []),
      ...(notes ? [step('carry_notes')] : []),
      step('clip'),
    ]
  },
})

/** The stage of each cascade step. */
const STAGES = {
  tool_result_summarization: 'summarize_results',
  progressive: 'progressive',
  conversation_compaction: 'compact',
  sub_agent: 'delegate',
} as const satisfies Readonly<Record<CascadeStep, string>>

/**
 * Condition for steps after eviction that may wait before asking a model: eviction was not held back, and the interval
 * has passed.
 */
function inTime({ askInterval }: CompressionSettings): string {
  return `not held_back and not cannot_fit and turns_since_asking >= ${askInterval}`
}

/** Condition for steps that make room: also whenever the request would not fit, unless nothing could make it fit. */
function inTimeOrOver(compression: CompressionSettings): string {
  return `${inTime(compression)} or overflow and not cannot_fit`
}

/** The steps from low to high; cascade steps below orange come before eviction. */
function ladder({ compression, thresholds }: StrategySettings) {
  const rungs = compression.cascade.flatMap(({ at, step: name }) => {
    const left = name === 'tool_result_summarization' && compression.toolResults === 'never'
    return left ? [] : [step(STAGES[name], { at })]
  })
  const isLower = ({ at }: PlanStep): boolean => (at ?? 0) < thresholds.orange
  return { before: rungs.filter(isLower), after: rungs.filter((rung) => !isLower(rung)) }
}

/** Eviction by a policy; `semantic_merge` merges near-duplicates before it evicts anything (EVI-6). */
export function evictionPlan({ policy }: Pick<EvictionSettings, 'policy'>): readonly PlanStep[] {
  return policy === 'semantic_merge' ? [step('merge'), step('evict')] : [step('evict')]
}
