import type { IncomingMessage } from 'node:http'
import { admit, credentialsOf } from './headers.ts'
import type { Entry } from './log.ts'
import { messageFor } from './messages.ts'
import type { AnyMessage } from './messages.ts'
import { modelInfo, modelNamed, modelsPage } from './models.ts'
import { refusalOf, Refused } from './refusal.ts'
import { jsonOf } from './request-body.ts'
import { accept } from './rules.ts'
import type { State } from './state.ts'

/** What is sent. */
export type Answer =
  | { readonly json: object; readonly message?: undefined }
  | { readonly message: AnyMessage; readonly streams: boolean }

/** What arrived. */
export interface Received {
  readonly pathname: string
  readonly searchParams: URLSearchParams
  readonly method: string
  readonly body: Buffer | null
  readonly entry: Entry
}

/** The answer to a request that was checked against the rules. A request with a fault is not cached. */
export function answerOf(
  state: State,
  request: IncomingMessage,
  { pathname, searchParams, method, body, entry }: Received,
): () => Answer {
  const asksModels = /^\/v1\/models(?:\/(.+))?$/.exec(pathname)
  const endpoint =
    pathname === '/v1/messages'
      ? 'messages'
      : pathname === '/v1/messages/count_tokens'
        ? 'count_tokens'
        : null
  if (endpoint === null && asksModels === null) throw refusalOf(404)
  if (method !== (endpoint === null ? 'GET' : 'POST')) {
    throw new Refused(405, 'invalid_request_error', 'Method Not Allowed')
  }
  const credentials = credentialsOf(request.headers, state.key)
  admit(credentials, request.headers)
  if (endpoint === null) {
    const id = asksModels?.[1]
    const json =
      id === undefined
        ? modelsPage(state.models, searchParams)
        : modelInfo(modelNamed(state.models, decodeURIComponent(id)))
    return () => ({ json })
  }
  if (body === null) throw refusalOf(413)
  const { version, betas } = credentials
  const accepted = accept(jsonOf(body), { endpoint, version, betas }, state.models, (violations) => {
    entry.violations = violations
  })
  const { edited } = accepted
  if (endpoint === 'count_tokens') {
    const managed = accepted.body.context_management
    const original =
      managed === undefined || managed === null ? null : { original_input_tokens: edited.original }
    const isBeta = betas.size > 0
    const json = isBeta
      ? { input_tokens: edited.tokens, context_management: original }
      : { input_tokens: edited.tokens }
    return () => ({ json })
  }
  return () => ({
    message: messageFor(accepted, state.cache, { isBeta: betas.size > 0, scripted: state.scripts.shift() }),
    streams: accepted.body.stream === true,
  })
}
