import { chars4 } from '../engine/index.ts'
import { autopsySteps, readTraceSteps, takeInSteps } from '../sim/internal.ts'
import type { Autopsy, Intake } from '../sim/index.ts'
import type { Questions } from './protocol.ts'

export { rulesKept } from '../sim/internal.ts'

/** The newest conversation's: every comparison of it asks again, and no setting of a lane changes it. */
const known = new WeakMap<Intake, Autopsy>()

/** The autopsy of a conversation, made once, in steps. */
export function* autopsyOnce(intake: Intake): Generator<unknown, Autopsy, void> {
  const autopsy = known.get(intake) ?? (yield* autopsySteps(intake))
  known.set(intake, autopsy)
  return autopsy
}

/** The autopsies of all conversations of a log, in the order of the file, in steps. */
export function* autopsiesOfLog({
  text,
  filename,
}: Questions['logAutopsy']['about']): Generator<unknown, readonly Autopsy[], void> {
  const autopsies: Autopsy[] = []
  // Its tokens are not shown, so they need not be exact.
  for (const trace of yield* readTraceSteps(text, { filename }))
    autopsies.push(yield* autopsySteps(yield* takeInSteps(trace, chars4)))
  return autopsies
}
