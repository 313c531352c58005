import type { Tokens } from '../engine/index.ts'
import type { Intake } from './intake.ts'

/**
 * The largest prompt of the main window if nothing were ever removed: every block before the last
 * call, message overhead included. Budgets are set relative to it.
 */
export function unmanagedPeak(intake: Intake): Tokens {
  const turns = intake.trace.turns.filter((turn) => turn.window === 0)
  const last = turns.at(-1)?.turn ?? 0
  let used = 0
  let message = -1
  for (const block of intake.blocks) {
    if (block.window !== 0 || (block.turn === last && block.response)) continue
    used += block.tokens
    if (block.message >= 0 && block.message !== message) used += intake.messageOverhead
    if (block.message >= 0) message = block.message
  }
  return used
}
