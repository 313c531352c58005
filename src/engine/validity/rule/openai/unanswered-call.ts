import { callsOf, contentPartsOf, endOfResults } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

export const unansweredCall: Rule<OpenAiSubject> = {
  meaning: 'Every call is answered by a tool message before anything else is said.',
  *check({ messages }) {
    for (const [index, value] of messages.entries()) {
      const calls = callsOf(value)
      if (value.role !== 'assistant' || calls.length === 0) continue
      const answered = new Set<string>()
      const end = endOfResults(messages, index)
      for (let at = index + 1; at < end; at += 1) answered.add(messages[at]?.tool_call_id ?? '')
      const ids = [...new Set(calls.map(({ id }) => id).filter((id) => !answered.has(id)))]
      if (ids.length === 0) continue
      const part = contentPartsOf(value).length + calls.findIndex(({ id }) => id === ids[0])
      const message =
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
        `'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(', ')}`
      yield { index, part, ids, message }
    }
  },
}
