import type * as Code from './stages.ts'

/** Replaces `stages.ts` in the worker, because most comparisons do not need it (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Loads it. Must be awaited before a run of a strategy as written. @throws if it cannot be loaded */
export async function loadAsWritten(): Promise<void> {
  code ??= await import('./stages.ts')
}

export const stagesAsWritten: typeof Code.stagesAsWritten = (...given) => {
  if (code === null) throw new Error('loadAsWritten was not awaited')
  return code.stagesAsWritten(...given)
}
