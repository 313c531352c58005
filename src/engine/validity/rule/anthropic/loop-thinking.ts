import { beginsWithThinking, runningLoop } from '../loop.ts'
import { isThinking, lastAssistant, mustLeadText } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/**
 * What is left of a loop whose beginning an edit took. Only of a request with `thinking` enabled is known that the loop
 * began with it: with `adaptive` the model may begin without. Whether a text beside a result begins another
 * loop is not documented alike everywhere, so that a loop passes if it begins with thinking either way.
 */
export const loopThinking: Rule<AnthropicSubject> = {
  meaning: 'With thinking enabled, a running tool loop begins with thinking.',
  *check({ request, messages, parts }) {
    if (request?.thinking?.type !== 'enabled') return
    const loop = runningLoop(messages, parts)
    if (loop === null) return
    const { first, afterText } = loop
    const list = parts[first] ?? []
    if (beginsWithThinking(list) || afterText >= messages.length) return
    if (afterText !== first && beginsWithThinking(parts[afterText] ?? [])) return
    // Thinking that is there and does not lead is the business of `thinking-first`.
    if (first === lastAssistant(messages) && list.some(isThinking)) return
    const found = list.find(({ type }) => type !== 'compaction')
    if (found === undefined) return
    const message = mustLeadText(first, found.type)
    yield { index: first, part: 0, ids: [], message }
  },
}
