import type { Vector } from './vector.ts'

/** Family A: calls and results. */
export const pairing: readonly Vector[] = [
  {
    id: 'A1',
    says: 'A call that nothing answers is found.',
    talk: 'user: go\nassistant: call a f\nuser: and?',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'unanswered-call@1',
  },
  {
    id: 'A2',
    says: 'A result without its call is found.',
    talk: 'user: go\nassistant: ok\nresult a: 1',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'orphan-result@2',
  },
  {
    id: 'A3',
    says: 'A batch of calls is answered as a whole, in the very next message.',
    talk: 'user: go\nassistant: call a f + call b f\nresult a: 1\nassistant: ok',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'unanswered-call@1',
  },
  {
    id: 'A4',
    says: 'Results of one batch may come in several messages for OpenAI.',
    talk: 'user: go\nassistant: call a f + call b f\nresult a: 1\n\nresult b: 2\nassistant: ok',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'valid',
  },
  {
    id: 'A5',
    says: 'The same for Anthropic: the second message answers nothing that was asked right before it.',
    talk: 'user: go\nassistant: call a f + call b f\nresult a: 1\n\nresult b: 2\nassistant: ok',
    provider: 'anthropic',
    act: { verb: 'validate' },
    gives: 'unanswered-call@1 orphan-result@3',
  },
  {
    id: 'A6',
    says: 'A result before its call answers nothing, and the call is open.',
    talk: 'user: go\nassistant: ok\nresult a: 1\nassistant: call a f\nuser: and?',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'orphan-result@2 unanswered-call@3',
  },
  {
    id: 'A7',
    says: 'A call without a result gets a made-up result, and only that.',
    talk: 'user: go\nassistant: call a f\nuser: and?',
    provider: 'anthropic',
    act: { verb: 'repair' },
    gives: 'insert-result@1',
  },
  {
    id: 'A8',
    says: 'No cut goes through a batch of parallel calls: it stays or leaves as one.',
    talk: `
      user: 84 chars
      assistant: call a f + call b f
      result a: 84 chars
      result b: 84 chars
      assistant: 84 chars
      user: 84 chars`,
    provider: 'anthropic',
    act: { verb: 'trim', settings: { maxTokens: 128, reserve: 0 } },
    gives: '0 3 4',
  },
  {
    id: 'A9',
    says: 'What is left of a list whose middle was taken out is seen to be broken.',
    unlike: 'autogen’s token-limited context takes messages out of the middle one by one',
    talk: 'user: go\nassistant: call a f\nassistant: done\nuser: more',
    provider: 'openai',
    act: { verb: 'validate' },
    gives: 'unanswered-call@1',
  },
  {
    id: 'A10',
    says: 'Of two results in a message only the one without a call goes.',
    unlike: 'langchain’s summarization keeps a message when any of its ids matches',
    talk: 'user: go\nassistant: call a f\nresult a: 1\nresult b: 2\nassistant: ok',
    provider: 'anthropic',
    act: { verb: 'repair' },
    gives: 'drop-part@2',
  },
  {
    id: 'A11',
    says: 'A call that never got an answer stays, and what is around it leaves all the same.',
    unlike: 'ADK’s compaction stops for ever at a call without a response',
    talk: `
      user: the task
      assistant: one
      user: two
      assistant: call a f
      user: three
      assistant: four
      user: five`,
    provider: 'openai',
    act: { verb: 'slide', settings: { maxMessages: 3, minRecentKeep: 1 } },
    gives: '0 3 6',
  },
  {
    id: 'A12',
    says: 'Within its budget a list is left as it is, an orphan and all.',
    unlike: 'langchain’s edit of tool uses removes orphans below its trigger as well',
    talk: 'user: go\nassistant: ok\nresult a: 1\nassistant: ok',
    provider: 'openai',
    act: { verb: 'trim', settings: { maxTokens: 1000 } },
    gives: '0 1 2 3',
  },
]
