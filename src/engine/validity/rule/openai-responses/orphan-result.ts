import { answeredId, calledId, wordsOf } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

export const orphanResult: Rule<ResponsesSubject> = {
  meaning: 'An output answers a call before it.',
  *check({ items, continues }) {
    // the call may be in what the request goes on from
    if (continues) return
    const called = new Set<string>()
    for (const [index, item] of items.entries()) {
      const call = calledId(item)
      if (call !== null) called.add(call)
      const id = answeredId(item)
      if (id === null || called.has(id)) continue
      yield {
        index,
        part: 0,
        ids: [id],
        message: `No tool call found for ${wordsOf(item)} with call_id ${id}.`,
      }
    }
  },
}
