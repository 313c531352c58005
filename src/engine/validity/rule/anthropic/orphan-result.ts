import { callIdsOf } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

export const orphanResult: Rule<AnthropicSubject> = {
  meaning: 'Every result answers a call of the message right before.',
  *check({ messages, parts }) {
    for (let index = 0; index < parts.length; index += 1) {
      if (messages[index]?.role !== 'user') continue
      const list = parts[index] ?? []
      let calls: Set<string> | null = null
      for (let part = 0; part < list.length; part += 1) {
        const value = list[part]
        if (value?.type !== 'tool_result') continue
        calls ??= new Set(messages[index - 1]?.role === 'assistant' ? callIdsOf(parts[index - 1] ?? []) : [])
        const id = value.tool_use_id
        if (calls.has(id)) continue
        const message =
          `messages.${index}.content.${part}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
        yield { index, part, ids: [id], message }
      }
    }
  },
}
