import { onDemand } from '../../core/on-demand.ts'
import type * as Code from './recorded-acts.ts'

/** Replaces `recorded-acts.ts` in the worker: only logs have recorded edits (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadRecordedActs', () => import('./recorded-acts.ts'))

/** Fetches it. To be awaited before a log is run. @throws where it cannot be fetched */
export const loadRecordedActs = load

export const repeated: typeof Code.repeated = (...given) => code().repeated(...given)
