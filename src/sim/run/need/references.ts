import { groupsOf } from '../../../engine/internal.ts'
import type { BlockId, Reference } from '../../../engine/index.ts'
import { analysisOf } from './analysis.ts'
import type { Timeline } from '../timeline/timeline.ts'

/** The relations of a block to others of its conversation. Plain data, by block. */
export interface BlockReferences {
  readonly block: BlockId
  /** Later blocks that use a string first found in it, by turn, then by block: `by` is the other one (REF-1). */
  readonly usedBy: readonly Reference[]
  /** Earlier blocks that it uses, by block: `source` is the other one. */
  readonly uses: readonly Reference[]
  /**
   * The call and its results, including the block, in prompt order; null for a block that is neither call nor result
   * (PAIR-1).
   */
  readonly pair: { readonly calls: readonly BlockId[]; readonly results: readonly BlockId[] } | null
}

/**
 * What refers to a block and what it refers to, over the whole conversation: with hindsight, not as known when a
 * decision was made (`visible` of a reference says from when on it was known).
 *
 * @throws RangeError for a block that the run does not have
 */
export function referencesOf(
  { blocks, intake }: Pick<Timeline, 'blocks' | 'intake'>,
  block: BlockId,
): BlockReferences {
  const own = blocks[block]
  if (own === undefined) throw new RangeError(`the run has blocks 0 to ${blocks.length - 1}, not ${block}`)
  const { all } = analysisOf(intake).references
  const usedBy = all.filter((reference) => reference.source === block)
  const uses = all.filter((reference) => reference.by === block)
  return {
    block,
    usedBy: usedBy.toSorted((a, b) => a.turn - b.turn || a.by - b.by),
    uses: uses.toSorted((a, b) => a.source - b.source),
    pair: pairOf(),
  }

  function pairOf(): BlockReferences['pair'] {
    if (own?.type !== 'tool_call' && own?.type !== 'tool_result') return null
    const sameWindow = blocks.filter((one) => one.window === own.window)
    const members = groupsOf(sameWindow).find((group) => group.members.includes(block))?.members ?? [block]
    return {
      calls: members.filter((id) => blocks[id]?.type === 'tool_call'),
      results: members.filter((id) => blocks[id]?.type === 'tool_result'),
    }
  }
}
