import { isThinking } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** What is left of a reply when an edit takes its text or its calls and forgets the thinking before them. */
export const thinkingLast: Rule<AnthropicSubject> = {
  meaning: 'A reply does not end with thinking.',
  *check({ messages, parts }) {
    for (let index = 0; index < parts.length; index += 1) {
      const list = parts[index] ?? []
      const last = list[list.length - 1]
      if (messages[index]?.role !== 'assistant' || last === undefined || !isThinking(last)) continue
      const message = `messages.${index}: The final block in an assistant message cannot be \`${last.type}\`.`
      yield { index, part: list.length - 1, ids: [], message }
    }
  },
}
