import type { Gate } from './gate.ts'

/** Results that arrived in this turn: the model has not read them yet. Clipping keeps their content. */
export const runningResults: Gate = {
  name: 'running_results',
  label: 'running results',
  meaning: 'Results that arrived in this turn have not been read yet; they may be clipped, not removed.',
  always: false,
  forbids: ['drop', 'replace', 'summarize'],
  guard(view, _input, mark) {
    if (view.arrived.length === 0) return
    const arrived = new Set(view.arrived)
    for (let position = view.blocks.length - 1, left = arrived.size; position >= 0 && left > 0; position--) {
      const block = view.blocks[position]
      if (block === undefined || !arrived.has(block.id)) continue
      left -= 1
      if (block.type === 'tool_result') mark(position)
    }
  },
}
