import type { Gate } from '../gate.ts'

/** Blocks marked DO_NOT_EVICT by their author, or pinned by a person. */
export const pinned: Gate = {
  name: 'pinned',
  label: 'pinned',
  meaning: 'Blocks marked DO_NOT_EVICT, or pinned by hand, stay as they are.',
  always: false,
  forbids: ['drop', 'replace', 'clip', 'summarize'],
  *guards(view, input) {
    for (const entry of view.window.entries) {
      if (view.block(entry.block).doNotEvict || input.pinned.has(entry.block)) yield entry.block
    }
  },
}
