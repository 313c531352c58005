import type { Vector } from './vector.ts'

/**
 * Two results of 500 tokens that were read, and one that was not. The limit is 2,000 tokens, 1,500 without the reserve.
 */
const READS = `
  user: the task
  assistant: call a f
  result a: 2000 chars
  assistant: call b f
  result b: 2000 chars
  assistant: call c f
  result c: 2000 chars`
const fifo = { policy: 'fifo', target: 0.4 } as const

/** Family G: what forbids an edit, and what postpones it. */
export const gating: readonly Vector[] = [
  {
    id: 'G1',
    says: 'Results that were read give way, the unread one stays.',
    talk: READS,
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: fifo } },
    gives: 'stays stays placeholder stays placeholder stays stays',
  },
  {
    id: 'G2',
    says: 'A batch that frees less than the least that is worth it is put off',
    talk: READS.replace('result c: 2000 chars', 'result c: 800 chars'),
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: { ...fifo, min_free_tokens: 1500 } } },
    gives: 'stays stays stays stays stays stays stays held_back',
  },
  {
    id: 'G3',
    says: 'and made where it frees as much, however little that is.',
    unlike: 'opencode never commits a prune of less than 20,000 tokens',
    talk: READS.replace('result c: 2000 chars', 'result c: 800 chars'),
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: { ...fifo, min_free_tokens: 400 } } },
    gives: 'stays stays placeholder stays placeholder stays stays',
  },
  {
    id: 'G4',
    says: 'A request that would not fit is not put off.',
    talk: READS,
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: { ...fifo, min_free_tokens: 5000 } } },
    gives: 'stays stays placeholder stays placeholder stays stays',
  },
  {
    id: 'G5',
    says: 'A protected type is no candidate.',
    talk: READS.replace('result c: 2000 chars', 'result c: 800 chars'),
    provider: 'anthropic',
    act: {
      verb: 'run',
      config: {
        strategy: 'evict',
        eviction: { ...fifo, protected_types: ['system_prompt', 'tool_result', 'tool_call'] },
      },
    },
    gives: 'stays stays stays stays stays stays stays nothing_evictable',
  },
  {
    id: 'G6',
    says: 'Without its gate the task is the first to go, and the request still opens with the user.',
    talk: READS.replace('the task', '1600 chars'),
    provider: 'anthropic',
    act: {
      verb: 'run',
      config: {
        strategy: 'evict',
        eviction: { ...fifo, user_share: 0, gates: { task: false, current_user_message: false } },
      },
    },
    gives: 'placeholder stays placeholder stays placeholder stays stays',
  },
  {
    id: 'G7',
    says: 'A result with the author’s mark in what a tool printed is no protected one.',
    talk: READS.replace('result a: 2000 chars', `result a: DO_NOT_EVICT ${'word '.repeat(400)}`),
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'evict', eviction: fifo } },
    gives: 'stays stays placeholder stays placeholder stays stays',
  },
]
