/** Summaries of a whole session, and what comes back after them. */
export { summarizeHistory, summaryIn } from './own-summary.ts'
export { pastOf, pathsIn, restoredOf } from './restore.ts'

/** Only a worker has to fetch it first. */
export async function loadSession(): Promise<void> {}
