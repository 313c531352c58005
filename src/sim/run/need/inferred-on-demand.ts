import { onDemand } from '../../../engine/internal.ts'
import type * as Code from './inferred.ts'

/** Replaces `inferred.ts` in the worker: a generated conversation knows its needs (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadInferredNeeds', () => import('./inferred.ts'))

/** Fetches it. To be awaited before a conversation without needs of its own is run. @throws where it cannot be fetched */
export const loadInferredNeeds = load

export const inferredNeeds: typeof Code.inferredNeeds = (...given) => code().inferredNeeds(...given)
