import { calledId, duplicateText } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** An id names one call of the whole request, since an output may stand anywhere after it. */
export const duplicateCall: Rule<ResponsesSubject> = {
  meaning: 'No two calls have the same id.',
  *check({ items }) {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const id = calledId(item)
      if (id === null) continue
      if (seen.has(id)) yield { index, part: 0, ids: [id], message: duplicateText(id) }
      seen.add(id)
    }
  },
}
