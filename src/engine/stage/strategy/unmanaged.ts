import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/** Nothing is ever removed; the run ends at the turn that overflows. */
export const unmanaged = planned({
  name: 'unmanaged',
  label: 'Unmanaged',
  meaning: 'Nothing is removed. The run ends when the window overflows.',
  endsAtOverflow: true,
  sections: [],
  plan: () => [step('end_at_overflow')],
})
