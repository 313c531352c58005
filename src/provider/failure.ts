import { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk'
import { CallFailure } from './call.ts'
import type { Reply, CallFailureCode } from './call.ts'
import { retryAfterIn } from './retry.ts'
import { withoutKey } from './secret.ts'

/** The state of a call when it failed, and how it was ended from outside, if it was. */
interface CallState extends CallPlace {
  /** Only used to remove it from messages. */
  readonly key: string
  readonly ended: 'aborted' | 'timeout' | null
  /** Its timeout in milliseconds. */
  readonly timeout: number
  /** Whether a reply had begun to come. */
  readonly streaming: boolean
  readonly partial: Reply | null
}

/** Turns any error of a call into a failure for people. None of its texts contains the key (LLM-2). */
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
    const message = `${origin} did not finish within ${timeout / 1000} s, so the call was cancelled.`
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
    const message = `The reply of ${origin} was interrupted. Cause: ${said}`
    return new CallFailure('broken-stream', message, { canRetry: true })
  }
  if (error instanceof SyntaxError) {
    const message = `The answer of ${origin} cannot be read. Cause: ${said}`
    return new CallFailure('provider-broken', message, { canRetry: true })
  }
  return new CallFailure('provider-broken', `The call failed for an unknown reason: ${said}`)
}

function isRefusal(error: unknown): error is APIError {
  return error instanceof APIError
}

function refusalOf(error: APIError): Refusal {
  const { status, headers, type, apiMessage } = error
  return {
    status: status ?? null,
    // Both are unchecked values from the answer.
    type: typeof type === 'string' ? type : '',
    said: typeof apiMessage === 'string' ? apiMessage : bodyOf(error),
    retryAfter: headers === undefined ? null : retryAfterIn(headers),
    mayRetry: headers?.get('x-should-retry') !== 'false',
  }
}

/** An answer of another shape, as text: the SDK puts it into a message that begins with the status. */
function bodyOf({ status, error, message }: APIError): string {
  if (error !== undefined) return typeof error === 'string' ? error : JSON.stringify(error)
  return message.replace(new RegExp(`^${status ?? ''} ?`), '').replace('status code (no body)', '')
}

/**
 * No answer. The page is not told why: a server that is down, a lost network, a server that forbids calls from pages
 * (CORS) and a browser extension all look the same. Only if the browser is offline is more known.
 */
function unreachable({ origin }: CallPlace): CallFailure {
  const browser = browserPage()
  if (browser === null || browser.origin === origin) {
    const message = `No answer came from ${origin}: it cannot be reached. Check the address and the network.`
    return new CallFailure('no-network', message, { canRetry: true })
  }
  if (!browser.online) {
    return new CallFailure(
      'no-network',
      `This browser is offline; ${origin} may not have received the call.`,
      {
        canRetry: true,
      },
    )
  }
  const message =
    `The browser blocked the answer from ${origin}. It does not tell the page why. Either ` +
    'the server cannot be reached (check the address and the network), or it does not allow calls from web pages ' +
    `(a proxy must send CORS headers that allow ${browser.origin}, and must not redirect to another ` +
    'address). A browser extension may also block requests.'
  return new CallFailure('blocked-by-browser', message, { canRetry: true })
}

/** The page that this runs in; null outside a browser. */
function browserPage(): { readonly origin: string; readonly online: boolean } | null {
  if (typeof document === 'undefined' || typeof location === 'undefined') return null
  return { origin: location.origin, online: typeof navigator === 'undefined' || navigator.onLine }
}

/** A refusal: by its status, or by an event in a stream that began well. */
interface Refusal {
  /** Null in a stream. */
  readonly status: number | null
  /** The provider's own name of the kind, '' if there is none. */
  readonly type: string
  readonly said: string
  readonly retryAfter: number | null
  /** False if the provider asks not to retry. */
  readonly mayRetry: boolean
}

/** Where a call went. */
interface CallPlace {
  readonly origin: string
  /** Null if no model is called. */
  readonly model: string | null
}

/** Maximum length of a provider's message; some answer with a page of HTML. */
const MOST_SAID = 600

/** The meaning of a refusal in plain words, followed by the provider's own message. */
function refusalFailure(refusal: Refusal, place: CallPlace, partial: Reply | null): CallFailure {
  const said = readable(refusal.said)
  const code = codeOf(refusal, said)
  const { status, retryAfter } = refusal
  const rule = MEANINGS[code]
  const behind = said === '' ? (status === null ? '' : ` Status: ${status}`) : ` The provider says: “${said}”`
  return new CallFailure(code, rule.sentence({ place, said, retryAfter, status }) + behind, {
    status,
    said,
    retryAfter,
    canRetry: rule.passes && refusal.mayRetry,
    partial,
  })
}

type RefusalCode = Extract<
  CallFailureCode,
  | 'key-refused'
  | 'not-allowed'
  | 'no-such-model'
  | 'request-refused'
  | 'context-overflow'
  | 'too-large'
  | 'rate-limited'
  | 'overloaded'
  | 'provider-broken'
  | 'timeout'
>

/** The provider distinguishes these only by its text. */
const TOO_LONG = /prompt is too long|exceeds? (the |this model's )?(maximum )?context (limit|window|length)/i
const NO_MONEY =
  /credit balance|spend(ing)? limit|\bAPI usage limits?\b|(&|\band|\byour) billing\b|\bbilling (details|error|issue|limit|problem)/i

function codeOf({ status, type }: Refusal, said: string): RefusalCode {
  if (TOO_LONG.test(said)) return 'context-overflow'
  if (status === 404 || type === 'not_found_error')
    return /\bmodel\b/i.test(said) ? 'no-such-model' : 'request-refused'
  if (status === 413 || type === 'request_too_large') return 'too-large'
  const named = BY_TYPE.get(type)
  if (named !== undefined) return named === 'request-refused' && NO_MONEY.test(said) ? 'not-allowed' : named
  if (status === null) return 'provider-broken'
  return BY_STATUS.get(status) ?? (status >= 500 ? 'provider-broken' : 'request-refused')
}

const BY_TYPE: ReadonlyMap<string, RefusalCode> = new Map([
  ['invalid_request_error', 'request-refused'],
  ['authentication_error', 'key-refused'],
  ['billing_error', 'not-allowed'],
  ['permission_error', 'not-allowed'],
  ['rate_limit_error', 'rate-limited'],
  ['timeout_error', 'timeout'],
  ['api_error', 'provider-broken'],
  ['overloaded_error', 'overloaded'],
])

const BY_STATUS: ReadonlyMap<number, RefusalCode> = new Map([
  [401, 'key-refused'],
  [402, 'not-allowed'],
  [403, 'not-allowed'],
  [408, 'timeout'],
  [429, 'rate-limited'],
  [504, 'timeout'],
  [529, 'overloaded'],
])

interface Told extends Pick<Refusal, 'said' | 'retryAfter' | 'status'> {
  readonly place: CallPlace
}

/** The meaning of each refusal, and whether the same call may work later. */
const MEANINGS: Readonly<
  Record<RefusalCode, { readonly passes: boolean; readonly sentence: (told: Told) => string }>
> = Object.freeze({
  'key-refused': {
    passes: false,
    sentence: ({ place }) =>
      `${place.origin} does not accept the key. Check that it is complete, belongs to this provider and was not revoked.`,
  },
  'not-allowed': {
    passes: false,
    sentence: ({ place }) =>
      `The key is valid, but does not permit this${place.model === null ? '' : ` with ${place.model}`}: check the credit, the limits and the permissions of its account.`,
  },
  'no-such-model': {
    passes: false,
    sentence: ({ place }) =>
      `${place.origin} has no such model, or this key may not use it. Choose one that it lists. Asked for: ${place.model ?? 'none'}.`,
  },
  'request-refused': {
    passes: false,
    sentence: ({ place, status }) =>
      status === 404
        ? `${place.origin} does not offer this API. Check the address.`
        : 'The provider rejects this request; sending it again will not help.',
  },
  'context-overflow': {
    passes: false,
    sentence: ({ place, said }) => `The request does not fit ${windowOf(place)}.${sizesIn(said)}`,
  },
  'too-large': {
    passes: false,
    sentence: () =>
      'The request has more bytes than the provider accepts, regardless of its tokens; images are the usual cause.',
  },
  'rate-limited': {
    passes: true,
    sentence: ({ retryAfter }) =>
      `The account has made too many calls, or sent too many tokens, in a short time.${after(retryAfter)}`,
  },
  overloaded: {
    passes: true,
    sentence: ({ retryAfter }) => `The provider is overloaded.${after(retryAfter)}`,
  },
  'provider-broken': {
    passes: true,
    sentence: ({ place }) => `${place.origin} had an internal error; the call itself may be correct.`,
  },
  timeout: {
    passes: true,
    sentence: ({ place }) => `${place.origin} cancelled the call because it took too long.`,
  },
})

function windowOf({ model }: CallPlace): string {
  return model === null ? 'the context window' : `the context window of ${model}`
}

/** The sizes, in either of the provider's two forms. */
function sizesIn(said: string): string {
  const prompt = /prompt is too long: (\d+) tokens > (\d+)/.exec(said)
  if (prompt !== null) return ` Its prompt has ${prompt[1]} tokens, the window ${prompt[2]}.`
  const both = /exceed context limit: (\d+) \+ (\d+) > (\d+)/.exec(said)
  if (both === null) return ''
  return ` Its prompt has ${both[1]} tokens and the reply may have ${both[2]}, the window ${both[3]}.`
}

function after(seconds: number | null): string {
  return seconds === null ? '' : ` It asks to wait ${Math.ceil(seconds)} s.`
}

/** The message on one line, without HTML tags. */
function readable(said: string): string {
  const text = said
    .slice(0, 20 * MOST_SAID)
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text
}
