import type { Vector } from './vector.ts'

/** Answers of 200 tokens. Above four messages a summary replaces the oldest. */
const TALK = `
  user: the task
  assistant: 800 chars
  user: one
  assistant: 800 chars
  user: two`
const LONGER = `${TALK}
  assistant: 800 chars
  user: three
  assistant: 800 chars
  user: four
  assistant: 800 chars
  user: five`
const config = {
  strategy: 'atomic_window',
  atomic_window: { max_messages: 4, min_recent_keep: 1, on_drop: 'summarize' },
} as const
const UNTOUCHED = 'stays stays stays stays stays'

/** Family H: models that fail. */
export const failure: readonly Vector[] = [
  {
    id: 'H1',
    says: 'A good answer stands for what left.',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: ['what was said'] },
    gives: 'stays gone gone stays stays +summary',
  },
  {
    id: 'H2',
    says: 'An empty answer replaces nothing.',
    unlike: 'langchain’s summarization puts a fixed sentence in the place of the history',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: ['  \n'] },
    gives: `${UNTOUCHED} summary_discarded`,
  },
  {
    id: 'H3',
    says: 'A failure replaces nothing, least of all with its own message.',
    unlike: 'langchain’s summarization puts the text of the error in the place of the history',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: [null] },
    gives: `${UNTOUCHED} summary_discarded`,
  },
  {
    id: 'H4',
    says: 'An answer that is longer than what it stands for is discarded.',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: ['word '.repeat(200)] },
    gives: `${UNTOUCHED} summary_discarded`,
  },
  {
    id: 'H5',
    says: 'One that is as long is discarded too.',
    unlike: 'gemini-cli rejects a summary only when it is longer',
    // An answer of 204 tokens and a reply of 5 leave. This summary and its heading of 71 characters have 209, so it is
    // not smaller.
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: ['x'.repeat(765)] },
    gives: `${UNTOUCHED} summary_discarded`,
  },
  {
    id: 'H6',
    says: 'One token less is taken.',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: ['x'.repeat(761)] },
    gives: 'stays gone gone stays stays +summary',
  },
  {
    id: 'H7',
    says: 'After three failures in a row nobody is asked any more.',
    talk: LONGER,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: [null] },
    gives: `${UNTOUCHED} stays stays stays stays stays stays breaker_open`,
  },
  {
    id: 'H8',
    says: 'A success in between begins the count anew.',
    talk: LONGER,
    provider: 'anthropic',
    act: { verb: 'run', config, answers: [null, null, 'what was said', null] },
    gives: 'stays gone gone gone gone gone gone stays stays stays stays +summary summary_discarded',
  },
]
