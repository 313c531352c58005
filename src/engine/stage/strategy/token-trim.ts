import { step } from '../catalogue/plan.ts'
import { planned } from './planned.ts'

/** The trimmer by tokens of “agentfit-rs”. */
export const tokenTrim = planned({
  name: 'token_trim',
  label: 'Token trim',
  meaning: 'Above a budget of tokens, whole groups leave from the start, the end or the middle.',
  endsAtOverflow: false,
  sections: ['token_trim'],
  plan: () => [step('trim')],
})
