import type { Tokens } from '../engine/index.ts'

/** State of the article's monitor: totals of the window, newest last, and an average of its means. */
export interface MonitorAsWritten {
  readonly totals: readonly Tokens[]
  /** 0 until there is one. */
  readonly baseline: number
}

export const NO_MONITOR_AS_WRITTEN: MonitorAsWritten = Object.freeze({
  totals: Object.freeze([]),
  baseline: 0,
})

/** Totals that the mean covers, and how far it must rise above its own average. */
const LOOKED_BACK = 5
const SPIKE_FACTOR = 3
const ALPHA = 0.3

/** One measurement as in “Agent Context Window Management”, of the whole window's tokens. */
export function measureAsWritten(
  { totals, baseline }: MonitorAsWritten,
  used: Tokens,
): { readonly state: MonitorAsWritten; readonly velocity: number; readonly spike: boolean } {
  const velocity = meanRise(totals.slice(-LOOKED_BACK), used)
  return {
    state: {
      totals: [...totals, used],
      baseline: baseline > 0 ? ALPHA * velocity + (1 - ALPHA) * baseline : velocity,
    },
    velocity,
    spike: baseline > 0 && velocity > SPIKE_FACTOR * baseline,
  }
}

function meanRise(totals: readonly Tokens[], used: Tokens): number {
  const first = totals[0]
  return first === undefined || totals.length < 2 ? 0 : (used - first) / totals.length
}
