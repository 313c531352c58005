import { runningLoop } from '../loop.ts'
import { isThinking } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** A tool loop is one turn of the assistant, and goes on in the way in which it began. */
export const disabledThinking: Rule<AnthropicSubject> = {
  meaning: 'With thinking disabled, a running tool loop holds none.',
  *check({ request, messages, parts }) {
    if (request?.thinking?.type !== 'disabled') return
    const loop = runningLoop(messages, parts)
    // Thinking before a text that stands beside a result may belong to a loop that is over.
    for (let index = loop?.afterText ?? messages.length; index < messages.length; index += 1) {
      if (messages[index]?.role !== 'assistant') continue
      for (const [part, value] of (parts[index] ?? []).entries()) {
        if (!isThinking(value)) continue
        const message =
          `messages.${index}.content.${part}: When thinking is disabled, an \`assistant\` message in the final position ` +
          `cannot contain \`${value.type}\`. To use thinking blocks, enable \`thinking\` in your request.`
        yield { index, part, ids: [], message }
      }
    }
  },
}
