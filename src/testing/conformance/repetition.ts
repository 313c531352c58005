import type { Vector } from './vector.ts'

const turns = (count: number, size: number): string =>
  [
    'user: the task',
    ...Array.from({ length: count }, (_, at) => `assistant: ${size} chars\nuser: next ${at}`),
  ].join('\n')
const summing = {
  strategy: 'atomic_window',
  atomic_window: { max_messages: 4, min_recent_keep: 1, on_drop: 'summarize' },
} as const

/** Family F: repeated messages, ids and actions. */
export const repetition: readonly Vector[] = [
  {
    id: 'F1',
    says: 'The first summary stands for what left.',
    talk: turns(2, 400),
    provider: 'anthropic',
    act: { verb: 'run', config: summing, answers: ['what was said'] },
    gives: 'stays gone gone stays stays +summary',
  },
  {
    id: 'F2',
    says: 'A later summary takes in the one before: there is never more than one.',
    talk: turns(6, 400),
    provider: 'anthropic',
    act: { verb: 'run', config: summing, answers: ['what was said', 'and what was said then'] },
    gives: 'stays gone gone gone gone gone gone gone gone gone gone stays stays +summary',
  },
  {
    id: 'F3',
    says: 'A person who writes like a summary is a person: the task that begins so stays.',
    unlike: 'codex tells its own summaries from the user’s words by how they begin',
    talk: turns(3, 400).replace('the task', '[Summary of the conversation up to turn 3] go on'),
    provider: 'anthropic',
    act: { verb: 'run', config: summing, answers: ['what was said'] },
    gives: 'stays gone gone gone gone stays stays +summary',
  },
  {
    id: 'F4',
    says: 'What is a placeholder already does not hide what is behind it.',
    unlike: 'opencode’s prune stops at the first part that it compacted before',
    talk: `
      user: the task
      assistant: call a f
      result a: 2400 chars
      assistant: call b f
      result b: 2400 chars
      assistant: call c f
      result c: 2400 chars
      assistant: call d f
      result d: 2400 chars`,
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: { policy: 'fifo' } } },
    gives: 'stays stays placeholder stays placeholder stays placeholder stays stays',
  },
  {
    id: 'F5',
    says: 'A window that cannot be made smaller is left, turn after turn, without an edit.',
    unlike:
      'the first OpenHands window condenser can answer a request with “forget nothing” and be asked again',
    talk: turns(4, 40)
      .split('\n')
      .map((line) => line.replace(': ', ': DO_NOT_EVICT '))
      .map((line) => line.replace('40 chars', 'ok'))
      .join('\n'),
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'atomic_window', atomic_window: { max_messages: 3 } } },
    gives: 'stays stays stays stays stays stays stays stays stays soft_limit',
  },
  {
    id: 'F6',
    says: 'Long answers leave from the start, turn after turn; a prompt that fits beside what stays is kept.',
    talk: turns(8, 1200),
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'token_trim' } },
    gives:
      'stays gone stays gone stays gone stays gone stays stays stays stays stays stays stays stays stays',
  },
]
