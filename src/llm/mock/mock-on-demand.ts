import type { Answer, Ask } from '../../engine/index.ts'
import type * as Code from './mock.ts'
import { MockMissing } from './mock-missing.ts'

/** Replaces `mock.ts` in the worker: the lanes that the page opens with ask no model (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a run that may ask, or after `MockMissing`. */
export async function loadMock(): Promise<void> {
  code ??= await import('./mock.ts')
}

export const createMock: typeof Code.createMock = (options) => {
  let mock: ((ask: Ask) => Answer) | null = null
  return (ask) => {
    if (code === null) throw new MockMissing()
    mock ??= code.createMock(options)
    return mock(ask)
  }
}
