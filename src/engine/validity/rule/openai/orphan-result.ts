import { callsOf } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

export const orphanResult: Rule<OpenAiSubject> = {
  meaning: 'A tool message answers a call of the reply it follows.',
  *check({ messages }) {
    let calls: ReadonlySet<string> = new Set()
    for (const [index, value] of messages.entries()) {
      if (value.role !== 'tool') {
        calls = new Set(value.role === 'assistant' ? callsOf(value).map(({ id }) => id) : [])
        continue
      }
      const id = value.tool_call_id ?? ''
      if (calls.has(id)) continue
      const message =
        calls.size === 0
          ? // Their spelling.
            "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."
          : `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`
      yield { index, part: 0, ids: [id], message }
    }
  },
}
