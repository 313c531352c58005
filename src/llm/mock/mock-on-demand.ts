import type { Answer, Ask } from '../../engine/index.ts'
import { onDemand } from '../../engine/internal.ts'
import type * as Code from './mock.ts'

/** Replaces `mock.ts` in the worker: the lanes that the page opens with ask no model (`codeOnDemand` in vite.config.ts). */
const { load, code } = onDemand('loadMock', () => import('./mock.ts'))

/** Fetches it. To be awaited before a run that may ask, or after `CodeMissing`. @throws where it cannot be fetched */
export const loadMock = load

export const createMock: typeof Code.createMock = (options) => {
  let mock: ((ask: Ask) => Answer) | null = null
  return (ask) => {
    mock ??= code().createMock(options)
    return mock(ask)
  }
}
