import { useCallback } from 'react'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { blockName, turnName } from '../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { BlockLink } from '../../picture/block/BlockLink.tsx'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { insteadOfBlock } from '../../store/run/questions.ts'
import { useAnswer } from '../../ui/later.ts'
import { WHY_TEXT } from './words.ts'

/** What the best known plan would have dropped instead of an evicted block; nothing where it says nothing. */
export function Instead({
  comparison,
  lane,
  block,
  turn,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  readonly block: BlockId
  readonly turn: Turn
}) {
  const ask = useCallback(
    async () => insteadOfBlock(comparison, lane.name, block, turn),
    [comparison, lane.name, block, turn],
  )
  const instead = useAnswer(ask).answer ?? null
  if (instead === null) return null
  return (
    <p className="instead" title={WHY_TEXT.insteadTitle}>
      <LinkedTurns text={WHY_TEXT.instead(instead.next, turn)} />{' '}
      {instead.blocks.map(({ block: other, next }, at) => {
        const known = lane.data.blocks[other]
        return (
          <span key={other}>
            {at > 0 && ', '}
            <BlockLink lane={lane.name} block={other}>
              {known === undefined ? `#${other}` : blockName(known)}
            </BlockLink>{' '}
            <LinkedTurns text={next === null ? WHY_TEXT.neverAfter : WHY_TEXT.nextIn(turnName(next))} />
          </span>
        )
      })}
      .
    </p>
  )
}
