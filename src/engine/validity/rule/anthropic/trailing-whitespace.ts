import { isBlank } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

export const trailingWhitespace: Rule<AnthropicSubject> = {
  meaning: 'A final assistant message does not end with white space.',
  *check({ messages, parts }) {
    const found = finalText(messages, parts)
    if (found === null || isBlank(found.text) || found.text === found.text.trimEnd()) return
    const message = 'messages: final assistant content cannot end with trailing whitespace'
    yield { index: found.index, part: found.part, ids: [], message }
  },
}

/**
 * The text that the assistant's next words would be written to; null where the conversation does not
 * end with one. Empty messages at the end are passed over, because the API joins them with what is before.
 */
export function finalText(
  messages: readonly { readonly role: string }[],
  parts: AnthropicSubject['parts'],
): { index: number; part: number; text: string } | null {
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    if (messages[index]?.role !== 'assistant') return null
    const list = parts[index] ?? []
    const last = list.at(-1)
    if (last === undefined) continue
    return last.type === 'text' ? { index, part: list.length - 1, text: last.text } : null
  }
  return null
}
