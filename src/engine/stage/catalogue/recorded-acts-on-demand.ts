import type * as Code from './recorded-acts.ts'

/** Replaces `recorded-acts.ts` in the worker: only logs have recorded edits (`codeOnDemand` in vite.config.ts). */

let code: typeof Code | null = null

/** Fetches it. To be awaited before a log is run. @throws where it cannot be fetched */
export async function loadRecordedActs(): Promise<void> {
  code ??= await import('./recorded-acts.ts')
}

export const repeated: typeof Code.repeated = (...given) => {
  if (code === null) throw new Error('loadRecordedActs was not awaited')
  return code.repeated(...given)
}
