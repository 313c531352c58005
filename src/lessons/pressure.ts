import type { Tokens } from '../engine/index.ts'
import type { AsWritten } from './entry.ts'

/** What the article's monitor keeps: totals of the window, newest last, and an average of its means. */
export interface MonitorAsWritten {
  readonly totals: readonly Tokens[]
  /** 0 until there is one. */
  readonly baseline: number
}

export const NO_MONITOR_AS_WRITTEN: MonitorAsWritten = Object.freeze({
  totals: Object.freeze([]),
  baseline: 0,
})

/** Totals that the mean looks back on, and how far it has to rise above its own average. */
const LOOKED_BACK = 5
const SPIKE_FACTOR = 3
const ALPHA = 0.3

/** One measurement as “Agent Context Window Management” takes it, of the whole window's tokens. */
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

/** A spike that has to lift a mean of five turns. */
export const spikeByMean = Object.freeze({
  name: 'spike_by_mean',
  article: 'Agent Context Window Management',
  rule: 'PRES-3',
  defect: 'A spike is judged by the mean of the last five turns against an average of such means.',
  harm: 'One result of seven times the usual size is thinned out by four quiet turns: the article’s own example of a spike raises none.',
  fix: 'What arrived in this turn is compared with an average that does not contain it yet.',
  measure: measureAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** A speed that an eviction turns around. */
export const velocityOfDifferences = Object.freeze({
  name: 'velocity_of_differences',
  article: 'Agent Context Window Management',
  rule: 'PRES-2',
  defect: 'Velocity is the mean difference between the totals of the window, whatever left it in between.',
  harm: 'After an eviction it is negative for five turns, so turns until red are not predicted while the window fills again.',
  fix: 'Velocity is the mean of what arrived.',
  measure: measureAsWritten,
} satisfies AsWritten & Record<string, unknown>)

/** The monitor's rules as “Agent Context Window Management” writes them. */
export const pressureAsWritten: readonly AsWritten[] = Object.freeze([spikeByMean, velocityOfDifferences])
