import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/** The window by messages of “Sliding Message Window”: nothing is scored, and pairs are never torn. */
export const atomicWindow = planned({
  name: 'atomic_window',
  label: 'Atomic window',
  meaning: 'Above so many messages the oldest leave, calls and results together.',
  endsAtOverflow: false,
  sections: ['atomic_window', 'compression', 'mock_llm'],
  plan: () => [step('slide')],
})
