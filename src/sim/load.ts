import type { firstTurns, MOST_SHOWN, SHOWN } from './log/first-turns.ts'
import type { largestOf, readTraceSteps } from './log/reading.ts'
import type { Scenario } from './scenario/telling/scenario.ts'
import type { withSetup } from './log/setup/setup.ts'

/** Reads logs of other clients, and what a person adds to them. */
export interface Reading {
  readonly firstTurns: typeof firstTurns
  readonly largestOf: typeof largestOf
  readonly SHOWN: typeof SHOWN
  readonly MOST_SHOWN: typeof MOST_SHOWN
  readonly readTraceSteps: typeof readTraceSteps
  readonly withSetup: typeof withSetup
}

/** The scenario that the page opens with: its first picture waits for no table of the others. */
const OPENING = 'axios-migration'

/**
 * The readers of logs, as separate chunks if a bundler splits: a page that shows a scenario does not need them. Rejects
 * if they cannot be fetched. In Node, the plain imports are equivalent.
 */
export async function loadReading(): Promise<Reading> {
  const [reading, { withSetup }, parts] = await Promise.all([
    import('./log/reading.ts'),
    import('./log/setup/setup.ts'),
    import('./log/first-turns.ts'),
  ])
  return { ...reading, withSetup, ...parts }
}

/** Every scenario, as separate chunks if a bundler splits. Rejects if one cannot be fetched. */
export async function loadScenarios(): Promise<readonly Scenario[]> {
  const { everyScenario } = await import('./scenario/chunks.ts')
  return everyScenario()
}

/**
 * A scenario by its name, as a separate chunk if a bundler splits: most of a scenario is text. Rejects with a
 * ProblemError `unknown-scenario`, or if the chunk cannot be fetched.
 */
export async function loadScenario(name: string): Promise<Scenario> {
  if (name === OPENING) return (await import('./scenario/axios-migration.ts')).axiosMigration
  const { scenarioChunk } = await import('./scenario/chunks.ts')
  return await scenarioChunk(name)
}
