import { onDemand } from '../../../engine/internal.ts'
import type * as Code from './provider-told.ts'

/** Replaces `provider-told.ts` in the worker: a generated conversation asked no provider (`codeOnDemand` in vite.config.ts). */
const { load, code, isLoaded } = onDemand('loadProviderTold', () => import('./provider-told.ts'))

/** Fetches it. To be awaited before a conversation whose requests were sent is run. @throws where it cannot be fetched */
export const loadProviderTold = load

export const toldByProvider: typeof Code.toldByProvider = (trace, obeyedIn) =>
  isLoaded() || trace.turns.some(({ asked }) => asked !== undefined)
    ? code().toldByProvider(trace, obeyedIn)
    : () => ({})
