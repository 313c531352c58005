import { isMessageItem } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** An empty string and an empty list are content for this API. */
export const emptyMessage: Rule<ResponsesSubject> = {
  meaning: 'A message has content.',
  *check({ items }) {
    for (const [index, item] of items.entries()) {
      if (!isMessageItem(item) || typeof item.content === 'string' || Array.isArray(item.content)) continue
      yield { index, ids: [], message: `Missing required parameter: 'input[${index}].content'.` }
    }
  },
}
