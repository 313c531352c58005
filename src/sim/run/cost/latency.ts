import { durationOf, replyTime } from '../../../llm/index.ts'
import type { Pace } from '../../../llm/index.ts'
import type { Milliseconds, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../timeline/timeline.ts'
import { isSent } from '../timeline/obeyed.ts'
import { readBy } from './cache.ts'
import type { CachedCall } from './cache.ts'

/** How long a run takes, as if no two of its calls ran at once (COST-5). Estimated; `total` is the sum of the others. */
export interface RunTime {
  readonly total: Milliseconds
  /** The agent's own calls, those by which it gets lost content back, and those of sub-agents that a strategy starts. */
  readonly calls: Milliseconds
  /** Calls for summaries, in which the agent waits. */
  readonly stalls: Milliseconds
  /**
   * Time from a reply to the next request, if no person wrote in between: that of its tools. When a request was sent is
   * estimated where the log does not tell. 0 without times.
   */
  readonly tools: Milliseconds
}

const NOTHING_READ: Pick<CachedCall, 'prompt' | 'read' | 'held' | 'again'> = { prompt: 0, read: 0, held: 0 }

/** The time of a run by the reads of its prompts, the sizes of its replies, and the times of the trace. */
export function timeOfRun(
  { turns, blocks }: Pick<TimelineData, 'turns' | 'blocks'>,
  cached: readonly Pick<CachedCall, 'prompt' | 'read' | 'held' | 'again'>[],
  pace: Pace,
): RunTime {
  const asked = new Set(blocks.flatMap(({ type, turn }) => (type === 'user_message' ? turn : [])))
  const answered = new Map<WindowId, Milliseconds>()
  const sums = { calls: 0, stalls: 0, tools: 0 }
  turns.forEach(({ turn, window, time, sent, calls }, at) => {
    const reads = cached[at] ?? NOTHING_READ
    const wasSent = isSent({ calls })
    let reply = 0
    for (const call of calls) {
      const { kind, input, output, unseen = 0 } = call
      if (kind === 'main' && !wasSent) continue
      const wrote = (output ?? 0) + unseen
      const { prompt, again } = reads
      const isOwn = kind === 'summarize' || kind === 'subagent'
      const missedAgain = (again ?? []).reduce((sum, { written, uncached }) => sum + written + uncached, 0)
      const whole = kind === 'main' ? prompt + missedAgain : isOwn ? input : 0
      const missed = Math.max(0, whole - readBy(call, reads))
      sums[kind === 'summarize' ? 'stalls' : 'calls'] += durationOf({ missed, output: wrote }, pace)
      if (kind === 'main') reply = wrote
    }
    if (time === null || !wasSent) return
    const since = answered.get(window)
    const began = sent ?? time - pace.firstToken - replyTime(reply, pace)
    if (since !== undefined && !asked.has(turn)) sums.tools += Math.max(0, began - since)
    answered.set(window, time)
  })
  return { ...sums, total: sums.calls + sums.stalls + sums.tools }
}
