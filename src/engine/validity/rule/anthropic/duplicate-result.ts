import { callIdsOf } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** A second result in another message than the first has no call before it: that is `orphan-result`. */
export const duplicateResult: Rule<AnthropicSubject> = {
  meaning: 'A call has one result.',
  *check({ messages, parts }) {
    for (let index = 1; index < parts.length; index += 1) {
      if (messages[index]?.role !== 'user' || messages[index - 1]?.role !== 'assistant') continue
      const list = parts[index] ?? []
      if (list.length < 2) continue
      const calls = new Set(callIdsOf(parts[index - 1] ?? []))
      const seen = new Set<string>()
      for (const [part, value] of list.entries()) {
        if (value.type !== 'tool_result' || !calls.has(value.tool_use_id)) continue
        const id = value.tool_use_id
        if (seen.has(id)) {
          const message =
            `messages.${index}.content.${part}: each tool_use must have a single result. ` +
            `Found multiple \`tool_result\` blocks with id: ${id}`
          yield { index, part, ids: [id], message }
        }
        seen.add(id)
      }
    }
  },
}
