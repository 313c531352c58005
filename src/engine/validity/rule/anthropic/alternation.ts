import type { AnthropicSubject, Rule } from '../rule.ts'

/** Off unless asked for: the API joins neighbours of one role today. */
export const alternation: Rule<AnthropicSubject> = {
  meaning: 'User and assistant take turns, where the provider insists on it.',
  *check({ messages }, demands) {
    if (demands.alternation === 'merged') return
    for (const [index, { role }] of messages.entries()) {
      if (index === 0 || role !== messages[index - 1]?.role) continue
      const message = `messages: roles must alternate between "user" and "assistant", but found multiple "${role}" roles in a row`
      yield { index, ids: [], message }
    }
  },
}
