import type { AnthropicSubject, Rule } from '../rule.ts'

const KNOWN: ReadonlySet<string> = new Set(['user', 'assistant', 'system'])

export const unknownRole: Rule<AnthropicSubject> = {
  meaning: 'A message is the user’s, the assistant’s, or mid-conversation the system’s.',
  *check({ messages }) {
    for (const [index, { role }] of messages.entries()) {
      if (KNOWN.has(role)) continue
      const message = `messages: Unexpected role "${role}". Allowed roles are "user" or "assistant".`
      yield { index, ids: [], message }
    }
  },
}
