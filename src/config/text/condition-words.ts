import { parseCondition } from '../../engine/index.ts'
import { quantities } from '../../engine/internal.ts'

/** A word that a condition may use. */
export interface ConditionWord {
  readonly name: string
  readonly unit: string
  readonly meaning: string
}

/** Quantities with their meanings first, then what else the reader of conditions knows. */
export function conditionWords(): readonly ConditionWord[] {
  const named = Object.entries(quantities).map(([name, { unit, meaning }]) => ({ name, unit, meaning }))
  const read = parseCondition('?')
  const known = 'problem' in read ? read.problem.known : []
  const others = known.filter((name) => !Object.hasOwn(quantities, name))
  return [...named, ...others.map((name) => ({ name, unit: '', meaning: '' }))]
}
