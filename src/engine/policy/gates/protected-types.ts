import type { MessageIndex } from '../../core/units.ts'
import type { Gate } from './gate.ts'
import { markReplies } from './whole-replies.ts'

/** The system prompt and every type named in `eviction.protected_types`. */
export const protectedTypes: Gate = {
  name: 'protected_types',
  label: 'protected type',
  meaning: 'The system prompt, and every type listed in protected_types, stays as it is.',
  always: true,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, input, mark) {
    const types = new Set<string>(['system_prompt', ...input.protectedTypes])
    const talk = input.protectedTypes.some((type) => type !== 'system_prompt' && type !== 'tool_definition')
    const replies = new Set<MessageIndex>()
    const look = (at: number): void => {
      const block = view.blocks[at]
      if (block === undefined || !types.has(block.type)) return
      mark(at)
      if (block.type === 'thinking') replies.add(block.message)
    }
    // Of the conversation only the types that are named need a look.
    if (talk) for (let at = 0; at < view.blocks.length; at++) look(at)
    else input.columns.outside.forEach(look)
    markReplies(view, replies, mark)
  },
}
