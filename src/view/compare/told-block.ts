import type { BlockId, Turn } from '../../engine/index.ts'
import { isMissing } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { telling } from './divergence.ts'
import type { HeadlineLane } from './divergence.ts'
import type { SentencePart } from '../sentence/sentence.ts'

/** A block that a sentence is about, with its lane and the decision. */
export interface ToldBlock {
  readonly lane: string
  readonly block: BlockId
  /** Turn of the decision; missing if no decision of that turn concerns the block. */
  readonly turn?: Turn
}

/**
 * The block to show for a link in a headline: the link's own block, else one that the turn needed and did not have,
 * else one that was edited in that turn. The lane is that of the link's figure, else the first one that has such a
 * block. Null if there is none.
 */
export function toldBlock(
  { turn, block, claims = [] }: SentencePart,
  lanes: readonly Pick<HeadlineLane, 'name' | 'data'>[],
): ToldBlock | null {
  if (block !== undefined) return block
  if (turn === undefined) return null
  const named = claims.flatMap((claim) => ('lane' in claim ? [claim.lane] : []))
  const inOrder = [
    ...lanes.filter(({ name }) => named.includes(name)),
    ...lanes.filter(({ name }) => !named.includes(name)),
  ]
  for (const { name, data } of inOrder) {
    const found = blockIn(data, turn)
    if (found !== null) return { lane: name, ...found }
  }
  return null
}

function blockIn({ needs, edits, blocks }: TimelineData, turn: Turn): Omit<ToldBlock, 'lane'> | null {
  const need = needs.find((one) => one.turn === turn && isMissing(one))
  if (need !== undefined) return { block: need.source }
  const edited = edits
    .filter((edit) => edit.turn === turn)
    .flatMap((edit) => edit.blocks.filter(({ verb }) => verb !== 'insert').map((one) => one.block))
  const [most] = telling(blocks, edited)
  return most === undefined ? null : { block: most.id, turn }
}
