import type { BlockId, Turn } from '../../engine/index.ts'
import { isWhole } from '../../engine/internal.ts'
import type { NeedKind, Resolution, TimelineData } from '../../sim/index.ts'
import { sentences } from '../sentence/words.ts'

/** A turn that needed the block, and how the need was met. */
export interface Aftermath {
  readonly turn: Turn
  readonly kind: NeedKind
  readonly resolution: Resolution
  readonly refetchable: boolean
  /** True if the need was inferred from a log's references, false for a scenario's ground truth. */
  readonly inferred: boolean
  readonly sentence: string
}

/** Needs of the block from a turn on: the strategy acts before the call, so the turn's own needs count. */
export function aftermathOf(
  data: Pick<TimelineData, 'edits' | 'needs' | 'turns'>,
  block: BlockId,
  from: Turn,
): Aftermath[] {
  // Another block may contain what is needed, word for word, after this one has left.
  const left = data.edits.find((edit) =>
    edit.blocks.some(
      (part) => part.block === block && isWhole({ state: part.from }) && !isWhole({ state: part.to }),
    ),
  )
  return data.needs.flatMap((need): Aftermath[] => {
    if (need.source !== block || need.turn < from) return []
    const { turn, kind, resolution, refetchable, inferred } = need
    const elsewhere = resolution === 'full' && left !== undefined && left.turn <= turn
    const { blind = -1 } = data.turns[turn]?.fetched?.again.find(({ source }) => source === block) ?? {}
    const sentence = sentences.need({ ...need, elsewhere, calls: blind + 1 })
    return [{ turn, kind, resolution, refetchable, inferred, sentence }]
  })
}
