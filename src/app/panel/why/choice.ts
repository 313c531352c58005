import { configAt } from '../../../sim/internal.ts'
import type { RankedRow } from '../../../view/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'

/**
 * Whether a row belongs to the last choice: when every result is a placeholder and more must leave, whole pairs are
 * ranked separately (EVI-4). Their scores have their own cutoff.
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
