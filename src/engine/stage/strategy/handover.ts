import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/**
 * Cross-window state alone (“Agent Context Window Management”, 6): nothing is evicted or compressed. When the window is
 * full, the state of the task is saved and a new window goes on from it.
 */
export const handover = planned({
  name: 'handover',
  label: 'New windows',
  meaning:
    'Nothing is evicted; a full window hands over to a new one, with a bootstrap made of the checkpoint.',
  endsAtOverflow: false,
  sections: ['eviction', 'compression', 'cross_window', 'mock_llm'],
  plan({ compression, crossWindow }) {
    const { enabled } = compression.notes
    return [
      ...(enabled ? [step('take_notes')] : []),
      step('save_checkpoint', { at: crossWindow.saveAt }),
      step('new_window', { at: compression.overflowAt }),
      ...(enabled ? [step('carry_notes')] : []),
      step('clip'),
    ]
  },
})
