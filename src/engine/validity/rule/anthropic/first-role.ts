import type { AnthropicSubject, Rule } from '../rule.ts'

/** A system message in the first place is the business of `system-message`. */
export const firstRole: Rule<AnthropicSubject> = {
  meaning: 'The first message is the user’s.',
  *check({ messages }) {
    if (messages[0]?.role !== 'assistant') return
    yield { index: 0, ids: [], message: 'messages: first message must use the "user" role' }
  },
}
