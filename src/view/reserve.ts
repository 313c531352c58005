import type { Tokens, Turn } from '../engine/index.ts'
import { reserveAt } from '../sim/internal.ts'
import type { TimelineData } from '../sim/index.ts'

/** What is kept free for the answer (BUD-3), as an area under the limit whose lower edge steps where a person set it. */
export interface Reserve {
  /** The limit. */
  readonly high: Tokens
  /** The lower edge from a turn up to that of the next step: the first from turn 0, the last to the end. */
  readonly steps: readonly { readonly from: Turn; readonly low: Tokens }[]
}

/** The reserve of every turn of a run. What was set and left it as it was is no step. */
export function reserveOfRun(data: Pick<TimelineData, 'limit' | 'reserve' | 'set'>): Reserve {
  const { limit, set = [] } = data
  const steps: { from: Turn; low: Tokens }[] = []
  for (const from of new Set([0, ...set.map((one) => one.from)])) {
    const low = limit - reserveAt(data, from)
    if (steps.at(-1)?.low !== low) steps.push({ from, low })
  }
  return { high: limit, steps }
}
