import type { AnthropicSubject, Rule } from '../rule.ts'

export const emptyMessage: Rule<AnthropicSubject> = {
  meaning: 'A message has content, except a final one of the assistant.',
  *check({ messages, parts }) {
    for (const [index, { role }] of messages.entries()) {
      if ((parts[index]?.length ?? 0) > 0) continue
      if (index === messages.length - 1 && role === 'assistant') continue
      const message = `messages.${index}: all messages must have non-empty content except for the optional final assistant message`
      yield { index, ids: [], message }
    }
  },
}
