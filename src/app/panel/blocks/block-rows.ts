import type { BlockId, BlockType, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { TimelineData } from '../../../sim/index.ts'
import type { EndReason } from '../../../view/index.ts'
import { blockName, END_WORDS, reasonOf, STATE_LABELS, verbOf, windowAt } from '../../../view/index.ts'

export interface BlockRow {
  readonly block: BlockId
  readonly type: BlockType
  readonly name: string
  /** Whole name of its tool, however long; null for none. */
  readonly tool: string | null
  /** Turn in which it came. */
  readonly turn: Turn
  readonly tokens: Tokens
  readonly state: string
  /** What the turn's edits did to it; '' where they left it alone. */
  readonly change: string
  /** Evicted: what went into a summary, or stayed behind at a new window, is told of by what it became. */
  readonly lost: boolean
}

/** The blocks that a turn began with, in prompt order, and what became of each by the time it was sent. */
export function blockRows(data: TimelineData, turn: Turn, window: WindowId): BlockRow[] {
  const record = data.turns[turn]
  if (record?.window !== window) return []
  const changes = new Map(
    record.edits.flatMap((index) => endsIn(data, index).map(({ block, reason }) => [block, reason] as const)),
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
        tool: block.call?.name ?? null,
        turn: block.turn,
        tokens: entry.tokens,
        state: STATE_LABELS[entry.state],
        change: change === undefined ? '' : wordsOf(change, block.type),
        lost: change === 'evicted',
      },
    ]
  })
}

function wordsOf(reason: EndReason, type: BlockType): string {
  return reason === 'replaced' ? verbOf('replace', type) : END_WORDS[reason].label
}

/** What an edit ended, and why, in the words of the caps of the picture: notes that newer ones replace are not evicted. */
function endsIn({ edits }: TimelineData, index: number) {
  const edit = edits[index]
  if (edit === undefined) return []
  return edit.blocks.flatMap((part) => {
    const reason = reasonOf(edit, part)
    return reason === null ? [] : [{ block: part.block, reason }]
  })
}
