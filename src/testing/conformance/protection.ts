import type { Vector } from './vector.ts'

const LOOP = `
  user: the task
  assistant: call a f
  result a: 400 chars
  assistant: 400 chars
  user: the next
  assistant: call b f
  result b: 400 chars`

/** Family D: what must not leave. */
export const protection: readonly Vector[] = [
  {
    id: 'D1',
    says: 'The first and the newest prompt stay, and results that nobody has read.',
    unlike: 'mastra’s best-fit limiter can evict a call of the current run',
    talk: LOOP,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 130, reserve: 0 } },
    gives: '0 4 5 6',
  },
  {
    id: 'D2',
    says: 'They stay from the end as well.',
    talk: LOOP,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 130, reserve: 0, direction: 'end' } },
    gives: '0 4 5 6',
  },
  {
    id: 'D3',
    says: 'What its author marked stays, and with a marked call its result.',
    talk: `
      user: the task
      assistant: DO_NOT_EVICT the port is 7 + call a f
      result a: 40 chars
      assistant: 400 chars
      user: the next`,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 60, reserve: 0 } },
    gives: '0 1 2 4',
  },
  {
    id: 'D4',
    says: 'System messages stay and are not counted.',
    talk: `
      system: be brief
      user: the task
      assistant: one
      user: two
      assistant: three
      user: four`,
    provider: 'openai',
    act: { verb: 'slide', settings: { maxMessages: 2, minRecentKeep: 1 } },
    gives: '0 1 5',
  },
  {
    id: 'D5',
    says: 'Unless they are told to leave like others.',
    talk: `
      system: be brief
      user: the task
      assistant: one
      user: two`,
    provider: 'openai',
    act: { verb: 'slide', settings: { maxMessages: 2, minRecentKeep: 1, preserveSystem: false } },
    gives: '1 3',
  },
  {
    id: 'D6',
    says: 'Going back in time lets the request go, and not what is marked.',
    talk: `
      user: 84 chars
      assistant: 84 chars
      user: DO_NOT_EVICT the port is 7
      assistant: 84 chars
      user: 84 chars`,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 70, reserve: 0, direction: 'end', rollback: true } },
    gives: '0 1 2',
  },
  {
    id: 'D7',
    // Only the reply of 5 tokens could still go, but a batch must free at least 5 % of 2,000 tokens.
    says: 'The task, the request and the unread result outlive every eviction; what was read goes, a few words wait.',
    talk: `
      user: 2000 chars
      assistant: call a f
      result a: 1400 chars
      assistant: seen
      user: 1600 chars
      assistant: call b f
      result b: 1200 chars`,
    provider: 'anthropic',
    act: {
      verb: 'run',
      config: {
        strategy: 'evict',
        eviction: { policy: 'fifo', placeholders: false },
        pressure: { preemptive: false },
      },
    },
    gives: 'stays gone gone stays stays stays stays held_back',
  },
  {
    id: 'D8',
    says: 'A window of few messages pulls in the call that its last results need.',
    talk: LOOP,
    provider: 'anthropic',
    act: { verb: 'slide', settings: { maxMessages: 1, minRecentKeep: 1 } },
    gives: '0 4 5 6 soft_limit',
  },
]
