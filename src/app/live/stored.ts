import { BLOCK_STATES, storedUnder } from '../../engine/index.ts'
import type { BlockId, Tick } from '../../engine/index.ts'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import { blockText } from '../state/questions.ts'
import { currentComparison } from '../state/session.ts'

/**
 * The text of a result that the first lane stored, under the path that its preview gives; null for a path that nothing
 * is stored under. The worker has it; where the lanes are run again meanwhile, it is asked again.
 */
export async function storedText(path: string): Promise<string | null> {
  for (;;) {
    const comparison = currentComparison()
    if (comparison === null) return null
    try {
      return await textIn(comparison, path)
    } catch (failure) {
      if (currentComparison() === comparison) throw failure
    }
  }
}

async function textIn(comparison: Comparison, path: string): Promise<string | null> {
  const [lane] = comparison.lanes
  const block = lane === undefined ? null : storedUnder(path, (id) => lane.data.blocks[id])
  if (lane === undefined || block === null) return null
  return blockText(comparison, lane.name, block.id, rewrittenAt(lane, block.id))
}

/** When a person wrote another text for a block, last of all: that is what was stored. */
function rewrittenAt({ data: { spans } }: LaneResult, block: BlockId): Tick | undefined {
  let tick: Tick | undefined
  for (let row = 0; row < spans.length; row += 1)
    if (spans.block[row] === block && spans.state[row] === REWRITTEN) tick = spans.fromTick[row]
  return tick
}

const REWRITTEN = BLOCK_STATES.indexOf('rewritten')
