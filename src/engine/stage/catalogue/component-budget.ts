import { shorten } from '../compression/in-place.ts'
import type { CompressionSettings } from '../compression/declaration.ts'
import { done, componentTrigger, skipped } from '../contract/trigger.ts'
import type { EvictionSettings } from '../../policy/settings.ts'
import type { Policy } from '../../policy/signals/signal.ts'
import { semantic } from '../../policy/signals/list.ts'
import { carriesState, COMPONENT_OF } from '../../core/message/block.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId, Tokens } from '../../core/units.ts'
import { ledgerOf } from '../../core/window/ledger.ts'
import type { Entry } from '../../core/window/window.ts'
import { startAsking } from '../contract/asking.ts'
import type { PlannedTrigger } from '../../policy/edit-trigger.ts'
import { planWithin } from './evict.ts'
import type { EditPlan, Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { longResults } from './summarize-results.ts'
import { policyOf } from '../../policy/policies/list.ts'
import type { StageEntry } from './entry.ts'
import { GATES, BREAKER } from './obeyed.ts'

/** Components whose budget is enforced here; system prompt and tools are for a person to trim. */
type Held = 'history' | 'results' | 'memory'

/**
 * The relevance floor of memories (BUD-6): it rises until the rest fits, so that the memories least similar to the task
 * leave first, and among equals the stalest.
 */
const RELEVANCE: Policy = Object.freeze({
  name: 'relevance',
  label: 'Relevance',
  meaning: 'Blocks least similar to the task leave first; of equals, the oldest.',
  terms: [{ signal: semantic, weight: 1 }],
})

/**
 * Handles components over their own limits, for `budget.enforce: per_component` (BUD-6, BUD-7). The oldest long tool
 * results are summarized, then the lowest-ranked are replaced by placeholders. The least relevant memories leave.
 * History is evicted down to its soft limit, before the cascade steps that ask a model see it.
 */
export function componentBudgetStage(
  compression: CompressionSettings,
  settings: EvictionSettings,
  policy: Policy,
): Stage<null> {
  return {
    name: 'component_budget',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      // The budget was read before this turn's stages acted.
      const { byComponent: now } = ledgerOf(view.window, view.block, view.limit, view.reserve)
      const edits: EditPlan[] = []
      const { results } = view.budget.components
      const excess = now.results - results.limit
      const asking = startAsking(context.breaker, compression.breakerAfter)
      const touched = new Set<BlockId>()
      let freed = 0
      if (excess > 0 && asking.allowed() && compression.toolResults !== 'never') {
        const made = yield* shorten(view, context, asking, {
          stage: 'component_budget',
          kind: 'summarize_result',
          step: 'tool_result_summarization',
          list: longResults(view, compression, settings, context),
          goal: excess,
          from: 'current',
        })
        const { changes, compression: done } = made
        const trigger = over('results', now.results, results.limit)
        if (changes.length > 0) edits.push({ changes, compression: done, trigger })
        for (const block of made.done) touched.add(block)
        freed = done.before - done.after
      }
      const evict = (component: Held, order: Policy, toFree: Tokens): void => {
        const { limit } = view.budget.components[component]
        const plan = evicted(view, settings, context, order, {
          has: (block, entry) => !touched.has(block.id) && belongsTo(component, block, entry),
          trigger: over(component, now[component], limit, toFree),
          toFree,
        })
        // Each plan was made for the window before the others: one that changes the same blocks as an earlier one waits
        // for the next turn.
        if (plan === null || plan.changes.some(({ block }) => touched.has(block))) return
        for (const { block } of plan.changes) touched.add(block)
        edits.push(plan)
      }
      if (freed < excess) evict('results', policy, excess - freed)
      const { memory, history } = view.budget.components
      if (now.memory > memory.limit) evict('memory', RELEVANCE, now.memory - memory.limit)
      // It grows in every turn: freeing only down to the limit would need an edit in each.
      if (now.history > history.limit)
        evict('history', policy, now.history - Math.min(history.soft, history.limit))
      const { verdicts } = asking
      if (edits.length === 0) return skipped(state, 'below_trigger', 0, verdicts)
      return done(state, edits, { verdicts })
    },
  }
}

function over(component: Held, used: Tokens, limit: Tokens, toFree = used - limit): PlannedTrigger {
  return { ...componentTrigger(component, used, limit), target: used - toFree, toFree }
}

/**
 * Whether a component may remove a block. A call whose result is a placeholder, or too small for one, is history that
 * leaves with it; blocks that strategies made (notes, a bootstrap) have budgets of their own.
 */
function belongsTo(component: Held, block: Block, { state }: Entry): boolean {
  if (component === 'memory' && carriesState(block)) return false
  if (component !== 'history' || block.type !== 'tool_result') return COMPONENT_OF[block.type] === component
  return state === 'placeholder'
}

function evicted(
  view: WindowView,
  settings: EvictionSettings,
  context: StageContext,
  policy: Policy,
  {
    has,
    trigger,
    toFree,
  }: {
    readonly has: (block: Block, entry: Entry) => boolean
    readonly trigger: PlannedTrigger
    readonly toFree: Tokens
  },
): EditPlan | null {
  const { window, limit, reserve, reading } = view
  const aim = window.used - toFree
  const plan = planWithin(view, policy, settings, context, {
    has: (position) => has(view.blocks[position] as Block, window.entries[position] as Entry),
    trigger: {
      cause: 'component',
      zone: reading.zone,
      used: window.used,
      limit,
      reserve,
      target: aim,
      aim,
      toFree,
    },
  })
  if (plan === null) return null
  const decision: EditPlan['decision'] = () => {
    const made = plan.decision?.() ?? null
    return made === null ? null : { ...made, stage: 'component_budget' }
  }
  return { ...plan, decision, trigger }
}

export const componentBudgetEntry = {
  name: 'component_budget',
  label: 'Keep components within their budgets',
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
  makesRoom: true,
  build: ({ compression, eviction }) =>
    componentBudgetStage(
      compression,
      eviction,
      policyOf(eviction.policy, eviction.weights, eviction.scoring),
    ),
} as const satisfies StageEntry
