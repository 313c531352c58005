import type { Part } from '../../../core/message/message.ts'
import { isThinking } from '../part.ts'
import type { AnthropicSubject, Rule } from '../rule.ts'

/**
 * Documents directly in assistant messages are rejected since API version 2026-10-21, images always
 * were; inside a tool result both are fine.
 */
export const partRole: Rule<AnthropicSubject> = {
  meaning: 'Calls and thinking stand in assistant messages; results, images and documents in user messages.',
  *check({ messages, parts }) {
    for (let index = 0; index < messages.length; index += 1) {
      const role = messages[index]?.role ?? ''
      const list = parts[index] ?? []
      for (let part = 0; part < list.length; part += 1) {
        const value = list[part]
        if (value === undefined || standsRight(value, role)) continue
        yield { index, part, ids: idsOf(value), message: `messages.${index}${complaint(value)}` }
      }
    }
  },
}

/** Whether a part may stand in a message of that role. A system message is judged as a user's. */
export function standsRight(part: Part, role: string): boolean {
  if (part.type === 'tool_use' || isThinking(part)) return role === 'assistant'
  if (part.type === 'tool_result') return role !== 'assistant' && role !== 'system'
  if (part.type === 'image' || part.type === 'document') return role !== 'assistant'
  return true
}

function complaint(part: Part): string {
  if (part.type === 'tool_use') return ': `tool_use` blocks can only be in `assistant` messages'
  if (part.type === 'tool_result') return ': `tool_result` blocks can only be in `user` messages'
  if (isThinking(part)) return '.content: thinking blocks may only be in `assistant` messages'
  return `.content: '${part.type}' blocks are not permitted within assistant turns`
}

function idsOf(part: Part): string[] {
  if (part.type === 'tool_use') return [part.id]
  return part.type === 'tool_result' ? [part.tool_use_id] : []
}
