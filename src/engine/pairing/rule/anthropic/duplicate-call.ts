import type { AnthropicSubject, Rule } from '../rule.ts'

export const duplicateCall: Rule<AnthropicSubject> = {
  meaning: 'No two calls of a request have the same id.',
  *check({ messages, parts }) {
    const seen = new Set<string>()
    for (const [index, list] of parts.entries()) {
      if (messages[index]?.role !== 'assistant') continue
      for (const [part, value] of list.entries()) {
        if (value.type !== 'tool_use') continue
        if (seen.has(value.id)) {
          const message = `messages.${index}.content.${part}: \`tool_use\` ids must be unique`
          yield { index, part, ids: [value.id], message }
        }
        seen.add(value.id)
      }
    }
  },
}
