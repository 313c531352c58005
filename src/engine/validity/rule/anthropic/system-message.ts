import type { AnthropicSubject, Rule } from '../rule.ts'

const ANYWHERE = 'the directive-only form (content: [] with output_config) is accepted at any position'

/**
 * Claude takes system messages mid-conversation from version 4.8 on, right after a user message and
 * before an assistant message or the end. A run of them counts as one.
 */
export const systemMessage: Rule<AnthropicSubject> = {
  meaning:
    'A system message follows a user message, precedes an assistant message or the end, and holds text.',
  *check({ messages, parts }, demands) {
    let before: string | null = null
    for (const [index, { role }] of messages.entries()) {
      if (role !== 'system') {
        before = role
        continue
      }
      const fault =
        demands.systemMessages === 'rejected'
          ? 'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.'
          : placeFault(index, before, roleAfter(messages, index))
      if (fault !== null) yield { index, ids: [], message: fault }
      const part = (parts[index] ?? []).findIndex(({ type }) => type !== 'text')
      if (part < 0) continue
      const message = `messages.${index}: role 'system' supports text, tool_addition, and tool_removal blocks only`
      yield { index, part, ids: [], message }
    }
  },
}

function placeFault(index: number, before: string | null, after: string | null): string | null {
  if (before === null) {
    return `messages.${index}: use the top-level 'system' parameter for the initial system prompt; ${ANYWHERE}`
  }
  if (before !== 'user') {
    return `messages.${index}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${ANYWHERE}`
  }
  // Only the last of a run has a neighbour that can be wrong.
  if (after !== null && after !== 'assistant' && after !== 'system') {
    return `messages.${index}: role 'system' must precede an 'assistant' message or end the array; ${ANYWHERE}`
  }
  return null
}

function roleAfter(messages: AnthropicSubject['messages'], index: number): string | null {
  return messages[index + 1]?.role ?? null
}
