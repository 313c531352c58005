import type { Part } from '../../../core/message/message.ts'
import { callIdsOf, unansweredText } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

export const resultAfterText: Rule<AnthropicSubject> = {
  meaning: 'Results come before everything else in their message.',
  *check({ messages, parts }) {
    for (let index = 1; index < parts.length; index += 1) {
      if (messages[index]?.role !== 'user' || messages[index - 1]?.role !== 'assistant') continue
      const list = parts[index] ?? []
      const other = list.findIndex(isOther)
      if (other < 0 || other === list.length - 1) continue
      const calls = new Set(callIdsOf(parts[index - 1] ?? []))
      const late = new Set<string>()
      let first = -1
      for (let part = other; part < list.length; part += 1) {
        const value = list[part]
        if (value?.type !== 'tool_result' || !calls.has(value.tool_use_id)) continue
        if (first < 0) first = part
        late.add(value.tool_use_id)
      }
      const ids = [...late]
      if (first >= 0) yield { index, part: first, ids, message: unansweredText(index - 1, ids) }
    }
  },
}

function isOther({ type }: Part): boolean {
  return type !== 'tool_result'
}
