import type { largestOf, readTraceSteps } from './log/reading.ts'
import type { ScenarioName } from './scenario/list.ts'
import type { Scenario } from './scenario/telling/scenario.ts'
import type { withSetup } from './log/setup/setup.ts'

/** Reads logs of other clients, and what a person adds to them. */
export interface Reading {
  readonly largestOf: typeof largestOf
  readonly readTraceSteps: typeof readTraceSteps
  readonly withSetup: typeof withSetup
}

/** Every scenario as a chunk of its own: the first picture waits for one of them only. */
const chunks: { readonly [Name in ScenarioName]: () => Promise<Scenario<Name>> } = {
  'axios-migration': async () => (await import('./scenario/axios-migration.ts')).axiosMigration,
  'long-coding': async () => (await import('./scenario/long-coding.ts')).longCoding,
  'bug-fix': async () => (await import('./scenario/bug-fix.ts')).bugFix,
  planning: async () => (await import('./scenario/planning.ts')).planning,
  'deep-research': async () => (await import('./scenario/deep-research.ts')).deepResearch,
  'data-analysis': async () => (await import('./scenario/data-analysis.ts')).dataAnalysis,
  'sub-agents': async () => (await import('./scenario/sub-agents.ts')).subAgents,
  'parallel-burst': async () => (await import('./scenario/parallel-burst.ts')).parallelBurst,
  screenshots: async () => (await import('./scenario/screenshots.ts')).screenshots,
  'idle-gaps': async () => (await import('./scenario/idle-gaps.ts')).idleGaps,
  'pivot-and-return': async () => (await import('./scenario/pivot-and-return.ts')).pivotAndReturn,
  'three-windows': async () => (await import('./scenario/three-windows.ts')).threeWindows,
  'long-chat': async () => (await import('./scenario/long-chat.ts')).longChat,
  'changed-requirements': async () =>
    (await import('./scenario/changed-requirements.ts')).changedRequirements,
  'support-chat': async () => (await import('./scenario/support-chat.ts')).supportChat,
}

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
  if (Object.hasOwn(chunks, name)) return await chunks[name as ScenarioName]()
  const { scenarioCalled } = await import('./scenario/list.ts')
  return scenarioCalled(name)
}
