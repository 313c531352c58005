import type { BudgetReading, HealthReading } from '../../../engine/index.ts'
import { budgetsOf, healthsOf } from '../../../sim/index.ts'
import type { TimelineData } from '../../../sim/index.ts'

interface Readings {
  readonly budgets: readonly BudgetReading[]
  readonly healths: readonly HealthReading[]
}

const known = new WeakMap<TimelineData, Readings>()

/** Budget and health of every turn of a run, computed once for all panels. */
export function readingsOf(data: TimelineData): Readings {
  const before = known.get(data)
  if (before !== undefined) return before
  const made = { budgets: budgetsOf(data), healths: healthsOf(data) }
  known.set(data, made)
  return made
}
