import { callsOf } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

/** An empty string is content for this API: only what is missing, null or an empty list is rejected. */
export const emptyMessage: Rule<OpenAiSubject> = {
  meaning: 'A message has content, or calls if it is the assistant’s.',
  *check({ messages }) {
    for (const [index, value] of messages.entries()) {
      if (value.tool_calls?.length === 0) {
        yield { index, ids: [], message: emptyArray(`messages[${index}].tool_calls`) }
      }
      if (Array.isArray(value.content) && value.content.length === 0) {
        yield { index, ids: [], message: emptyArray(`messages[${index}].content`) }
        continue
      }
      if (value.content !== null && value.content !== undefined) continue
      if (value.role === 'assistant' && callsOf(value).length > 0) continue
      yield { index, ids: [], message: "Invalid value for 'content': expected a string, got null." }
    }
  },
}

function emptyArray(place: string): string {
  return `Invalid '${place}': empty array. Expected an array with minimum length 1, but got an empty array instead.`
}
