import type { Ratio } from '../core/units.ts'
import type { Probe } from './template.ts'
import { answerable } from './answer.ts'
import { textIndex } from './text-index.ts'

/**
 * The share of the questions that a text could answer before and still can after (HEALTH-3); null if it could answer
 * none, which is shown as a dash and never as 100 %. Both texts are read whole, once.
 */
export function fidelityOf(probes: readonly Probe[], before: string, after: string): Ratio | null {
  const was = textIndex(before)
  const is = textIndex(after)
  const known = probes.filter((probe) => answerable(probe, was))
  if (known.length === 0) return null
  return known.filter((probe) => answerable(probe, is)).length / known.length
}
