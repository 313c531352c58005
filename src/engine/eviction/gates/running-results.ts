import type { Gate } from '../gate.ts'

/** Results that arrived in this turn: the model has not read them yet. Clipping keeps their content. */
export const runningResults: Gate = {
  name: 'running_results',
  label: 'running results',
  meaning: 'Results that arrived in this turn have not been read yet; they may be clipped, not removed.',
  always: false,
  forbids: ['drop', 'replace', 'summarize'],
  *guards(view) {
    for (const id of view.arrived) {
      if (view.block(id).type === 'tool_result') yield id
    }
  },
}
