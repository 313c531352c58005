import { guards } from '../../engine/index.ts'
import type { Block, BlockId } from '../../engine/index.ts'
import { named } from '../../engine/internal.ts'
import type { EditRecord } from '../../sim/index.ts'
import type { StageStory } from '../sentence/story.ts'

/**
 * Why an edit of whole messages kept a block, according to its record: the system prompt and tools are not messages,
 * guards protect some, the tail stays, and blocks stay that share a message or a pair with a block that stays.
 *
 * @param story the stage's sentences about its tail, and about blocks that neither tail nor guard protected
 */
export function keptBecause(
  { kept, compression }: Pick<EditRecord, 'kept' | 'compression'>,
  block: Pick<Block, 'id' | 'type' | 'message'>,
  { tail, otherwise }: Pick<StageStory, 'tail' | 'otherwise'>,
  order: (id: BlockId) => number,
): string {
  if (block.type === 'system_prompt' || block.type === 'tool_definition') {
    return 'system prompt and tools are not part of the conversation'
  }
  if (block.message < 0 && block.type === 'memory_injection' && compression !== null)
    return 'notes and bootstraps stay beside a summary'
  const names = kept?.gated.find((one) => one.block === block.id)?.gates ?? []
  if (names.length > 0)
    return `a guard protects it (${names.map((name) => named(guards, name)?.label ?? name).join(', ')})`
  const from = kept?.tailFrom ?? null
  return from !== null && order(block.id) >= order(from) ? tail : otherwise
}
