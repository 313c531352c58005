import type { CascadeStep } from '../contract/stage.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import { planned, step } from './strategy.ts'
import type { PlanStep, StrategySettings } from '../catalogue/settings.ts'

/**
 * The ContextWindowManager of “Agent Context Window Management”, whole. One cascade by utilization (COMP-2): each step
 * acts from its threshold on, the window is measured again, and the next is asked; what is at the target is left alone.
 * Eviction has orange for its threshold and comes before every step that asks a model, but for those that the config
 * puts below orange. Steps behind it wait where it was held back, and for their turn (`ask_interval`), unless the
 * request would not fit; where it cannot fit, nobody is asked. What any of them would edit is held back where it is not
 * worth the prompt cache that it rewrites (see worth.ts).
 */
export const managed = planned({
  name: 'managed',
  label: 'Managed',
  meaning:
    'Evicts, then summarizes, compacts and delegates, each from its threshold on; finally a new window.',
  endsAtOverflow: false,
  sections: ['eviction', 'compression', 'cross_window', 'mock_llm'],
  plan(settings) {
    const { compression, crossWindow, budget, eviction } = settings
    const { before, after } = ladder(settings)
    const { overflowAt, toolResults, delegation } = compression
    const notes = compression.notes.enabled
    const when = inTimeOrOver(compression)
    // Steps that ask in every turn they are due would leave a save no turn of its own.
    const asksFirst = before.length > 0 || toolResults === 'on_arrival'
    return [
      ...(toolResults === 'on_arrival' ? [step('summarize_arrivals')] : []),
      ...(notes ? [step('take_notes')] : []),
      ...(delegation.ahead ? [step('delegate_ahead')] : []),
      ...(budget.enforce === 'per_component' ? [step('component_budget')] : []),
      ...before,
      ...evictionPlan(eviction),
      step('save_checkpoint', {
        at: crossWindow.saveAt,
        when: asksFirst ? 'not cannot_fit' : inTime(compression),
      }),
      ...after.map((rung) => ({ ...rung, when })),
      ...(crossWindow.newWindow ? [step('new_window', { at: overflowAt, when })] : []),
      ...(notes ? [step('carry_notes')] : []),
      step('clip'),
    ]
  },
})

/** The stage that each step of the cascade is. */
const STAGES = {
  tool_result_summarization: 'summarize_results',
  progressive: 'progressive',
  conversation_compaction: 'compact',
  sub_agent: 'delegate',
} as const satisfies Readonly<Record<CascadeStep, string>>

/** When a step behind eviction may ask a model that may wait: not where eviction waits, and not too often. */
function inTime({ askInterval }: CompressionSettings): string {
  return `not held_back and not cannot_fit and turns_since_asking >= ${askInterval}`
}

/** When one may that makes room: also whenever the request would not fit, unless nothing could make it fit. */
function inTimeOrOver(compression: CompressionSettings): string {
  return `${inTime(compression)} or overflow and not cannot_fit`
}

/** The steps from low to high; those of the cascade below orange come before eviction. */
function ladder({ compression, thresholds }: StrategySettings) {
  const rungs = compression.cascade.flatMap(({ at, step: name }) => {
    const left = name === 'tool_result_summarization' && compression.toolResults === 'never'
    return left ? [] : [step(STAGES[name], { at })]
  })
  const isLower = ({ at }: PlanStep): boolean => (at ?? 0) < thresholds.orange
  return { before: rungs.filter(isLower), after: rungs.filter((rung) => !isLower(rung)) }
}

/** Eviction by a policy; `semantic_merge` merges what is alike before it lets anything go (EVI-6). */
export function evictionPlan({ policy }: Pick<EvictionSettings, 'policy'>): readonly PlanStep[] {
  return policy === 'semantic_merge' ? [step('merge'), step('evict')] : [step('evict')]
}
