import { storedResult } from '../../../sim/internal.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { blockText } from '../../store/run/questions.ts'
import { currentComparison } from '../../store/run/session.ts'

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
  const found = lane === undefined ? null : storedResult(lane.data, path)
  if (lane === undefined || found === null) return null
  return blockText(comparison, lane.name, found.block, found.since ?? undefined)
}
