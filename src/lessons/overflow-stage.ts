import {
  done,
  overflows,
  scaleToUsable,
  askForCheckpoint,
  byShare,
  openedWith,
  positionsOf,
  shareTrigger,
  skipped,
  standingTokens,
  startAsking,
  unitsOf,
} from '../engine/internal.ts'
import type { Checkpoint, CompressionSettings, CrossWindowSettings, Stage } from '../engine/index.ts'
import { bootstrapOmits, everyVersionTwo, plansAsDone } from './checkpoint.ts'
import type { Room } from './checkpoint.ts'

/** Both windows hold the task and the running cycle; the lanes differ in the rest. */
const EVERY_GATE_BUT_STATE = { carried_state: false }

/** What a new window does wrong. */
interface Wrong {
  /** Whether a checkpoint continues the previous one; missing: it begins anew. */
  readonly continues?: true
  /** What is saved of a checkpoint. */
  readonly saved: (checkpoint: Checkpoint) => Checkpoint
  /** The text that opens the new window. */
  readonly bootstrap: (checkpoint: Checkpoint, room: Room) => string
}

/**
 * Overflow by the code of “Agent Context Window Management”: a checkpoint without the content of the previous one,
 * saved as version 2 each time, and a bootstrap without constraints, criteria and learnings, and without a size limit.
 */
export const PRINTED: Wrong = {
  saved: (checkpoint) => ({ ...checkpoint, version: everyVersionTwo.version() }),
  bootstrap: bootstrapOmits.bootstrap,
}

/** The same article’s “Orphan State”: the next window takes each step of the state for one that is done. */
export const ORPHANED: Wrong = {
  continues: true,
  saved: (checkpoint) => checkpoint,
  bootstrap: plansAsDone.bootstrap,
}

/** A new window with a defect. When it opens and what else is carried over is as in the correct one. */
export function overflowAsWritten(
  { continues, saved, bootstrap: textOf }: Wrong,
  { bootstrapTokens }: Pick<CrossWindowSettings, 'bootstrapTokens'>,
  compression: CompressionSettings,
  protectedTypes: readonly string[],
): Stage<null> {
  return {
    name: 'new_window',
    phase: 'call',
    initial: null,
    *act(view, state, context) {
      const { used } = view.window
      const begins = scaleToUsable(compression.overflowThreshold, view.limit, view.reserve)
      const due = used >= begins * view.limit
      if (!due && !overflows(used + view.margin, view.limit, view.reserve))
        return skipped(state, 'below_trigger')
      const { all: units } = unitsOf(view, { gates: EVERY_GATE_BUT_STATE, protectedTypes }, context, 0)
      const leaving = positionsOf(units.filter((unit) => !unit.held))
      const frees = standingTokens(view, leaving)
      if (frees <= bootstrapTokens) return skipped(state, 'new_window_no_gain', used - frees)

      const asking = startAsking(context.breaker, compression.breakerAfter)
      if (!asking.allowed()) return skipped(state, 'breaker_open')
      const known =
        continues === true ? context : { ...context, carried: { ...context.carried, checkpoint: null } }
      const fresh = yield* askForCheckpoint(view, known, asking, 'new_window', compression)
      const { verdicts } = asking
      if (fresh === null) return skipped(state, 'summary_discarded', 0, verdicts)

      const checkpoint = saved(fresh.checkpoint)
      const save = { ...fresh, checkpoint }
      const text = textOf(checkpoint, { maxTokens: bootstrapTokens, count: context.count })
      const tokens = context.count(text)
      if (tokens >= frees) return { ...skipped(state, 'new_window_no_gain', tokens - frees, verdicts), save }
      const first = units[0]?.from ?? view.blocks.length
      const changes = openedWith(view, leaving, { text, tokens, first }, context)
      return done(
        state,
        [
          {
            changes,
            opensWindow: true,
            trigger: shareTrigger(
              view,
              due ? 'level' : 'overflow',
              begins,
              byShare('compression.overflow_threshold', compression.overflowThreshold, 'limit'),
            ),
          },
        ],
        { verdicts, save },
      )
    },
  }
}
