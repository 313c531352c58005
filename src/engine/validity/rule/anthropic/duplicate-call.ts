import type { AnthropicSubject, Rule } from '../rule.ts'

export const duplicateCall: Rule<AnthropicSubject> = {
  meaning: 'No two calls of a request have the same id.',
  *check({ messages, parts }) {
    const seen = new Set<string>()
    for (let index = 0; index < parts.length; index += 1) {
      if (messages[index]?.role !== 'assistant') continue
      const list = parts[index] ?? []
      for (let part = 0; part < list.length; part += 1) {
        const value = list[part]
        if (value?.type !== 'tool_use') continue
        if (seen.has(value.id)) {
          const message = `messages.${index}.content.${part}: \`tool_use\` ids must be unique`
          yield { index, part, ids: [value.id], message }
        }
        seen.add(value.id)
      }
    }
  },
}
