import { done } from '../contract/trigger.ts'
import { quiet } from '../contract/quiet.ts'
import type { Stage } from '../contract/stage.ts'
import type { StageEntry } from './entry.ts'

/** Ends the run if a request does not fit, as it would end for a client that does not react. */
export const endAtOverflow: Stage<null> = {
  name: 'end_at_overflow',
  phase: 'overflow',
  initial: null,
  act: quiet((_view, state) => {
    return done(state, [], { ends: true })
  }),
}

export const endAtOverflowEntry = {
  name: 'end_at_overflow',
  label: 'End at an overflow',
  meaning: 'A request that does not fit ends the run.',
  phase: 'overflow',
  settings: [],
  build: () => endAtOverflow,
} as const satisfies StageEntry
