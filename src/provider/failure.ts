import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { refusalFailure } from './answered.ts'
import type { CallPlace, Refusal } from './answered.ts'
import { CallFailure } from './call.ts'
import type { Reply } from './call.ts'
import { retryAfterIn } from './retry.ts'
import { withoutKey } from './secret.ts'

/** How far a call had come when it failed, and how it was ended from outside, if it was. */
export interface CallState extends CallPlace {
  /** Only to be taken out of what is told. */
  readonly key: string
  readonly ended: 'aborted' | 'timeout' | null
  /** Milliseconds that it had. */
  readonly timeout: number
  /** Whether a reply had begun to come. */
  readonly streaming: boolean
  readonly partial: Reply | null
}

/** Any error of a call as what a person has to know. No text of it holds the key (LLM-2). */
export function failureOf(error: unknown, state: CallState): CallFailure {
  const found = understood(error, state)
  return new CallFailure(found.code, withoutKey(found.message, state.key), {
    status: found.status,
    said: withoutKey(found.said, state.key),
    retryAfter: found.retryAfter,
    canRetry: found.canRetry,
    partial: found.partial ?? state.partial,
  })
}

function understood(error: unknown, state: CallState): CallFailure {
  const { origin, ended, timeout, streaming } = state
  if (ended === 'aborted') return new CallFailure('aborted', 'The call was stopped.', { canRetry: true })
  if (ended === 'timeout') {
    const message = `${origin} was not done after ${timeout / 1000} s, and the call was given up.`
    return new CallFailure('timeout', message, { canRetry: true })
  }
  if (error instanceof CallFailure) return error
  const own = error instanceof Error && error.cause instanceof CallFailure ? error.cause : null
  if (own !== null) return own
  if (error instanceof APIConnectionTimeoutError) {
    return new CallFailure('timeout', `${origin} did not answer in time.`, { canRetry: true })
  }
  if (error instanceof APIConnectionError) return unreachable(state)
  if (isRefusal(error)) return refusalFailure(refusalOf(error), state, state.partial)
  const said = error instanceof Error ? error.message : String(error)
  if (streaming) {
    const message = `The reply of ${origin} broke off before its end. What was wrong: ${said}`
    return new CallFailure('broken-stream', message, { canRetry: true })
  }
  if (error instanceof SyntaxError) {
    const message = `${origin} answered with something that cannot be read. What was wrong: ${said}`
    return new CallFailure('provider-broken', message, { canRetry: true })
  }
  return new CallFailure('provider-broken', `The call failed in an unknown way: ${said}`)
}

function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError
}

function refusalOf(error: APIError): Refusal {
  const { status, headers, type, apiMessage } = error
  return {
    status: status ?? null,
    // Both are whatever the answer held under their names.
    type: typeof type === 'string' ? type : '',
    said: typeof apiMessage === 'string' ? apiMessage : bodyOf(error),
    retryAfter: headers === undefined ? null : retryAfterIn(headers),
    mayRetry: headers?.get('x-should-retry') !== 'false',
  }
}

/** An answer of another shape, as text: the SDK makes it a message that begins with the status. */
function bodyOf({ status, error, message }: APIError): string {
  if (error !== undefined) return typeof error === 'string' ? error : JSON.stringify(error)
  return message.replace(new RegExp(`^${status ?? ''} ?`), '').replace('status code (no body)', '')
}

/**
 * No answer came. A page is told nothing of why: a server that is down, a network that is gone, a server that lets no
 * page call it (CORS) and a browser extension all look the same to it. Only one that knows itself offline can say more.
 */
function unreachable({ origin }: CallPlace): CallFailure {
  const browser = browserPage()
  if (browser === null || browser.origin === origin) {
    const message = `No answer came from ${origin}: it cannot be reached. Check the address and the network.`
    return new CallFailure('no-network', message, { canRetry: true })
  }
  if (!browser.online) {
    return new CallFailure('no-network', `This browser is offline, so ${origin} may have got nothing.`, {
      canRetry: true,
    })
  }
  const message =
    `The browser let no answer through from ${origin}. It does not tell a page why, and two causes look the same: ` +
    'the server cannot be reached (check the address and the network), or it does not let pages call it ' +
    `(a proxy has to answer with CORS headers that allow ${browser.origin}, and not send the call on to another ` +
    'address). An extension that blocks requests is the third.'
  return new CallFailure('blocked-by-browser', message, { canRetry: true })
}

/** The page that this runs in; null outside a browser. */
function browserPage(): { readonly origin: string; readonly online: boolean } | null {
  if (typeof document === 'undefined' || typeof location === 'undefined') return null
  return { origin: location.origin, online: typeof navigator === 'undefined' || navigator.onLine }
}
