import type { GuardSettings } from '../../policy/guards/guarded.ts'
import { done, skipped } from '../contract/trigger.ts'
import { anchoredUsed } from '../../pressure/pressure.ts'
import { effectiveWindow } from '../tiered/effective-window.ts'
import { headAndTail } from '../../core/message/head-and-tail.ts'
import { remembering, rememberedOf } from '../tiered/per-window.ts'
import type { PerWindow } from '../tiered/per-window.ts'
import { LateGuards, newestBlock, resultsIn, resultsSince } from '../tiered/results.ts'
import type { StandingResult } from '../tiered/results.ts'
import type { TieredSettings } from '../tiered/declaration.ts'
import type { BlockId } from '../../core/units.ts'
import type { Change } from '../../core/window/change.ts'
import { isWhole, ORIGINAL } from '../../core/window/window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage, StageContext } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, byShare } from '../../policy/edit-trigger.ts'
import { ceilShare, floorShare } from '../../core/number/share.ts'
import type { StageEntry } from './entry.ts'
import { GATES } from './obeyed.ts'

/**
 * The last block up to which each budget was applied to a window, so that no result is checked twice for the same
 * budget: results that arrived under the first budget must be checked again for the tighter one. −1: none yet.
 */
export interface Budgeted {
  readonly first: BlockId
  readonly tight: BlockId
}

const NOT_YET: Budgeted = Object.freeze({ first: -1, tight: -1 })

/**
 * Limits every result to a number of characters that depends on how full the window is (TIER-1). It always cuts the
 * stored original, so that a tighter budget gives the same as cutting the whole, and the same budget again changes
 * nothing.
 */
export function budgetResults(settings: TieredSettings, protects: GuardSettings): Stage<PerWindow<Budgeted>> {
  return {
    name: 'budget_results',
    phase: 'call',
    initial: [],
    act: quiet((view, state, context) => {
      const level = levelOf(view, settings)
      if (level === null) return skipped(state, 'below_trigger')
      const { characters, budget } = level
      const before = rememberedOf(state, view.window.id) ?? NOT_YET
      const next = remembering(state, view.window.id, { ...before, [budget]: newestBlock(view) })
      const isNew = resultsSince(view, before[budget]).some(({ id }) => context.text(id).length > characters)
      if (!isNew) return skipped(next, 'below_trigger')

      const gates = new LateGuards(view, protects, context)
      const changes: Change[] = []
      for (const result of resultsIn(view)) {
        if (!isOver(result, characters, context) || !gates.lets(result, 'clip')) continue
        const { entry, block } = result
        const text = headAndTail(context.text(block.id), characters)
        const tokens = context.count(text)
        if (tokens >= entry.tokens - entry.overhead) continue
        changes.push({ verb: 'clip', block: block.id, content: context.store(text), tokens })
      }
      if (changes.length === 0) return skipped(next, 'below_trigger')
      return done(next, [
        {
          changes,
          kept: { gated: gates.held, tailFrom: null },
          trigger: above('tokens', level.used, level.allowed, level.by),
        },
      ])
    }),
  }
}

/** The budget for the window's utilization, null if it is not full enough for any. */
function levelOf(view: WindowView, settings: TieredSettings) {
  const window = effectiveWindow(view, settings.reserveTokens)
  const used = anchoredUsed(view)
  const tight = floorShare(settings.tightBudgetFrom, window)
  if (used > tight) {
    const characters = settings.tightBudgetCharacters
    const by = byShare('tiered.tight_budget_from', settings.tightBudgetFrom, 'effective')
    return { characters, budget: 'tight' as const, used, allowed: tight, by }
  }
  const first = ceilShare(settings.budgetFrom, window)
  if (used < first) return null
  const by = byShare('tiered.budget_from', settings.budgetFrom, 'effective')
  const allowed = floorShare(settings.budgetFrom, window)
  return { characters: settings.budgetCharacters, budget: 'first' as const, used, allowed, by }
}

/** Whether a whole or cut result is longer than its budget; false for a preview or a notice. */
function isOver({ entry, block }: StandingResult, characters: number, context: StageContext): boolean {
  if (!isWhole(entry) && entry.state !== 'clipped') return false
  if (entry.content === ORIGINAL) return context.text(block.id).length > characters
  return context.stored(entry.content).length > characters
}

export const budgetResultsEntry = {
  name: 'budget_results',
  label: 'Budget results',
  meaning: 'The fuller the window, the fewer characters each result may have; cut from the original.',
  phase: 'call',
  settings: [
    'tiered.reserve_tokens',
    'tiered.budget_from',
    'tiered.budget_characters',
    'tiered.tight_budget_from',
    'tiered.tight_budget_characters',
    ...GATES,
  ],
  build: ({ tiered, eviction }) => budgetResults(tiered, eviction),
} as const satisfies StageEntry
