import { isItemRole, isMessageItem } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** There is no role `tool` here: what a tool said is an item of its own. */
export const unknownRole: Rule<ResponsesSubject> = {
  meaning: 'A message has one of the known roles.',
  *check({ items }) {
    for (const [index, item] of items.entries()) {
      if (!isMessageItem(item) || isItemRole(item.role)) continue
      const message = `Invalid value: '${item.role ?? ''}'. Supported values are: 'assistant', 'system', 'developer', and 'user'.`
      yield { index, ids: [], message }
    }
  },
}
