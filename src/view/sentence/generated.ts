import type { TraceSource } from '../../sim/index.ts'
import type { Generated } from '../../sim/internal.ts'

/** Changed parameters of a scenario: `turns 40`. */
export function changedIn(overrides: Generated['overrides'] = {}): readonly string[] {
  return Object.entries(overrides).map(([key, value]) => `${key} ${value}`)
}

/** Seed and changed parameters of a scenario: `seed 7, turns 40`. */
export function madeWith({ seed, overrides }: Pick<TraceSource, 'seed' | 'overrides'>): string {
  return [`seed ${seed ?? 0}`, ...changedIn(overrides)].join(', ')
}

/** What the command line calls a generated conversation. */
export function inputOf({ scenario, seed, overrides }: Generated): string {
  const all = Object.entries({ seed, ...overrides }).map(([key, value]) => `${key}=${value}`)
  return `scenario:${scenario}?${all.join('&')}`
}
