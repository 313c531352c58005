import { isThinking, lastAssistant, mustLeadText } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/**
 * Of a list without its request all that can be seen is thinking that no longer leads; thinking that is gone
 * altogether is the business of `loop-thinking`.
 */
export const thinkingFirst: Rule<AnthropicSubject> = {
  meaning: 'In a running tool loop the last reply begins with its thinking.',
  *check({ messages, parts }) {
    const index = lastAssistant(messages)
    // A provider's own summary of what came before stands in front of everything that a reply says.
    const list = (parts[index] ?? []).filter(({ type }) => type !== 'compaction')
    const first = list[0]
    if (first === undefined || isThinking(first)) return
    if (!list.some(isThinking) || !list.some(({ type }) => type === 'tool_use')) return
    const message = mustLeadText(index, first.type)
    yield { index, part: 0, ids: [], message }
  },
}
