import { onDemand } from '../core/on-demand.ts'
import type * as Code from './fidelity.ts'

/** Replaces `fidelity.ts` in the worker: the lanes that the page opens with compress nothing (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadFidelity', () => import('./fidelity.ts'))

/** Fetches it. To be awaited before a run that may compress, or after `CodeMissing`. @throws where it cannot be fetched */
export const loadFidelity = load

export const compressionRecord: typeof Code.compressionRecord = (...given) =>
  code().compressionRecord(...given)
