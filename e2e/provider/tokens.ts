import type { Message, Part } from '../../src/engine/index.ts'
import { partsOf } from '../../src/engine/internal.ts'
import type { CacheControl, Prompt } from './body.ts'

/** A piece of the prompt as the model reads it: tools, then system, then the parts of the messages. */
export interface Piece {
  readonly place: 'tools' | 'system' | 'messages'
  /** Index of the tool, the system text, or the message. */
  readonly index: number
  /** Index of the part in its message; 0 for tools and system texts. */
  readonly part: number
  /** Text that identifies the piece. */
  readonly text: string
  readonly tokens: number
  readonly marker: '5m' | '1h' | null
  /** Whether it continues the run of calls, or of results, of the previous piece. */
  readonly joined: boolean
}

/** Mean bytes per token; no counter of the project divides by this number. */
const BYTES_PER_TOKEN = 3.1
const PER_MESSAGE = 4
const PER_SYSTEM_TEXT = 3
const PER_TOOL = 12
/** Tokens before the first tool: instructions to the model on how to call tools. */
const BEFORE_TOOLS = 313
const PER_CALL = 9
const PER_RESULT = 7
const PER_MEDIUM = 1600

/** Tokens of a text by this provider's own tokenizer. */
export function tokensOfText(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN)
}

/** The longest beginning of a text with at most this many tokens. */
export function cutToTokens(text: string, tokens: number): string {
  if (tokensOfText(text) <= tokens) return text
  const bytes = Buffer.from(text).subarray(0, Math.floor(tokens * BYTES_PER_TOKEN))
  // The last character may have lost some bytes.
  return bytes.toString('utf8').replace(/\uFFFD+$/, '')
}

/** The pieces of the prompt, in order. */
export function piecesOf({ tools = [], system = [], messages }: Prompt): readonly Piece[] {
  const texts = typeof system === 'string' ? (system === '' ? [] : [{ text: system }]) : system
  return [
    ...tools.map(({ name, description, input_schema, ...rest }, index): Piece => {
      const text = JSON.stringify({ name, description, input_schema })
      const tokens = tokensOfText(text) + PER_TOOL + (index === 0 ? BEFORE_TOOLS : 0)
      return { place: 'tools', index, part: 0, text, tokens, marker: markerOf(rest), joined: false }
    }),
    ...texts.map((part, index): Piece => {
      const tokens = tokensOfText(part.text) + PER_SYSTEM_TEXT
      return {
        place: 'system',
        index,
        part: 0,
        text: part.text,
        tokens,
        marker: markerOf(part),
        joined: false,
      }
    }),
    ...messages.flatMap((message, index) => piecesOfMessage(message, index, messages[index - 1])),
  ]
}

export function sumOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { tokens }) => sum + tokens, 0)
}

function piecesOfMessage(message: Message, index: number, before: Message | undefined): readonly Piece[] {
  const parts = partsOf(message)
  const last = before === undefined ? undefined : partsOf(before).at(-1)
  return parts.map((value, part): Piece => {
    const { cache_control: _marker, ...bare } = value as Part & { cache_control?: unknown }
    return {
      place: 'messages',
      index,
      part,
      text: `${part === 0 ? message.role : ''} ${JSON.stringify(bare)}`,
      tokens: tokensOfPart(value) + (part === 0 ? PER_MESSAGE : 0),
      marker: markerOf(value),
      joined: isOneRun(part === 0 ? last : parts[part - 1], value),
    }
  })
}

function isOneRun(before: Part | undefined, { type }: Part): boolean {
  return before?.type === type && (type === 'tool_use' || type === 'tool_result')
}

function tokensOfPart(part: Part): number {
  switch (part.type) {
    case 'text':
      return tokensOfText(part.text)
    case 'thinking':
      return tokensOfText(part.thinking)
    case 'redacted_thinking':
      return tokensOfText(part.data)
    case 'tool_use':
      return tokensOfText(part.name) + tokensOfText(JSON.stringify(part.input)) + PER_CALL
    case 'tool_result': {
      const { content = '' } = part as { content?: typeof part.content }
      const said =
        typeof content === 'string'
          ? tokensOfText(content)
          : content.reduce((sum, each) => sum + tokensOfPart(each), 0)
      return said + PER_RESULT
    }
    case 'image':
    case 'audio':
      return PER_MEDIUM
    case 'document':
      return part.source.type === 'text' ? tokensOfText(part.source.data ?? '') : PER_MEDIUM
    case 'compaction':
      // A failed summary has no content.
      return tokensOfText((part as { content: string | null }).content ?? '')
  }
}

function markerOf(value: object): '5m' | '1h' | null {
  const { cache_control: marker } = value as { cache_control?: CacheControl | null }
  return marker === undefined || marker === null ? null : (marker.ttl ?? '5m')
}
