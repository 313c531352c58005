import type { AnthropicSubject, Rule } from '../rule.ts'

export const noMessages: Rule<AnthropicSubject> = {
  meaning: 'A request has at least one message.',
  *check({ messages }) {
    if (messages.length > 0) return
    yield { index: -1, ids: [], message: 'messages: at least one message is required' }
  },
}
