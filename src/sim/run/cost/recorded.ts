import type { Tokens, Turn } from '../../../engine/index.ts'
import { isStageWith } from '../../../engine/internal.ts'
import type { Timeline } from '../timeline/timeline.ts'
import type { RunCost } from './cost.ts'

/** A log's record of its prompt cache compared with what a replay expects from requests and times alone. */
export interface BesideRecorded {
  /** Calls with recorded cache reads. */
  readonly calls: number
  readonly read: Tokens
  readonly expectedRead: Tokens
  /** Tokens that were not read: written to the cache, or plain input. */
  readonly missed: Tokens
  readonly expectedMissed: Tokens
  /**
   * The sum over calls of the differences between recorded and expected reads: caused by the provider, or by something
   * not in the log.
   */
  readonly unexplained: Tokens
  /** The calls that differ most, the largest difference first, at most ten; `tokens` above 0 were read unexpectedly. */
  readonly most: readonly { readonly turn: Turn; readonly tokens: Tokens }[]
}

/**
 * Compares a run's expected reads with those of its log. Null for a run that sent other requests than the log's client,
 * and if no call has recorded reads.
 */
export function besideRecorded({ data, trace }: Timeline, { calls }: RunCost): BesideRecorded | null {
  // Repairs and the client's own edits keep the requests those of the log.
  if (data.edits.some(({ stage }) => stage !== 'repair' && !isStageWith('from_log', stage))) return null
  const sums = { calls: 0, read: 0, expectedRead: 0, missed: 0, expectedMissed: 0, unexplained: 0 }
  const differing: { turn: Turn; tokens: Tokens }[] = []
  for (const { turn, prompt, read } of calls) {
    const usage = trace.turns[turn]?.usage ?? null
    if (usage === null || usage.cacheRead === null) continue
    sums.calls += 1
    sums.read += usage.cacheRead
    sums.expectedRead += read
    sums.missed += usage.input - usage.cacheRead
    sums.expectedMissed += prompt - read
    sums.unexplained += Math.abs(usage.cacheRead - read)
    if (usage.cacheRead !== read) differing.push({ turn, tokens: usage.cacheRead - read })
  }
  if (sums.calls === 0) return null
  const most = differing.toSorted((a, b) => Math.abs(b.tokens) - Math.abs(a.tokens) || a.turn - b.turn)
  return { ...sums, most: most.slice(0, 10) }
}
