import { isBlank } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** A result may be an empty string, but not hold a text part that is blank. */
export const blankText: Rule<AnthropicSubject> = {
  meaning: 'A text part is not blank.',
  *check({ parts }) {
    for (let index = 0; index < parts.length; index += 1) {
      const list = parts[index] ?? []
      for (let part = 0; part < list.length; part += 1) {
        const value = list[part]
        if (value?.type === 'text' && isBlank(value.text)) {
          yield { index, part, ids: [], message: complaint(value.text) }
        }
        if (value?.type !== 'tool_result' || typeof value.content === 'string') continue
        for (const inner of value.content ?? []) {
          if (inner.type !== 'text' || !isBlank(inner.text)) continue
          yield { index, part, ids: [value.tool_use_id], message: complaint(inner.text) }
          break
        }
      }
    }
  },
}

function complaint(text: string): string {
  return text === ''
    ? 'messages: text content blocks must be non-empty'
    : 'messages: text content blocks must contain non-whitespace text'
}
