import { asWrittenStrategies } from '../../as-written/strategies.ts'
import { strategies } from './list.ts'
import type { Strategy } from './strategy.ts'

/** A strategy by its name in the YAML, of those that are right and of those as written; undefined where neither has it. */
export function strategyNamed(name: string): Strategy | undefined {
  if (Object.hasOwn(strategies, name)) return strategies[name]
  return Object.hasOwn(asWrittenStrategies, name) ? asWrittenStrategies[name] : undefined
}
