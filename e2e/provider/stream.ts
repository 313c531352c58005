import type Anthropic from '@anthropic-ai/sdk'
import type { AnyMessage } from './messages.ts'

/** An event of a stream; a ping has no content. */
export type StreamEvent =
  | Anthropic.RawMessageStreamEvent
  | Anthropic.Beta.BetaRawMessageStreamEvent
  | { readonly type: 'ping' }

/** Characters of a delta. */
const PIECE = 24

/** The events that stream a message. */
export function eventsOf(message: AnyMessage): readonly StreamEvent[] {
  const { content, stop_sequence, usage } = message
  const start = {
    type: 'message_start',
    message: {
      ...message,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...usage, output_tokens: 1 },
    },
  } as Anthropic.RawMessageStartEvent
  const counts = {
    input_tokens: usage.input_tokens,
    cache_creation_input_tokens: usage.cache_creation_input_tokens,
    cache_read_input_tokens: usage.cache_read_input_tokens,
    output_tokens: usage.output_tokens,
    output_tokens_details: usage.output_tokens_details,
    server_tool_use: null,
  }
  const rest = { container: null, stop_details: null, stop_sequence }
  const end: StreamEvent =
    'context_management' in message
      ? {
          type: 'message_delta',
          context_management: message.context_management,
          delta: { ...rest, stop_reason: message.stop_reason },
          usage: { ...counts, fallback_credit: null, iterations: message.usage.iterations },
        }
      : { type: 'message_delta', delta: { ...rest, stop_reason: message.stop_reason }, usage: counts }
  return [
    start,
    { type: 'ping' },
    ...(content as Block[]).flatMap((block, index) =>
      eventsOfBlock(block, index, 'context_management' in message),
    ),
    end,
    { type: 'message_stop' },
  ]
}

type Block = Anthropic.ContentBlock | Anthropic.Beta.BetaCompactionBlock

function eventsOfBlock(block: Block, index: number, isBeta: boolean): readonly StreamEvent[] {
  const begin = (
    content_block: Anthropic.Beta.BetaRawContentBlockStartEvent['content_block'],
  ): Anthropic.Beta.BetaRawContentBlockStartEvent => ({ type: 'content_block_start', index, content_block })
  const told = (delta: Anthropic.RawContentBlockDelta): StreamEvent => ({
    type: 'content_block_delta',
    index,
    delta,
  })
  const toldOfBeta = (delta: Anthropic.Beta.BetaRawContentBlockDelta): StreamEvent => ({
    type: 'content_block_delta',
    index,
    delta,
  })
  const stop: StreamEvent = { type: 'content_block_stop', index }
  switch (block.type) {
    case 'text':
      return [
        begin({ ...block, text: '' }),
        ...pieces(block.text).map((text) => told({ type: 'text_delta', text })),
        stop,
      ]
    case 'thinking':
      return [
        begin({ ...block, thinking: '', signature: '' }),
        ...pieces(block.thinking).map((thinking) =>
          isBeta
            ? toldOfBeta({ type: 'thinking_delta', thinking, estimated_tokens: null })
            : told({ type: 'thinking_delta', thinking }),
        ),
        told({ type: 'signature_delta', signature: block.signature }),
        stop,
      ]
    case 'tool_use':
      return [
        begin({ ...block, input: {} }),
        // The first piece of arguments is always empty.
        ...['', ...pieces(JSON.stringify(block.input))].map((partial_json) =>
          told({ type: 'input_json_delta', partial_json }),
        ),
        stop,
      ]
    case 'compaction':
      // A summary is a single delta.
      return [
        begin({ ...block, content: null }),
        toldOfBeta({
          type: 'compaction_delta',
          content: block.content,
          encrypted_content: block.encrypted_content,
        }),
        stop,
      ]
    default:
      throw new Error(`a block of type ${block.type} is never written here`)
  }
}

/** An event as server-sent text. */
export function framed(event: StreamEvent | { readonly type: 'error'; readonly error: object }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
}

/** A text in pieces that split no character. */
function pieces(text: string): readonly string[] {
  const letters = [...text]
  const found: string[] = []
  for (let at = 0; at < letters.length; at += PIECE) found.push(letters.slice(at, at + PIECE).join(''))
  return found
}
