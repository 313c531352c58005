import type { BlockId, BlockType, Tokens, Turn, WindowId } from '../../engine/index.ts'
import type { TimelineData } from '../../sim/index.ts'
import { blockName, STATE_LABELS, verbOf, windowAt } from '../../view/index.ts'

export interface BlockRow {
  readonly block: BlockId
  readonly type: BlockType
  readonly name: string
  /** Turn in which it came. */
  readonly turn: Turn
  readonly tokens: Tokens
  readonly state: string
  /** What the turn's edits did to it; '' where they left it alone. */
  readonly change: string
  readonly lost: boolean
}

/** The blocks that a turn began with, in prompt order, and what became of each by the time it was sent. */
export function blockRows(data: TimelineData, turn: Turn, window: WindowId): BlockRow[] {
  const record = data.turns[turn]
  if (record?.window !== window) return []
  const changes = new Map(
    record.edits.flatMap((index) =>
      (data.edits[index]?.blocks ?? []).map((part) => [part.block, part] as const),
    ),
  )
  return windowAt(data, record.points.arrived.tick, window).flatMap((entry): BlockRow[] => {
    const block = data.blocks[entry.block]
    if (block === undefined) return []
    const change = changes.get(entry.block)
    return [
      {
        block: entry.block,
        type: block.type,
        name: blockName(block),
        turn: block.turn,
        tokens: entry.tokens,
        state: STATE_LABELS[entry.state],
        change: change === undefined ? '' : verbOf(change.verb, block.type),
        lost: change?.to === 'gone',
      },
    ]
  })
}
