import { callsOf } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

export const duplicateResult: Rule<OpenAiSubject> = {
  meaning: 'A call has one tool message.',
  *check({ messages }) {
    let calls: ReadonlySet<string> = new Set()
    let seen = new Map<string, number>()
    for (const [index, value] of messages.entries()) {
      if (value.role !== 'tool') {
        calls = new Set(value.role === 'assistant' ? callsOf(value).map(({ id }) => id) : [])
        seen = new Map()
        continue
      }
      const id = value.tool_call_id ?? ''
      if (!calls.has(id)) continue
      const first = seen.get(id)
      if (first === undefined) {
        seen.set(id, index)
        continue
      }
      const message = `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${first}] and messages[${index}].`
      yield { index, part: 0, ids: [id], message }
    }
  },
}
