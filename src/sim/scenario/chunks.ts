import type { ScenarioName } from './list.ts'
import type { Scenario } from './telling/scenario.ts'

/** Every scenario as a chunk of its own: the first picture waits for one of them only. */
const chunks: { readonly [Name in ScenarioName]: () => Promise<Scenario<Name>> } = {
  'axios-migration': async () => (await import('./axios-migration.ts')).axiosMigration,
  'long-coding': async () => (await import('./long-coding.ts')).longCoding,
  'bug-fix': async () => (await import('./bug-fix.ts')).bugFix,
  planning: async () => (await import('./planning.ts')).planning,
  'deep-research': async () => (await import('./deep-research.ts')).deepResearch,
  'data-analysis': async () => (await import('./data-analysis.ts')).dataAnalysis,
  'sub-agents': async () => (await import('./sub-agents.ts')).subAgents,
  'parallel-burst': async () => (await import('./parallel-burst.ts')).parallelBurst,
  screenshots: async () => (await import('./screenshots.ts')).screenshots,
  'idle-gaps': async () => (await import('./idle-gaps.ts')).idleGaps,
  'pivot-and-return': async () => (await import('./pivot-and-return.ts')).pivotAndReturn,
  'three-windows': async () => (await import('./three-windows.ts')).threeWindows,
  'long-chat': async () => (await import('./long-chat.ts')).longChat,
  'changed-requirements': async () => (await import('./changed-requirements.ts')).changedRequirements,
  'support-chat': async () => (await import('./support-chat.ts')).supportChat,
}

/** Every scenario. Rejects if a chunk cannot be fetched. */
export async function everyScenario(): Promise<readonly Scenario[]> {
  return Promise.all(Object.values(chunks).map(async (load) => load()))
}

/** The scenario of that name. Rejects with a ProblemError `unknown-scenario`, or if its chunk cannot be fetched. */
export async function scenarioChunk(name: string): Promise<Scenario> {
  if (Object.hasOwn(chunks, name)) return await chunks[name as ScenarioName]()
  const { scenarioCalled } = await import('./list.ts')
  return scenarioCalled(name)
}
