import { NOTHING_PLANNED, unplanned } from '../budget/budget.ts'
import type { HealthSettings } from '../health/declaration.ts'
import { mustBeCounter } from '../core/tokens/counter.ts'
import { levelOnly, scaledThresholds } from '../pressure/pressure.ts'
import type { Stage } from '../stage/contract/stage.ts'
import type { Strategy } from '../stage/strategy/strategy.ts'
import type { StrategySettings } from '../stage/catalogue/settings.ts'
import { reserveOf } from '../core/window/ledger.ts'
import type { ManagerOptions } from './manager-options.ts'
import type { TurnRules } from './turn-input.ts'

/** Health left out: nothing is monitored, so no threshold is ever used. */
const NOTHING_WATCHED: HealthSettings = Object.freeze({
  metrics: Object.freeze([]),
  questions: Object.freeze({ most: 20, least: 1 }),
  alerts: Object.freeze({
    utilizationCritical: 1,
    evictionRateWarning: 0,
    fidelityWarning: 0,
    compressionRatioMin: 0,
    evictionTurns: 0,
    toolBloatWarning: 1,
    toolBloatFrom: 1,
    burnFactor: 1,
    burnShare: 1,
    toolLoop: 1,
    sustainedTurns: 1,
    quietTurns: 0,
  }),
})

/** @throws RangeError for a number that makes no window, ProblemError for a counter that gives no numbers */
export function mustBeWindow({
  limit,
  reserveShare,
  velocityWindow,
  thresholds,
  counter,
}: ManagerOptions): void {
  if (!Number.isSafeInteger(limit) || limit < 1) {
    throw new RangeError(`a window's limit is a whole number of tokens, at least 1, not ${limit}`)
  }
  mustBeCounter(counter)
  const { yellow, orange, red } = thresholds
  for (const [name, value] of Object.entries({ reserveShare, velocityWindow, yellow, orange, red }))
    if (!Number.isFinite(value) || value < 0)
      throw new RangeError(`${name} has to be a number from 0 up, not ${value}`)
  if (velocityWindow < 1)
    throw new RangeError(`velocityWindow has to be at least 1 turn, not ${velocityWindow}`)
  if (yellow > orange || orange > red)
    throw new RangeError(
      `yellow, orange and red have to begin in this order, not at ${yellow}, ${orange}, ${red}`,
    )
}

/** Subsystems that are left out get settings under which they do nothing. */
export function liveSettings(options: ManagerOptions): StrategySettings {
  return { ...options, budget: options.budget ?? NOTHING_PLANNED, health: options.health ?? NOTHING_WATCHED }
}

/** The rules of every turn of a live window. */
export function liveRules(
  options: ManagerOptions,
  strategy: Strategy,
  { budget, health }: Pick<StrategySettings, 'budget' | 'health'>,
  stages: readonly Stage[],
): TurnRules {
  const { limit, reserveShare, velocityWindow, counter, subsystems = {} } = options
  const reserve = reserveOf(limit, reserveShare)
  return {
    strategy,
    stages,
    limit,
    reserve,
    thresholds: scaledThresholds(options.thresholds, limit, reserve),
    velocityWindow,
    ...(options.spikes !== undefined && { spikes: options.spikes }),
    exact: counter.exact,
    budget,
    health,
    monitors: {
      ...(subsystems.pressure !== undefined && { pressure: subsystems.pressure }),
      ...(subsystems.budget !== undefined && { budget: subsystems.budget }),
      ...(options.pressure === null && { pressure: levelOnly }),
      ...(options.budget === null && { budget: unplanned }),
    },
    requests: { ...options.eviction, requests: options.compression.requests },
    breakerAfter: options.compression.breakerAfter,
  }
}
