import { isThinking } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/** Claude Fable 5.1 and Opus, Sonnet and Haiku 5.5 check a signature against everything before it. */
export const boundThinking: Rule<AnthropicSubject> = {
  meaning: 'Nothing before a thinking part was changed, where the model binds thinking to it.',
  *check({ parts }, demands) {
    const from = demands.boundThinkingFrom
    if (from === undefined || from === null) return
    for (let index = from < 0 ? 0 : from; index < parts.length; index += 1) {
      for (const [part, value] of (parts[index] ?? []).entries()) {
        if (!isThinking(value)) continue
        const message =
          `messages.${index}.content.${part}: Invalid \`signature\` in \`thinking\` block. ` +
          'The block is bound to a different conversation. Remove the block, or set ' +
          '`thinking.block_binding.prefix_mismatch_behavior` to "drop_block". That setting requires the ' +
          '`thinking-binding-controls-2026-08-01` value in the `anthropic-beta` header.'
        yield { index, part, ids: [], message }
      }
    }
  },
}
