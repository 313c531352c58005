import { answeredId, duplicateText } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

export const duplicateResult: Rule<ResponsesSubject> = {
  meaning: 'A call has one output.',
  *check({ items }) {
    const seen = new Set<string>()
    for (const [index, item] of items.entries()) {
      const id = answeredId(item)
      if (id === null) continue
      if (seen.has(id)) yield { index, part: 0, ids: [id], message: duplicateText(id) }
      seen.add(id)
    }
  },
}
