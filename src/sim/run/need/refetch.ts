import type { Block, BlockId, Tokens, Turn, WindowId } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import { isRestorable } from '../timeline/again.ts'
import type { NeedRecord, Refetch } from '../timeline/timeline.ts'

/** Calls that find nothing, before the one that fetches content of which nothing is left in the prompt (NEED-3). */
const BLIND_CALLS = 2

/** What fetching needs to know about a turn. */
interface Fetching {
  readonly intake: Pick<Intake, 'blocks' | 'messages' | 'messageOverhead'>
  readonly turn: Turn
  readonly window: WindowId
  /** Tokens that the request may still grow by. */
  readonly room: Tokens
  /** Adds a block to the run; it gets the next id. */
  readonly make: (content: (id: BlockId) => Omit<Block, 'id'>) => Block
}

/**
 * What the model fetches again before it can answer (NEED-3): the result of each tool call that the turn needs and its
 * prompt does not have. Where a placeholder names the way back, that takes one call, else two more that find nothing.
 * Content that does not fit beside the request is not fetched: its need stays unmet.
 *
 * @param needs of the turn, as its prompt met them
 */
export function refetchesOf(
  needs: readonly Pick<NeedRecord, 'source' | 'refetchable' | 'resolution'>[],
  { intake, turn, window, room, make }: Fetching,
): Refetch[] {
  const fetched = new Map<BlockId, Refetch>()
  let left = room
  for (const need of needs) {
    const { source, resolution } = need
    if (!isRestorable(need) || fetched.has(source)) continue
    const result = intake.blocks[source]
    const call = intake.blocks[result?.call?.before ?? -1]
    if (result?.type !== 'tool_result' || call?.type !== 'tool_call') continue
    const tokens = call.tokens + result.tokens + 2 * intake.messageOverhead
    if (tokens > left) continue
    left -= tokens
    const name = call.call?.name ?? ''
    const again = make((id) => copyOf(call, id, { id: `again_${id}`, name, before: null }))
    const back = make((id) => copyOf(result, id, { id: `again_${again.id}`, name, before: again.id }))
    const blind = resolution === 'pointer' ? 0 : BLIND_CALLS
    fetched.set(source, { source, call: again.id, result: back.id, blind })
  }
  return [...fetched.values()]

  function copyOf(block: Block, id: BlockId, call: NonNullable<Block['call']>): Omit<Block, 'id'> {
    const message = intake.messages.length + id - intake.blocks.length
    return { ...block, turn, window, message, part: 0, call, again: block.id }
  }
}
