import type { BlockId, Tokens, WindowId } from '../../engine/index.ts'
import type { Intake } from './intake.ts'

/**
 * The largest prompt of the main window if nothing were ever removed: every block before a call, with message overhead
 * and the adjustment from recorded usage. Budgets are set relative to it.
 */
export function unmanagedPeak(intake: Intake): Tokens {
  return unmanagedPeaks(intake).get(0) ?? 0
}

/**
 * The same of every window: a sub-agent may have a larger prompt than the main agent, and a limit holds for all of them.
 */
export function largestPeak(intake: Intake): Tokens {
  return Math.max(0, ...unmanagedPeaks(intake).values())
}

function unmanagedPeaks({
  trace,
  blocks,
  inputs,
  responses,
  adjustments,
  messageOverhead,
}: Intake): ReadonlyMap<WindowId, Tokens> {
  const peaks = new Map<WindowId, Tokens>()
  const states = new Map<WindowId, { used: Tokens; message: number }>()
  for (const { turn, window } of trace.turns) {
    const state = states.get(window) ?? { used: 0, message: -1 }
    states.set(window, state)
    const add = (ids: readonly BlockId[] | undefined): void => {
      for (const id of ids ?? []) {
        const block = blocks[id]
        if (block === undefined) continue
        state.used += block.tokens
        if (block.message >= 0 && block.message !== state.message) state.used += messageOverhead
        if (block.message >= 0) state.message = block.message
      }
    }
    state.used += adjustments.get(turn) ?? 0
    add(inputs[turn])
    peaks.set(window, Math.max(peaks.get(window) ?? 0, state.used))
    add(responses[turn])
  }
  return peaks
}
