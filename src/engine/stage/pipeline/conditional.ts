import { skipped } from '../contract/trigger.ts'
import type { Stage } from '../contract/stage.ts'
import type { Condition } from './condition.ts'
import { cheapFirst, holds } from './holds.ts'

/**
 * A stage that acts only where a condition holds; one that always holds leaves the stage as it is. No provider can be
 * asked for an edit under a condition, so that requests do not ask for it.
 */
export function conditional(stage: Stage, condition: Condition): Stage {
  if (condition.kind === 'constant' && condition.holds) return stage
  const asked = cheapFirst(condition)
  const { providerEdit: _, ...own } = stage
  return {
    ...own,
    *act(view, state, context) {
      if (!holds(asked, view, context)) return skipped(state, 'below_trigger')
      return yield* stage.act(view, state, context)
    },
  }
}
