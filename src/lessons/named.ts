import { named } from '../engine/internal.ts'
import { strategies } from '../engine/index.ts'
import type { Strategy } from '../engine/index.ts'
import { asWrittenStrategies } from './strategies.ts'

/** Strategies by their name in the YAML: those that are right, and then those as written. */
export const everyStrategy: Readonly<Record<string, Strategy>> = Object.freeze({
  ...strategies,
  ...asWrittenStrategies,
})

/** A strategy by its name in the YAML, of those that are right and of those as written; undefined where neither has it. */
export function strategyNamed(name: string): Strategy | undefined {
  return named(everyStrategy, name)
}
