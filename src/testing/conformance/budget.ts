import type { Vector } from './vector.ts'

/** Seven messages of 100 tokens each. */
const EVEN = ['user', 'assistant', 'user', 'assistant', 'user', 'assistant', 'user']
  .map((role) => `${role}: 384 chars`)
  .join('\n')

/** Family E: a budget that is just enough, one too small, and content that can never fit. */
export const budget: readonly Vector[] = [
  {
    id: 'E1',
    says: 'What fits exactly is left alone.',
    talk: EVEN,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 700, reserve: 0 } },
    gives: '0 1 2 3 4 5 6',
  },
  {
    id: 'E2',
    says: 'One token too many costs one group, and no more.',
    unlike: 'Roo hides an even number of messages whatever is over',
    talk: EVEN,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 699, reserve: 0 } },
    gives: '0 2 3 4 5 6',
  },
  {
    id: 'E3',
    says: 'The reserve is rounded up and taken from the budget.',
    talk: EVEN,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 777, reserve: 0.1 } },
    gives: '0 2 3 4 5 6',
  },
  {
    id: 'E4',
    says: 'A system message that is too large by itself is refused by name.',
    talk: `system: 800 chars\n${EVEN}`,
    provider: 'openai',
    act: { verb: 'trim', settings: { maxTokens: 203, reserve: 0 } },
    gives: '0 1 2 3 4 5 6 7 system_exceeds_budget',
  },
  {
    id: 'E5',
    says: 'A prompt that cannot fit is refused, and nothing else is thrown away for it.',
    unlike: 'goose’s ladder ends in a dead session when the user’s text alone is too large',
    talk: 'user: 4000 chars\nassistant: 384 chars\nuser: 384 chars',
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 1000, reserve: 0 } },
    gives: '0 1 2 message_too_large',
  },
  {
    id: 'E6',
    says: 'A reserve that leaves no room is refused by name.',
    talk: EVEN,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 500, reserve: 1 } },
    gives: '0 1 2 3 4 5 6 reserve_exceeds_limit',
  },
  {
    id: 'E7',
    says: 'Where nothing may leave, the count is a soft limit and said so.',
    talk: 'user: go\nassistant: call a f + call b f\nresult a: 1\nresult b: 2',
    provider: 'anthropic',
    act: { verb: 'slide', settings: { maxMessages: 1 } },
    gives: '0 1 2 soft_limit',
  },
  {
    id: 'E8',
    says: 'A short conversation that is too large is trimmed like a long one.',
    unlike: 'minimal-agent stops summarizing at five turns though it is over its budget',
    talk: 'user: 384 chars\nassistant: 4000 chars\nuser: 384 chars',
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 500, reserve: 0 } },
    gives: '0 2',
  },
  {
    id: 'E9',
    says: 'A share to keep is the share that is kept, not the one that goes.',
    unlike: 'letta’s percentage to keep is the share that it evicts',
    talk: EVEN,
    provider: 'anthropic',
    act: {
      verb: 'slide',
      settings: {
        maxMessages: 100,
        minRecentKeep: 1,
        tokenAware: true,
        maxTokens: 699,
        tokenThreshold: 0.72,
      },
    },
    gives: '0 3 4 5 6',
  },
  {
    id: 'E10',
    says: 'In the turn loop a refusal is recorded, and the window is as it was.',
    talk: 'user: 8000 chars',
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'token_trim' } },
    gives: 'stays message_too_large',
  },
]
