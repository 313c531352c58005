import type { ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { BEFORE_BREAK, ofStreams } from './faults.ts'
import type { Fault } from './faults.ts'
import type { AnyMessage } from './messages.ts'
import { bodyOf, refusalOf, statusOf } from './refusal.ts'
import type { Refused } from './refusal.ts'
import { eventsOf, framed } from './stream.ts'

type Headers = Readonly<Record<string, string>>

/** Answers with JSON. */
export function sendJson(
  response: ServerResponse,
  status: number,
  value: object,
  requestId: string,
  headers: Headers,
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers, ...idOf(requestId) })
    .end(JSON.stringify(value))
}

/** Answers with an error in the format of the API. */
export function sendError(
  response: ServerResponse,
  refused: Refused,
  requestId: string,
  headers: Headers,
): void {
  sendJson(response, refused.status, bodyOf(refused, requestId), requestId, {
    ...headers,
    ...refused.headers,
  })
}

/** Answers with a fault that replaces the whole answer; returns false if the fault lets the answer begin. */
export function sendFault(
  response: ServerResponse,
  fault: Fault,
  requestId: string,
  headers: Headers,
): boolean {
  switch (fault.kind) {
    case undefined:
    case 'status': {
      const { retryAfter, shouldRetry } = fault
      sendError(response, refusalOf(fault.status, fault.type, fault.message), requestId, {
        ...headers,
        ...(retryAfter === undefined || retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
        ...(shouldRetry === undefined ? {} : { 'x-should-retry': String(shouldRetry) }),
      })
      return true
    }
    case 'hang':
      return true
    case 'reset':
      response.destroy()
      return true
    case 'not-json':
      response
        .writeHead(200, { 'content-type': 'text/html', ...headers })
        .end('<!doctype html><title>Sign in</title><p>This network wants you to sign in.')
      return true
    case 'redirect':
      response.writeHead(307, { location: fault.to, ...headers }).end()
      return true
    default:
      return false
  }
}

export interface Sending {
  readonly streams: boolean
  readonly fault: Fault | null
  readonly requestId: string
  readonly cors: Headers
}

/** Sends a message whole or as a stream, as far as its fault allows. */
export async function sendMessage(
  response: ServerResponse,
  message: AnyMessage,
  { streams, fault, requestId, cors }: Sending,
): Promise<void> {
  if (!streams) {
    sendWhole(response, message, fault, requestId, cors)
    return
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    ...cors,
    ...idOf(requestId),
  })
  const breaksAfter =
    fault !== null && 'afterEvents' in fault ? (fault.afterEvents ?? BEFORE_BREAK) : BEFORE_BREAK
  const breaks = fault !== null && ofStreams(fault)
  for (const [at, event] of eventsOf(message).entries()) {
    if (breaks && at === breaksAfter) {
      breakStream(response, fault)
      return
    }
    await write(response, framed(event))
    // The client disconnected.
    if (response.destroyed) return
  }
  if (breaks) breakStream(response, fault)
  else response.end()
}

function breakStream(response: ServerResponse, fault: Fault): void {
  switch (fault.kind) {
    case 'malformed-stream':
      response.end('event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"del\n\n')
      break
    case 'stall-stream':
      // The client must disconnect.
      break
    case 'cut-stream':
      response.destroy()
      break
    case 'error-event': {
      const { type = 'overloaded_error', message } = fault
      const refused = refusalOf(statusOf(type), type, message)
      response.end(framed({ type: 'error', error: { type, message: refused.message } }))
      break
    }
    default:
      response.end()
  }
}

/** Applies a fault of a stream to an answer that is not streamed. */
function sendWhole(
  response: ServerResponse,
  message: AnyMessage,
  fault: Fault | null,
  requestId: string,
  cors: Headers,
): void {
  const json = JSON.stringify(message)
  const half = json.slice(0, Math.floor(json.length / 2))
  const headers = { 'content-type': 'application/json', ...cors, ...idOf(requestId) }
  switch (fault?.kind) {
    case 'malformed-stream':
    case 'short-stream':
      response.writeHead(200, headers).end(half)
      return
    case 'cut-stream':
      response.writeHead(200, { ...headers, 'content-length': String(Buffer.byteLength(json)) })
      response.write(half, () => response.destroy())
      return
    case 'stall-stream':
      response.writeHead(200, headers).write(half)
      return
    case 'error-event': {
      const type = fault.type ?? 'overloaded_error'
      sendError(response, refusalOf(statusOf(type), type, fault.message), requestId, cors)
      return
    }
    default:
      sendJson(response, 200, message, requestId, cors)
  }
}

/** Writes a text in two halves, which may split a character as a network does. */
async function write(response: ServerResponse, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  const middle = bytes.length >> 1
  response.write(bytes.subarray(0, middle))
  await setImmediate()
  if (response.destroyed) return
  response.write(bytes.subarray(middle))
  await setImmediate()
}

function idOf(requestId: string): Headers {
  return requestId === '' ? {} : { 'request-id': requestId }
}
