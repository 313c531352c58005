import { partsOf, withoutCacheMarks } from '../../../engine/internal.ts'
import type { AnthropicRequest, ImagePart, MediaSource, Part, Tokens } from '../../../engine/index.ts'

/**
 * What a provider puts around what it is sent, generously: Anthropic documents up to 804 tokens for telling a model how
 * tools are called, and a message, a call or a result has been seen with some ten tokens beside its content.
 */
const AROUND = Object.freeze({
  request: 64,
  tools: 1024,
  tool: 32,
  text: 16,
  message: 16,
  call: 64,
  result: 32,
})

/** The largest picture of any of its models, and the side of the patch that a token stands for (TOK-3). */
const LARGEST_IMAGE: Tokens = 4784
const PATCH = 28

/**
 * Tokens that a request cannot have more of, whatever the model's tokenizer (COST-2): one that works on bytes makes no
 * token of less than a byte. For English that is about four times as many as there are. Infinity where the size of
 * something in it says nothing of its tokens, as with a PDF: then the window is the only bound.
 */
export function mostTokens(request: AnthropicRequest): Tokens {
  const { system = '' } = request
  const {
    system: _,
    tools = [],
    messages,
    thinking: _thinking,
    context_management: _edits,
    ...others
  } = withoutCacheMarks(request)
  const texts = typeof system === 'string' ? [system] : system.map(textOf)
  let sum = AROUND.request + (tools.length === 0 ? 0 : AROUND.tools) + mostOfJson(others)
  for (const text of texts) sum += AROUND.text + bytesOf(text)
  for (const tool of tools) sum += AROUND.tool + mostOfJson(tool)
  for (const message of messages) {
    sum += AROUND.message
    for (const part of partsOf(message)) sum += AROUND.text + mostOfPart(part)
  }
  return sum
}

function mostOfPart(part: Part): Tokens {
  switch (part.type) {
    case 'text':
      return bytesOf(part.text)
    // Where the text is left out, or is a summary, the signature holds what was thought.
    case 'thinking':
      return bytesOf(part.thinking) + bytesOf(part.signature ?? '')
    case 'redacted_thinking':
      return bytesOf(part.data)
    case 'tool_use':
      return AROUND.call + bytesOf(part.name) + mostOfArguments(part.input)
    case 'tool_result': {
      const { content = '' } = part as { readonly content?: typeof part.content }
      if (typeof content === 'string') return AROUND.result + bytesOf(content)
      return content.reduce<Tokens>((sum, one) => sum + AROUND.text + mostOfPart(one), AROUND.result)
    }
    case 'image':
      return mostOfImage(part)
    case 'document':
      return mostOfDocument(part)
    // No request with sound is sent.
    case 'audio':
      return Infinity
    case 'compaction': {
      // One that failed has no text.
      const { content, ...rest } = part as Omit<typeof part, 'content'> & { readonly content: string | null }
      return bytesOf(content ?? '') + mostOfJson(rest)
    }
  }
}

/** Each argument may get a pair of tags of its own. */
function mostOfArguments(input: unknown): Tokens {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : []
  return mostOfJson(input) + names.length * AROUND.text
}

/** By the rule for the models that see most of a picture; smaller pictures are not made larger. */
function mostOfImage({ width = 0, height = 0 }: Pick<ImagePart, 'width' | 'height'>): Tokens {
  if (width <= 0 || height <= 0) return LARGEST_IMAGE
  return Math.min(LARGEST_IMAGE, Math.ceil(width / PATCH) * Math.ceil(height / PATCH))
}

/** Pages of a PDF may hold any amount of text, packed. */
function mostOfDocument({ source, ...rest }: { readonly source: MediaSource }): Tokens {
  return source.type === 'text' ? bytesOf(source.data ?? '') + mostOfJson(rest) : Infinity
}

/** JSON as it may be written for the model: with spaces between its tokens, and letters of other scripts as escapes. */
function mostOfJson(value: unknown): Tokens {
  const text = JSON.stringify(value) ?? ''
  let most = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    most += code > 0x7f ? ESCAPE : code === COMMA || code === COLON ? 2 : 1
  }
  return most
}

/** Of `\u` and four digits. */
const ESCAPE = 6
const COMMA = 0x2c
const COLON = 0x3a

/** Bytes of a text as UTF-8, or of what it is after compatible letters were made the same, if those are more. */
function bytesOf(text: string): Tokens {
  return Math.max(encoder.encode(text).length, encoder.encode(text.normalize('NFKC')).length)
}

const encoder = new TextEncoder()

function textOf(part: unknown): string {
  const text: unknown = typeof part === 'object' && part !== null ? Reflect.get(part, 'text') : null
  return typeof text === 'string' ? text : JSON.stringify(part)
}
