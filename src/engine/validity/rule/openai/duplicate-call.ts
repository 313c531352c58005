import { callsOf, contentPartsOf } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

/** An id may come again in a later reply: real logs do that, and the API takes them. */
export const duplicateCall: Rule<OpenAiSubject> = {
  meaning: 'No two calls of a reply have the same id.',
  *check({ messages }) {
    for (const [index, value] of messages.entries()) {
      const seen = new Set<string>()
      for (const [nth, { id }] of callsOf(value).entries()) {
        if (seen.has(id)) {
          const message = `Duplicate value for 'tool_call_id' of ${id} in message[${index}]`
          yield { index, part: contentPartsOf(value).length + nth, ids: [id], message }
        }
        seen.add(id)
      }
    }
  },
}
