import type { AnthropicSubject, Rule } from '../rule.ts'

export const prefill: Rule<AnthropicSubject> = {
  meaning: 'The conversation ends with a user message, where the model takes no prefill.',
  *check({ messages }, demands) {
    const index = messages.length - 1
    if (demands.prefill === 'allowed' || messages[index]?.role !== 'assistant') return
    const message =
      'This model does not support assistant message prefill. The conversation must end with a user message.'
    yield { index, ids: [], message }
  },
}
