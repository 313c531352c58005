import { answeredId, calledId, wordsOf } from '../responses-item.ts'
import type { ResponsesSubject, Rule } from '../rule.ts'

/** Unlike in chat completions, other items may stand between a call and its output. */
export const unansweredCall: Rule<ResponsesSubject> = {
  meaning: 'Every call has an output somewhere after it.',
  *check({ items }) {
    const lastOutput = new Map<string, number>()
    for (const [index, item] of items.entries()) {
      const id = answeredId(item)
      if (id !== null) lastOutput.set(id, index)
    }
    for (const [index, item] of items.entries()) {
      const id = calledId(item)
      if (id === null || (lastOutput.get(id) ?? -1) > index) continue
      yield { index, part: 0, ids: [id], message: `No tool output found for ${wordsOf(item)} ${id}.` }
    }
  },
}
