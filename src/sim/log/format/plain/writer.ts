import { partsOf } from '../../../../engine/internal.ts'
import type { Message, Part, ResultContentPart, Role } from '../../../../engine/index.ts'
import { escaped } from './speaker.ts'
import { mainMessages } from '../../write/writer.ts'
import type { Writer } from '../../write/writer.ts'

const SPEAKERS: Readonly<Record<Role, string>> = Object.freeze({
  system: 'System:',
  user: 'User:',
  assistant: 'Assistant:',
})

/** A chat as text. Calls and results become lines of it; the format cannot express thinking, times and usage. */
export const writePlain: Writer = (trace) => {
  const system: Message = { role: 'system', content: trace.system }
  const messages = mainMessages(trace).map(({ message }) => message)
  return (trace.system === '' ? messages : [system, ...messages]).map(spoken).join('\n')
}

function spoken(message: Message): string {
  const text = partsOf(message)
    .map(textOf)
    .filter((part) => part !== '')
    .join('\n\n')
  const [first = '', ...others] = text.split('\n')
  // white space after the speaker is ignored, so a text that begins with some gets lines of its own
  const begin =
    first.trimStart() === first
      ? [`${SPEAKERS[message.role]} ${first}`]
      : [SPEAKERS[message.role], escaped(first)]
  return `${[...begin, ...others.map(escaped)].join('\n')}\n`
}

function textOf(part: Part | ResultContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'compaction':
      return part.content
    case 'tool_use':
      return `[call ${part.name} ${JSON.stringify(part.input)}]`
    case 'tool_result':
      return `[result] ${typeof part.content === 'string' ? part.content : part.content.map(textOf).join('\n')}`
    case 'thinking':
    case 'redacted_thinking':
      return ''
    case 'image':
    case 'document':
    case 'audio':
      return `[${part.type}]`
  }
}
