import { onDemand } from '../../core/on-demand.ts'
import type * as Code from './session.ts'

/** Replaces `session.ts` in the worker: few lanes summarize a whole session (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadSession', () => import('./session.ts'))

/** Fetches it. To be awaited before a run that may ask, or after `CodeMissing`. @throws where it cannot be fetched */
export const loadSession = load

export const summarizeHistory: typeof Code.summarizeHistory = (...given) => code().summarizeHistory(...given)

export const summaryIn: typeof Code.summaryIn = (...given) => code().summaryIn(...given)

export const pastOf: typeof Code.pastOf = (...given) => code().pastOf(...given)

export const pathsIn: typeof Code.pathsIn = (...given) => code().pathsIn(...given)

export const restoredOf: typeof Code.restoredOf = (...given) => code().restoredOf(...given)
