import { onDemand } from '../../engine/internal.ts'
import type * as Code from './fit.ts'

/** Replaces `fit.ts` in the worker: a generated conversation has no recorded usage (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadFit', () => import('./fit.ts'))

/** Fetches it. To be awaited before a conversation with recorded usage is counted. @throws where it cannot be fetched */
export const loadFit = load

export const fitToUsage: typeof Code.fitToUsage = (...given) => code().fitToUsage(...given)
