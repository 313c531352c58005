import { gates } from '../engine/index.ts'
import type { Block, BlockId } from '../engine/index.ts'
import type { EditRecord } from '../sim/index.ts'
import type { StageStory } from './told/story.ts'

/**
 * Why an edit of whole messages left a block where it was, from what the edit recorded: the system prompt
 * and tools are no messages, gates hold some, the tail stays, and what shares a message or a pair with a
 * block that stays does so with it.
 *
 * @param story what the stage says of its tail, and of what neither tail nor gate held
 */
export function keptBecause(
  { kept, compression }: Pick<EditRecord, 'kept' | 'compression'>,
  block: Pick<Block, 'id' | 'type' | 'message'>,
  { tail, otherwise }: Pick<StageStory, 'tail' | 'otherwise'>,
  order: (id: BlockId) => number,
): string {
  if (block.type === 'system_prompt' || block.type === 'tool_definition') {
    return 'system prompt and tools are no part of the conversation'
  }
  if (block.message < 0 && block.type === 'memory_injection' && compression !== null)
    return 'notes and bootstraps stay beside a summary'
  const names = kept?.gated.find((one) => one.block === block.id)?.gates ?? []
  if (names.length > 0)
    return `a guard protects it (${names.map((name) => gates[name]?.label ?? name).join(', ')})`
  const from = kept?.tailFrom ?? null
  return from !== null && order(block.id) >= order(from) ? tail : otherwise
}
