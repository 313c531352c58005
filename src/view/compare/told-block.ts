import type { BlockId, Turn } from '../../engine/index.ts'
import { isMissing } from '../../sim/internal.ts'
import type { TimelineData } from '../../sim/index.ts'
import { telling } from './divergence.ts'
import type { HeadlineLane } from './divergence.ts'
import type { SentencePart } from '../sentence/sentence.ts'

/** A block that a sentence is about, in the lane and with the decision that it speaks of. */
export interface ToldBlock {
  readonly lane: string
  readonly block: BlockId
  /** Of the decision; missing where no decision of that turn concerns the block. */
  readonly turn?: Turn
}

/**
 * The block to show where a link of a headline leads: its own, else what the turn needed and did not have, else what
 * was edited in that turn; of the lane that the link's figure is about, else of the first that has one. Null where
 * nothing of the kind happened there.
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
