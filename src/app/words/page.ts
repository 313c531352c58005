import type { CounterName } from '../../engine/index.ts'
import type { ProgressReport } from '../../worker/protocol.ts'

/** Scenarios by name; the list of the simulator is heavy and stays in the worker. */
export const SCENARIO_LABELS: Readonly<Record<string, string>> = Object.freeze({
  'axios-migration': 'Axios migration',
  'long-coding': 'Long coding session',
})

export const COUNTER_OPTIONS: Readonly<Record<CounterName, string>> = Object.freeze({
  chars4: '≈ 4 characters',
  o200k_base: 'o200k_base',
  cl100k_base: 'cl100k_base',
})

export const STEP_WORDS: Readonly<Record<ProgressReport['step'] | 'open', string>> = Object.freeze({
  open: 'Opening',
  read: 'Reading the log',
  count: 'Counting tokens',
  run: 'Running',
})

export const WORDS = Object.freeze({
  title: 'Context Window Lab',
  subtitle: 'one conversation, one window, up to six rules of eviction',
  scenario: 'Conversation',
  seed: 'Seed',
  dice: 'Another seed',
  budget: 'Window',
  budgetShare: 'Window as a share of the unmanaged peak',
  budgetTokens: 'Window in tokens',
  counter: 'Counter',
  yourData: 'Your data',
  theme: 'Change between light and dark',
  keys: 'Keys',
  picture: 'Picture of the blocks',
  pictures: { strata: 'Strata', lifelines: 'Lifelines' },
  pictureTitles: {
    strata: 'A band for each block, in prompt order, as tall as its tokens (L)',
    lifelines: 'A row for each block, in order of arrival, from birth to end (L)',
  },
  window: 'Context',
  cancel: 'Cancel',
  close: 'Close',
  tryAgain: 'Try again',
  goTo: 'go to',
  skip: 'Skip to the lanes',
  ofPeak: 'of the unmanaged peak',
  tokens: 'tokens',
  progress: 'Progress',
  counterTitle: 'The exact counters are those of OpenAI models.',
})
