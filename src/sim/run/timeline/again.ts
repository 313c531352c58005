import type { Block, BlockId, ContentSource, Part } from '../../../engine/index.ts'
import type { Intake } from '../../trace/intake.ts'
import type { NeedRecord } from './timeline.ts'

/** Whether one more call would bring back what the prompt does not have (NEED-3). */
export function isRestorable({
  resolution,
  refetchable,
}: Pick<NeedRecord, 'resolution' | 'refetchable'>): boolean {
  return refetchable && (resolution === 'pointer' || resolution === 'lost')
}

/** The block of the trace whose content a block has: itself, unless the run fetched it again. */
export function originalOf({ id, again }: Pick<Block, 'id' | 'again'>): BlockId {
  return again ?? id
}

/**
 * The messages of a conversation, and after them those that its run added by fetching content again: a message for each
 * call and each result.
 *
 * @param block the blocks of the run, by id
 */
export function messagesWith(
  intake: Pick<Intake, 'messages' | 'blocks' | 'part'>,
  block: (id: BlockId) => Block,
): ContentSource['message'] {
  return (index) => {
    const own = intake.messages[index]
    if (own !== undefined) return own
    const copy = block(intake.blocks.length + index - intake.messages.length)
    const part = copy.again === undefined ? null : intake.part(copy.again)
    return { role: copy.role, content: part === null ? [] : [calledAgain(part, copy)] }
  }
}

function calledAgain(part: Part, { call }: Block): Part {
  if (call === null) return part
  if (part.type === 'tool_use') return { ...part, id: call.id }
  return part.type === 'tool_result' ? { ...part, tool_use_id: call.id } : part
}
