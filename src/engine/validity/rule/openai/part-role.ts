import { callsOf, contentPartsOf, typeOfPart } from '../openai-message.ts'
import type { OpenAiSubject, Rule } from '../rule.ts'

export const partRole: Rule<OpenAiSubject> = {
  meaning: 'Pictures, sound and files stand in user messages, calls in assistant messages.',
  *check({ messages }) {
    for (const [index, value] of messages.entries()) {
      const content = contentPartsOf(value)
      for (const [part, item] of content.entries()) {
        const type = typeOfPart(item)
        if (mayHold(value.role, type)) continue
        const message =
          type === 'image_url'
            ? `Invalid 'messages[${index}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${value.role}' contains an image URL.`
            : `Invalid value: '${type}'. Supported values are: 'text'${value.role === 'assistant' ? " and 'refusal'" : ''}.`
        yield { index, part, ids: [], message }
      }
      if (value.role === 'assistant') continue
      for (const [nth, call] of callsOf(value).entries()) {
        const message = `Unknown parameter: 'messages[${index}].tool_calls'.`
        yield { index, part: content.length + nth, ids: [call.id], message }
      }
    }
  },
}

/** Whether a message of that role may hold a content part of that type. */
export function mayHold(role: string, type: string): boolean {
  if (type === 'text' || role === 'user') return true
  return type === 'refusal' && role === 'assistant'
}
