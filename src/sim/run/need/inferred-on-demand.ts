import type * as Code from './inferred.ts'

/** Replaces `inferred.ts` in the worker: a generated conversation knows its needs (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a conversation without needs of its own is run. @throws where it cannot be fetched */
export async function loadInferredNeeds(): Promise<void> {
  code ??= await import('./inferred.ts')
}

export const inferredNeeds: typeof Code.inferredNeeds = (...given) => {
  if (code === null) throw new Error('loadInferredNeeds was not awaited')
  return code.inferredNeeds(...given)
}
