import type * as Code from './stages.ts'

/** Stands in the worker in the place of `stages.ts`, which most comparisons do not need (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a run of a strategy as written. @throws where it cannot be fetched */
export async function loadAsWritten(): Promise<void> {
  code ??= await import('./stages.ts')
}

export const stagesAsWritten: typeof Code.stagesAsWritten = (...given) => {
  if (code === null) throw new Error('the code of the articles was not awaited: loadAsWritten')
  return code.stagesAsWritten(...given)
}
