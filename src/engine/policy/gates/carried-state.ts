import type { Gate } from './gate.ts'

/**
 * What a strategy put in for what left: the newest summary, the notes, the bootstrap of this window. Nothing
 * refers to them yet, so a policy would let them go first and the loss they stand for would be total. A
 * later compaction may take them in.
 */
export const carriedState: Gate = {
  name: 'carried_state',
  label: 'summaries and notes',
  meaning: 'Summaries, notes and the bootstrap stand for what left; only a newer summary may take them in.',
  always: false,
  forbids: ['drop', 'replace', 'clip'],
  guard(view, _input, mark) {
    view.blocks.forEach((block, position) => {
      if (block.message >= 0) return
      if (block.type === 'summary' || block.type === 'memory_injection') mark(position)
    })
  },
}
