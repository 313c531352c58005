import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'

/** A request that does not fit ends the run, as it would for a client that does nothing about it. */
export const endAtOverflow: Stage<null> = {
  name: 'end_at_overflow',
  phase: 'overflow',
  meaning: 'A request that does not fit ends the run.',
  initial: null,
  act: quiet((_view, state) => {
    return { edits: [], state, outcome: 'done', note: null, ends: true }
  }),
}
