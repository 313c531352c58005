import type { ResponsesSubject, Rule } from '../rule.ts'

export const noInput: Rule<ResponsesSubject> = {
  meaning: 'A request has at least one item.',
  *check({ items, continues }) {
    if (items.length > 0 || continues) return
    const message = `One of "input" or "previous_response_id" or 'prompt' or 'conversation_id' must be provided.`
    yield { index: -1, ids: [], message }
  },
}
