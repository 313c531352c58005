import type { largestOf, readTraceSteps } from './log/reading.ts'
import type { Scenario } from './scenario/telling/scenario.ts'
import type { withSetup } from './log/setup/setup.ts'

/** Reads logs of other clients, and what a person adds to them. */
export interface Reading {
  readonly largestOf: typeof largestOf
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
  const [{ largestOf, readTraceSteps }, { withSetup }] = await Promise.all([
    import('./log/reading.ts'),
    import('./log/setup/setup.ts'),
  ])
  return { largestOf, readTraceSteps, withSetup }
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
