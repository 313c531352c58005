import { configAt } from '../../../sim/internal.ts'
import type { RankedRow } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'

/**
 * Whether a row is of the last choice: when every result has been replaced by its placeholder and more must go, whole
 * pairs are ranked, by themselves (EVI-4). Their scores have a cut of their own.
 *
 * @param turn of the decision
 */
export function isLastChoice({ data }: LaneResult, { verb, block }: RankedRow, turn: number | null): boolean {
  return (
    configAt(data, turn ?? 0).eviction.placeholders &&
    verb === 'drop' &&
    data.blocks[block]?.type === 'tool_result'
  )
}
