import { onDemand } from '../engine/internal.ts'
import type * as Code from './stages.ts'

/** Replaces `stages.ts` in the worker, because most comparisons do not need it (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadAsWritten', () => import('./stages.ts'))

/** Loads it. Must be awaited before a run of a strategy as written. @throws if it cannot be loaded */
export const loadAsWritten = load

export const stagesAsWritten: typeof Code.stagesAsWritten = (...given) => code().stagesAsWritten(...given)
