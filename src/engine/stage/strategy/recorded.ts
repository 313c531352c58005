import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/**
 * What the log's own client did, and nothing else (REC-1). Its window may have been larger than this run's: what it
 * left is sent, and where that does not fit the turn is an overflow.
 */
export const recorded = planned({
  name: 'recorded',
  label: 'As recorded',
  meaning: 'The compactions that the log records are done again, and nothing else.',
  endsAtOverflow: false,
  sections: [],
  plan: () => [step('replay_recorded')],
})
