import type { MessageIndex } from '../../core/units.ts'
import { DO_NOT_EVICT } from '../../core/message/block-facts.ts'
import type { Gate } from './gate.ts'
import { markReplies } from './whole-replies.ts'

/** Blocks marked DO_NOT_EVICT by their author, or pinned by a person. */
export const pinned: Gate = {
  name: 'pinned',
  label: 'pinned',
  meaning: 'Blocks marked DO_NOT_EVICT, or pinned by hand, stay as they are.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  guard(view, input, mark) {
    if ((input.columns.any & DO_NOT_EVICT) === 0 && input.pinned.size === 0) return
    const replies = new Set<MessageIndex>()
    view.blocks.forEach((block, position) => {
      if (!block.doNotEvict && !input.pinned.has(block.id)) return
      mark(position)
      if (block.type === 'thinking') replies.add(block.message)
    })
    markReplies(view, replies, mark)
  },
}
