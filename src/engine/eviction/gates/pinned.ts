import type { MessageIndex } from '../../units.ts'
import type { Gate } from '../gate.ts'

/** Blocks marked DO_NOT_EVICT by their author, or pinned by a person. */
export const pinned: Gate = {
  name: 'pinned',
  label: 'pinned',
  meaning: 'Blocks marked DO_NOT_EVICT, or pinned by hand, stay as they are.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view, input) {
    const replies = new Set<MessageIndex>()
    for (const entry of view.window.entries) {
      const block = view.block(entry.block)
      if (!block.doNotEvict && !input.pinned.has(entry.block)) continue
      yield entry.block
      if (block.type === 'thinking') replies.add(block.message)
    }
    // Thinking cannot stand at the end of a reply, so what it leads up to stays with it.
    if (replies.size === 0) return
    for (const entry of view.window.entries) {
      if (replies.has(view.block(entry.block).message)) yield entry.block
    }
  },
}
