import { exp } from '../../core/number/exp.ts'
import { firstFor } from '../../core/number/search.ts'
import type { Block } from '../../core/message/block.ts'
import type { Turn } from '../../core/units.ts'
import { column } from './signal.ts'
import type { Signal, SignalContext } from './signal.ts'

/** Maximum count of uses: two bits in the paper. */
const MOST_USES = 3
/** More than any turn: keys are queue × this − turns waited, exact in a double. */
const LONGER = 0x1_0000_0000
const DECAY = 15

/**
 * The position of a block in the two queues of S3-FIFO (Yang, Zhang, Qiu, Yue, Rashmi, "FIFO Queues Are All You Need
 * for Cache Eviction", SOSP 2023), in the order of eviction:
 *
 * 1. **probation**: blocks never used since birth, first in first out;
 * 2. **main**: blocks that were used once, from the turn in which that became known; and, from birth, results that
 *    had been requested before: a ghost that came back. The queue cycles: blocks without a further use leave in
 *    the order in which they entered, then those with one, two, three or more.
 *
 * Nothing is remembered: the queues are rebuilt from birth, uses and requests each time, as if nothing had left main
 * before. A ghost is therefore any earlier result of the same request, whether it had left or was still there; had it
 * been there, the second request would have been a use, and led to main as well. The counts of blocks that cycled in
 * earlier batches are not decremented.
 */
export const queues: Signal<'queues'> = {
  name: 'queues',
  label: 'Place in the queues',
  meaning: `Never used since arrival leaves first: 0.25·e^(−age/15); in the main queue 0.25 + 0.1875·(uses there, at most 3, + e^(−turns there/15)).`,
  values: (blocks, context) =>
    column(blocks, (block) => {
      const { queue, waited } = placeOf(block, context)
      const place = exp(-waited / DECAY)
      return queue === 0 ? 0.25 * place : 0.25 + 0.1875 * (queue - 1 + place)
    }),
  keys: (blocks, context) =>
    column(blocks, (block) => {
      const { queue, waited } = placeOf(block, context)
      return queue * LONGER - waited
    }),
  measure: (block, _value, { references, turn }) => ({
    of: 'uses',
    figure: references.uses(block.id, turn),
    full: null,
  }),
}

interface Place {
  /** 0 in probation, 1 + uses in main. */
  readonly queue: number
  /** Turns since it entered its queue. */
  readonly waited: Turn
}

function placeOf(block: Block, context: SignalContext): Place {
  const { references, requests, turn } = context
  const age = Math.max(0, turn - block.turn)
  const uses = references.uses(block.id, turn)
  if (requests.askedBefore(block.id)) return { queue: 1 + Math.min(uses, MOST_USES), waited: age }
  if (uses === 0) return { queue: 0, waited: age }
  return { queue: Math.min(uses, 1 + MOST_USES), waited: Math.max(0, turn - firstUse(block, context)) }
}

/** The turn in which the first use of a used block became known. */
function firstUse(block: Block, { references, turn }: SignalContext): Turn {
  return firstFor(Math.min(block.turn, turn), turn, (at) => references.uses(block.id, at) > 0)
}
