import type { Vector } from './vector.ts'

const TALK = 'user: go\nassistant: ok\nuser: more\nassistant: done'

/** Family C: who speaks first and last, and where system messages may be. */
export const roles: readonly Vector[] = [
  {
    id: 'C1',
    says: 'The first message is the user’s.',
    talk: 'assistant: hello\nuser: go',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'first-role@0',
  },
  {
    id: 'C2',
    says: 'A list that opens with the assistant gets a user message before it; nothing is lost.',
    talk: 'assistant: hello\nuser: go',
    provider: 'anthropic',
    act: { verb: 'repair' },
    gives: 'insert-user@0',
  },
  {
    id: 'C3',
    says: 'An empty list is none.',
    talk: '',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'no-messages@-1',
  },
  {
    id: 'C4',
    says: 'Neighbours of one role are joined by the API.',
    talk: 'user: go\nuser: on\nassistant: ok',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'valid',
  },
  {
    id: 'C5',
    says: 'A proxy that does not join them rejects them.',
    talk: 'user: go\nuser: on\nassistant: ok',
    provider: 'anthropic',
    act: { verb: 'validate', options: { alternation: 'strict' } },
    gives: 'alternation@1',
  },
  {
    id: 'C6',
    says: 'The newest models want the user’s words at the end.',
    talk: TALK,
    provider: 'anthropic',
    act: { verb: 'validate', options: { model: 'claude-opus-4-6' } },
    gives: 'prefill@3',
  },
  {
    id: 'C7',
    says: 'A system message at the front is OpenAI’s way,',
    talk: 'system: be brief\nuser: go',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'valid',
  },
  {
    id: 'C8',
    says: 'and not Anthropic’s.',
    talk: 'system: be brief\nuser: go',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'system-message@0',
  },
  {
    id: 'C9',
    says: 'A trim leaves no result at the front.',
    unlike: 'langchain’s trim without startOn can begin with a tool message',
    talk: `
      user: 84 chars
      assistant: call a f
      result a: 84 chars
      assistant: 84 chars
      user: 84 chars`,
    provider: 'anthropic',
    act: { verb: 'slide', settings: { maxMessages: 3, minRecentKeep: 0, keepTask: false } },
    gives: '4',
  },
  {
    id: 'C10',
    says: 'A tail inside a loop keeps the words that opened it.',
    unlike: 'mastra’s contiguous limiter can begin with an assistant message',
    talk: `
      user: the task
      assistant: ok
      user: the next
      assistant: call a f
      result a: 1
      assistant: call b f
      result b: 2`,
    provider: 'anthropic',
    act: {
      verb: 'slide',
      settings: { maxMessages: 2, minRecentKeep: 2, keepTask: false, keepCurrent: false },
    },
    gives: '2 5 6 soft_limit',
  },
  {
    id: 'C11',
    says: 'Back in time, a list ends with the user.',
    talk: 'user: 84 chars\nassistant: 84 chars\nuser: 84 chars\nassistant: 84 chars\nuser: 84 chars',
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 101, reserve: 0, direction: 'end', rollback: true } },
    gives: '0 1 2',
  },
]
