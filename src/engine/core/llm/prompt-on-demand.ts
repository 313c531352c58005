import { onDemand } from '../on-demand.ts'
import type * as Code from './prompt.ts'

/** Replaces `prompt.ts` in the worker: the lanes that the page opens with ask no model (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadPrompt', () => import('./prompt.ts'))

/** Fetches it. To be awaited before a run that may ask, or after `CodeMissing`. @throws where it cannot be fetched */
export const loadPrompt = load

export const promptOf: typeof Code.promptOf = (...given) => code().promptOf(...given)

export const continuationOf: typeof Code.continuationOf = (...given) => code().continuationOf(...given)
