import { onDemand } from '../../../engine/internal.ts'
import type * as Code from './interventions.ts'

/** Replaces `interventions.ts` in the worker: in most runs nobody intervenes (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadInterventions', () => import('./interventions.ts'))

/** Fetches it. To be awaited before a run with interventions. @throws where it cannot be fetched */
export const loadInterventions = load

export const inOrder: typeof Code.inOrder = (interventions, intake) =>
  Array.isArray(interventions) && interventions.length === 0 ? [] : code().inOrder(interventions, intake)
