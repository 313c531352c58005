import { mediaTokens } from './media.ts'
import type { TokenCounter } from '../tokens/counter.ts'
import type { Tokens } from '../units.ts'
import type { Json, Part } from './message.ts'

/**
 * The text of a part, for people and for the search for references: of a call its arguments as JSON, of a result the
 * text that it returned, of a document what is written as text. Other media, signatures and hidden reasoning have none.
 */
export function textOf(part: Part): string {
  switch (part.type) {
    case 'text':
      return part.text
    case 'thinking':
      return part.thinking
    case 'compaction':
      return part.content
    case 'tool_use':
      return argumentsText(part.input)
    case 'tool_result':
      if (typeof part.content === 'string') return part.content
      return part.content
        .map(textOf)
        .filter((text) => text !== '')
        .join('\n')
    case 'document': {
      const { title, context, source } = part
      return [title, context, source.type === 'text' ? source.data : ''].filter(Boolean).join('\n')
    }
    case 'redacted_thinking':
    case 'image':
    case 'audio':
      return ''
  }
}

/**
 * Whether the text of a part has a word. The word must be the same in JSON; then a call's arguments need not be written
 * out, which for a list of messages takes as long as counting it.
 */
export function mentions(part: Part, word: string): boolean {
  return part.type === 'tool_use' ? hasWord(part.input, word) : textOf(part).includes(word)
}

function hasWord(value: Json, word: string): boolean {
  if (typeof value === 'string') return value.includes(word)
  if (typeof value !== 'object' || value === null) return false
  const inner = value as Readonly<Record<string, Json>>
  return Object.keys(inner).some((key) => key.includes(word) || hasWord(inner[key] as Json, word))
}

/** Arguments as one line of JSON, `{}` if there are none; recorded arguments that were not JSON are kept unchanged. */
export function argumentsText(input: Json | undefined): string {
  return typeof input === 'string' ? input : (JSON.stringify(input) ?? '{}')
}

/**
 * Tokens of a part's content without message overhead. Base64 data and signatures are never counted as text (TOK-3).
 */
export function tokensOf(part: Part, counter: TokenCounter): Tokens {
  switch (part.type) {
    case 'tool_use':
      return counter.count(part.name) + counter.count(argumentsText(part.input))
    case 'tool_result': {
      if (typeof part.content === 'string') return counter.count(part.content)
      let total = 0
      for (const item of part.content ?? []) total += tokensOf(item, counter)
      return total
    }
    case 'image':
    case 'document':
    case 'audio':
      return mediaTokens(part, counter.images) + counter.count(textOf(part))
    case 'text':
    case 'thinking':
    case 'redacted_thinking':
    case 'compaction':
      return counter.count(textOf(part))
  }
}
