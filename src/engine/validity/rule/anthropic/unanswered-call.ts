import { answeredIdsOf, callIdsOf, unansweredText } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/**
 * Neighbours of one role are not joined for this: whether the API joins them before it looks at pairs
 * is not documented, and a list that passes here passes either way.
 */
export const unansweredCall: Rule<AnthropicSubject> = {
  meaning: 'Every call of a message is answered in the very next one.',
  *check({ messages, parts }) {
    for (let index = 0; index < parts.length; index += 1) {
      if (messages[index]?.role !== 'assistant') continue
      const list = parts[index] ?? []
      const calls = callIdsOf(list)
      if (calls.length === 0) continue
      const answered = messages[index + 1]?.role === 'user' ? answeredIdsOf(parts[index + 1] ?? []) : NONE
      const open = calls.filter((id) => !answered.has(id))
      if (open.length === 0) continue
      const ids = [...new Set(open)]
      const part = list.findIndex((value) => value.type === 'tool_use' && value.id === ids[0])
      yield { index, part, ids, message: unansweredText(index, ids) }
    }
  },
}

const NONE: ReadonlySet<string> = new Set()
