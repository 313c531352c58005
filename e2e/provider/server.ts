import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { administer } from './administer.ts'
import { answerOf } from './endpoints.ts'
import { corsOf, credentialsOf, preflightOf } from './headers.ts'
import { leaksInHeaders, shownHeaders, withoutKey } from './log.ts'
import type { Entry, LoggedRequest } from './log.ts'
import { refusalOf, Refused } from './refusal.ts'
import { LARGEST_BODY, readBody } from './request-body.ts'
import { sendError, sendFault, sendJson, sendMessage } from './send.ts'
import { createState } from './state.ts'
import type { ProviderOptions, State } from './state.ts'

export interface Provider {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Starts a provider on this machine. It makes no requests itself. */
export async function startProvider(options: ProviderOptions): Promise<Provider> {
  const state = createState(options)
  const server = createServer((request, response) => {
    serve(state, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendError(response, refusalOf(500, 'api_error', String(error)), '', {})
    })
  })
  const port = await listening(server, options.port ?? 0)
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        // Requests that hang on purpose would keep it open.
        server.closeAllConnections()
      }),
  }
}

async function serve(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  if (pathname.startsWith('/__')) {
    await administer(state, pathname, request, response)
    return
  }
  const method = request.method ?? 'GET'
  const body = await readBody(request)
  const entry = noted(state, request, pathname, searchParams, body)
  const requestId = `req_local${String(entry.n).padStart(6, '0')}`
  const fault = state.faults.take(pathname, method)
  entry.fault = fault === null ? null : (fault.kind ?? 'status')
  const cors = fault?.kind === 'no-cors' ? {} : corsOf(request.headers)
  const settle = (): void => {
    entry.status = response.headersSent ? response.statusCode : 0
  }
  response.on('finish', settle).on('close', settle)
  if (method === 'OPTIONS') {
    response.writeHead(204, fault?.kind === 'no-cors' ? {} : preflightOf(request.headers)).end()
    return
  }
  try {
    const answer = answerOf(state, request, { pathname, searchParams, method, body, entry })
    if (fault !== null && sendFault(response, fault, requestId, cors)) return
    const result = answer()
    if (result.message === undefined) {
      sendJson(response, 200, result.json, requestId, cors)
      return
    }
    entry.usage = result.message.usage
    await sendMessage(response, result.message, { streams: result.streams, fault, requestId, cors })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    entry.refused = error.message
    if (fault !== null && sendFault(response, fault, requestId, cors)) return
    sendError(response, error, requestId, cors)
  }
}

/** Logs a request. */
function noted(
  { key, log }: State,
  request: IncomingMessage,
  path: string,
  query: URLSearchParams,
  body: Buffer | null,
): Entry {
  const said = body?.toString('utf8') ?? ''
  const { key: given, keyIn } = credentialsOf(request.headers, key)
  const leaks: LoggedRequest['leaks'] = [
    ...(said.includes(key) ? (['body'] as const) : []),
    ...(decodeURIComponent(request.url ?? '').includes(key) ? (['url'] as const) : []),
    ...(leaksInHeaders(request.headers, key) ? (['headers'] as const) : []),
  ]
  let parsed: unknown = null
  try {
    parsed = said === '' ? null : JSON.parse(withoutKey(said, key))
  } catch {
    parsed = null
  }
  const entry: Entry = {
    n: log.length + 1,
    method: request.method ?? 'GET',
    path: withoutKey(path, key),
    query: withoutKey(query.toString(), key),
    headers: shownHeaders(request.headers, key),
    key: given,
    keyIn,
    leaks,
    bytes: body?.length ?? Number(request.headers['content-length'] ?? LARGEST_BODY + 1),
    body: parsed,
    violations: [],
    status: 0,
    refused: null,
    fault: null,
    usage: null,
  }
  log.push(entry)
  return entry
}

function listening(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
