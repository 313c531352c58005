import type * as Code from './interventions.ts'

/** Replaces `interventions.ts` in the worker: in most runs nobody intervenes (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a run with interventions. @throws where it cannot be fetched */
export async function loadInterventions(): Promise<void> {
  code ??= await import('./interventions.ts')
}

export const inOrder: typeof Code.inOrder = (interventions, intake) => {
  if (Array.isArray(interventions) && interventions.length === 0) return []
  if (code === null) throw new Error('loadInterventions was not awaited')
  return code.inOrder(interventions, intake)
}
