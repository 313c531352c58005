import type { BlockId, Tokens } from '../../engine/index.ts'
import type { Intake } from './intake.ts'

/**
 * The largest prompt of the main window if nothing were ever removed: every block before a call, with message overhead
 * and the adjustment from recorded usage. Budgets are set relative to it.
 */
export function unmanagedPeak({
  trace,
  blocks,
  inputs,
  responses,
  adjustments,
  messageOverhead,
}: Intake): Tokens {
  let used = 0
  let peak = 0
  let message = -1
  const add = (ids: readonly BlockId[] | undefined): void => {
    for (const id of ids ?? []) {
      const block = blocks[id]
      if (block === undefined) continue
      used += block.tokens
      if (block.message >= 0 && block.message !== message) used += messageOverhead
      if (block.message >= 0) message = block.message
    }
  }
  for (const { turn, window } of trace.turns) {
    if (window !== 0) continue
    used += adjustments.get(turn) ?? 0
    add(inputs[turn])
    peak = Math.max(peak, used)
    add(responses[turn])
  }
  return peak
}
