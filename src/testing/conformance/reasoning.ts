import type { ThinkingConfig } from '../../engine/index.ts'
import type { Vector } from './vector.ts'

const ON: ThinkingConfig = { type: 'enabled', budget_tokens: 2048 }

/** Family B: thinking, and the parts that it belongs to. */
export const reasoning: readonly Vector[] = [
  {
    id: 'B1',
    says: 'A reply does not end with thinking.',
    talk: 'user: go\nassistant: hm + think[s] what now',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'thinking-last@1',
  },
  {
    id: 'B2',
    says: 'With thinking enabled, it comes first in a running loop.',
    talk: 'user: go\nassistant: hm + think[s] what now + call a f\nresult a: 1',
    provider: 'anthropic',
    act: { verb: 'validate', thinking: ON, options: { tools: 'ignored' } },
    gives: 'thinking-first@1',
  },
  {
    id: 'B3',
    says: 'Thinking in the wrong place is moved, not dropped.',
    talk: 'user: go\nassistant: hm + think[s] what now + call a f\nresult a: 1',
    provider: 'anthropic',
    act: { verb: 'repair', thinking: ON, options: { tools: 'ignored' } },
    gives: 'move-part@1',
  },
  {
    id: 'B4',
    says: 'Thinking behind a message that was edited is bound to what is no longer there.',
    talk: 'user: go\nassistant: think[s] what now + call a f\nresult a: 1',
    provider: 'anthropic',
    act: { verb: 'validate', options: { boundThinkingFrom: 0 } },
    gives: 'bound-thinking@1',
  },
  {
    id: 'B5',
    says: 'Thinking before the edit is not.',
    talk: 'user: go\nassistant: think[s] what now + call a f\nresult a: 1',
    provider: 'anthropic',
    act: { verb: 'validate', options: { boundThinkingFrom: 2 } },
    gives: 'valid',
  },
  {
    id: 'B6',
    says: 'A reply leaves with its thinking, its calls and their results.',
    unlike: 'the AI SDK’s pruning can leave reasoning alone in a message',
    talk: `
      user: 84 chars
      assistant: think[s] what now + call a f
      result a: 84 chars
      assistant: 84 chars
      user: 84 chars`,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 80, reserve: 0 } },
    gives: '0 3 4',
  },
  {
    id: 'B7',
    says: 'When a pair is evicted, thinking that led up to it does not stay behind as the end of its reply.',
    unlike: 'the AI SDK’s pruning can leave reasoning alone in a message',
    talk: `
      user: the task
      assistant: think[s] what now + call a f
      result a: 3600 chars
      assistant: seen
      user: more
      assistant: call b f
      result b: 1600 chars`,
    provider: 'anthropic',
    act: {
      verb: 'run',
      config: { strategy: 'evict', eviction: { policy: 'fifo', placeholders: false, target: 0.4 } },
    },
    gives: 'stays gone gone stays stays stays stays',
  },
  {
    id: 'B8',
    says: 'The thinking of the running loop stays, whatever is over.',
    talk: `
      user: the task
      assistant: think[s] 2000 chars + call a f
      result a: 3000 chars`,
    provider: 'anthropic',
    act: { verb: 'run', config: { strategy: 'token_trim' } },
    gives: 'stays stays stays',
  },
  {
    id: 'B9',
    says: 'With adaptive thinking a reply may begin with a text: nothing is moved.',
    talk: 'user: go\nassistant: hm + think[s] what now + call a f\nresult a: 1',
    provider: 'anthropic',
    act: { verb: 'repair', thinking: { type: 'adaptive' }, options: { tools: 'ignored' } },
    gives: 'nothing',
  },
]
