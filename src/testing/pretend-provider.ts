/*
 * A fake provider without a network, for tests of calls: a fetch that returns given answers in order and records the
 * requests.
 */

import type { AnthropicRequest } from '../engine/index.ts'

/** A request as it would have been sent. */
export interface SentRequest {
  readonly url: string
  readonly method: string
  readonly headers: ReadonlyMap<string, string>
  /** The JSON body; null if there is none. */
  readonly body: unknown
  readonly redirect: string | undefined
}

/** An event of a stream, well formed or not. */
export type PretendEvent = { readonly type: string } & Readonly<Record<string, unknown>>

/** An answer, or a failure. */
export type PretendAnswer = Response | Error | ((signal: AbortSignal | null) => Response | Promise<Response>)

export interface PretendProvider {
  readonly fetch: typeof fetch
  readonly requests: SentRequest[]
}

/** Gives the answers in order, the last one repeatedly. */
export function pretendProvider(...answers: readonly PretendAnswer[]): PretendProvider {
  const requests: SentRequest[] = []
  return {
    requests,
    async fetch(input, init) {
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      const { body, headers, method, redirect, signal } = init ?? {}
      requests.push({
        url: input instanceof Request ? input.url : String(input),
        method: method ?? 'GET',
        headers: new Map(new Headers(headers).entries()),
        body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
        redirect,
      })
      if (answer === undefined) throw new Error('nothing to answer')
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? await answer(signal ?? null) : await again(answer)
    },
  }
}

/** A copy of the answer. `clone` would not do: cancelling its body waits for the original's body. */
async function again(answer: Response): Promise<Response> {
  const { status, headers } = answer
  return new Response(await answer.clone().arrayBuffer(), { status, headers })
}

/** A response with a JSON body. Default status: 200. */
export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json', 'request-id': 'req_1', ...headers },
  })
}

/** An error response in the format of the API. */
export function refusal(
  status: number,
  type: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json({ type: 'error', error: { type, message } }, status, headers)
}

/** A response with a stream of events as its body. */
export function streamOf(body: string | Uint8Array<ArrayBuffer> | ReadableStream): Response {
  return new Response(body, { headers: { 'content-type': 'text/event-stream', 'request-id': 'req_1' } })
}

/** Events as server-sent text. */
export function sse(events: readonly PretendEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
}

/** A stream of these events. */
export function events(...list: readonly PretendEvent[]): Response {
  return streamOf(sse(list))
}

/** The first event of a message; `message` overrides its fields. */
export function messageStart(message: Readonly<Record<string, unknown>> = {}): PretendEvent {
  const usage = {
    input_tokens: 10,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: null,
    output_tokens: 1,
  }
  return {
    type: 'message_start',
    message: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-haiku-4-5',
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
      ...message,
    },
  }
}

/** The events of one part: start, deltas, stop. */
export function part(
  index: number,
  start: Readonly<Record<string, unknown>>,
  ...deltas: readonly Readonly<Record<string, unknown>>[]
): PretendEvent[] {
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

/** The events of a text part, one delta per piece. */
export function textPart(index: number, ...pieces: readonly string[]): PretendEvent[] {
  return part(
    index,
    { type: 'text', text: '', citations: null },
    ...pieces.map((text) => ({ type: 'text_delta', text })),
  )
}

/** The last two events of a message. */
export function messageEnd(
  delta: Readonly<Record<string, unknown>> = { stop_reason: 'end_turn' },
  more: Readonly<Record<string, unknown>> = { usage: { output_tokens: 7 } },
): PretendEvent[] {
  return [{ type: 'message_delta', delta, ...more }, { type: 'message_stop' }]
}

/** A whole reply with one text, one delta per piece. */
export function says(...pieces: readonly string[]): Response {
  return events(messageStart(), ...textPart(0, ...pieces), ...messageEnd())
}

/** A reply that calls tools: id, name and arguments of each. */
export function callsTo(...inputs: readonly (readonly [string, string, object])[]): Response {
  return events(
    messageStart(),
    ...textPart(0, 'I look.'),
    ...inputs.flatMap(([id, name, input], index) =>
      part(
        index + 1,
        { type: 'tool_use', id, name, input: {} },
        { type: 'input_json_delta', partial_json: JSON.stringify(input) },
      ),
    ),
    ...messageEnd({ stop_reason: 'tool_use' }),
  )
}

/** The bodies of the requests, oldest first. */
export function bodiesOf({ requests }: PretendProvider): readonly AnthropicRequest[] {
  return requests.map(({ body }) => body as AnthropicRequest)
}
