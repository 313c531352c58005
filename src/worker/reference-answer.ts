import { regretOf } from '../sim/internal.ts'
import type { Regret, Solve } from '../sim/internal.ts'
import type { Timeline } from '../sim/index.ts'
import { loadSolver } from './solver.ts'

let loading: Promise<Solve> | null = null

/**
 * Where WebAssembly is not allowed or does not load, the lower figure is a plainer one, and the next question tries again.
 */
export async function solver(): Promise<Solve | null> {
  try {
    return await (loading ??= loadSolver())
  } catch {
    loading = null
    return null
  }
}

/** The answer to the question `reference`. */
export async function regretSteps(timeline: Timeline): Promise<Generator<null, Regret, void>> {
  const solve = await solver()
  return (function* () {
    yield null
    return regretOf(timeline, solve)
  })()
}
