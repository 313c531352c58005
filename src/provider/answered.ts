import { CallFailure } from './call.ts'
import type { CallFailureCode, Reply } from './call.ts'

/** An answer that says no: by its status, or by an event in a stream that began well. */
export interface Refusal {
  /** Null in a stream. */
  readonly status: number | null
  /** The provider's own name of the kind, '' where it gives none. */
  readonly type: string
  readonly said: string
  readonly retryAfter: number | null
  /** False where the provider asks not to be asked again. */
  readonly mayRetry: boolean
}

/** Whom a call went to. */
export interface CallPlace {
  readonly origin: string
  /** Null where no model is asked. */
  readonly model: string | null
}

/** More of what a provider says does not help; some answer with a page of HTML. */
const MOST_SAID = 600

/** What a refusal means, in the words of a person, with the provider's own behind. */
export function refusalFailure(refusal: Refusal, place: CallPlace, partial: Reply | null): CallFailure {
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

/** The provider tells these apart by its text alone. */
const TOO_LONG = /prompt is too long|exceeds? (the |this model's )?(maximum )?context (limit|window|length)/i
const NO_MONEY = /credit balance|billing|spend(ing)? limit/i

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

/** What each refusal is to a person, and whether the same call may work later. */
const MEANINGS: Readonly<
  Record<RefusalCode, { readonly passes: boolean; readonly sentence: (told: Told) => string }>
> = Object.freeze({
  'key-refused': {
    passes: false,
    sentence: ({ place }) =>
      `${place.origin} does not accept the key. Check that it was copied whole, belongs to this provider and was not revoked.`,
  },
  'not-allowed': {
    passes: false,
    sentence: ({ place }) =>
      `The key is known, but may not do this${place.model === null ? '' : ` with ${place.model}`}: see the credit and the rights of its account.`,
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
        ? `At ${place.origin} there is nothing that takes such calls. Check the address.`
        : 'The provider refuses the request as it stands; sending it again changes nothing.',
  },
  'context-overflow': {
    passes: false,
    sentence: ({ place, said }) => `The request does not fit ${windowOf(place)}.${sizesIn(said)}`,
  },
  'too-large': {
    passes: false,
    sentence: () =>
      'The request has more bytes than the provider takes, whatever its tokens: pictures are the usual cause.',
  },
  'rate-limited': {
    passes: true,
    sentence: ({ retryAfter }) =>
      `The account has made too many calls, or sent too many tokens, in a short time.${after(retryAfter)}`,
  },
  overloaded: {
    passes: true,
    sentence: ({ retryAfter }) => `The provider has more calls than it can answer.${after(retryAfter)}`,
  },
  'provider-broken': {
    passes: true,
    sentence: ({ place }) => `Something went wrong at ${place.origin}; the call itself may be right.`,
  },
  timeout: {
    passes: true,
    sentence: ({ place }) => `${place.origin} gave the call up, because it took too long.`,
  },
})

function windowOf({ model }: CallPlace): string {
  return model === null ? 'the context window' : `the context window of ${model}`
}

/** The sizes of the two forms in which the provider gives them. */
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

/** What was said on one line, without marks of HTML. */
function readable(said: string): string {
  const text = said
    .slice(0, 20 * MOST_SAID)
    .replace(/<(script|style)\b[^>]*>[^]*?<\/\1>/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > MOST_SAID ? `${text.slice(0, MOST_SAID)}…` : text
}
