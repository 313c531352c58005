import { planTrim } from '../token-trim/plan.ts'
import type { TrimRefusal } from '../token-trim/plan.ts'
import { trimRoom } from '../token-trim/room.ts'
import type { TrimRoom } from '../token-trim/room.ts'
import type { TokenTrimSettings } from '../token-trim/declaration.ts'
import { done, skipped } from '../contract/trigger.ts'
import { anchoredBudget } from '../../pressure/pressure.ts'
import { positionsOfRows, rowsOfWindow } from '../trimming/of-window.ts'
import type { WindowRows } from '../trimming/of-window.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage, StageNote } from '../contract/stage.ts'
import type { WindowView } from '../../policy/window/view.ts'
import { above, BY_RESERVE, byShare } from '../../policy/edit-trigger.ts'
import type { AllowedBy } from '../../policy/edit-trigger.ts'
import type { Tokens } from '../../core/units.ts'
import type { StageEntry } from './entry.ts'

/**
 * The context trimmer of “agentfit-rs” (TRIM-1): above its budget, whole groups leave from the start, the end or the
 * middle until the rest fits. If it cannot fit, the request is refused, and the window does not change.
 */
export function trimStage(settings: TokenTrimSettings): Stage<null> {
  const rollback = settings.direction === 'end' && settings.rollback
  return {
    name: 'trim',
    phase: 'call',
    initial: null,
    act: quiet((view, state, context) => {
      const asked = trimRoom(settings, view.limit, view.limit - view.reserve)
      const { used, allowed, room } = anchoredBudget(view, asked.room)
      if (view.window.used <= room) return skipped(state, 'below_trigger')
      const window = rowsOfWindow(view, context, {
        gates: { task: !rollback, current_user_message: !rollback, running_results: !rollback },
        verb: 'drop',
        // Also with rollback: what follows depends on that reply.
        ignored: [],
        system: true,
        tail: 0,
        last: !rollback,
        apart: !rollback,
        goesBack: rollback,
      })
      const plan = planTrim(window.rows, { ...asked, room }, settings)
      if ('code' in plan) {
        return { edits: [], state, outcome: 'refused', note: noteOf(plan, window, view) }
      }
      const changes = positionsOfRows(window, plan.leaving).map((position) => ({
        verb: 'drop' as const,
        block: view.window.entries[position]?.block ?? -1,
      }))
      const edit = {
        changes,
        kept: { gated: window.gated, tailFrom: null },
        trigger: above(
          'tokens',
          used,
          allowed,
          allowedBy(asked, allowed, settings, view),
          room,
          view.window.used,
        ),
      }
      return done(state, [edit])
    }),
  }
}

/** The setting, unless the reserve leaves less. */
function allowedBy(
  { limit, reserve }: TrimRoom,
  allowed: Tokens,
  settings: TokenTrimSettings,
  view: WindowView,
): AllowedBy {
  if (limit - reserve !== allowed) return BY_RESERVE
  return byShare('token_trim.reserve', settings.reserve, limit === view.limit ? 'limit less' : 'budget less')
}

function noteOf(refusal: TrimRefusal, { starts }: WindowRows, view: WindowView): StageNote {
  const { code, tokens, allowed, row } = refusal
  const block = row === null ? undefined : view.blocks[starts[row] ?? -1]
  return { code, tokens, allowed, ...(block === undefined ? {} : { block: block.id }) }
}

export const trimEntry = {
  name: 'trim',
  label: 'Trim to a budget',
  meaning: 'Above its budget, whole groups leave from one end or from the middle until the rest fits.',
  phase: 'call',
  settings: ['token_trim'],
  build: ({ tokenTrim }) => trimStage(tokenTrim),
} as const satisfies StageEntry
