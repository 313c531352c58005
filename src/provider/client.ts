import Anthropic from '@anthropic-ai/sdk'
import { CallFailure } from './call.ts'
import type { Call, CallWatcher, Client, ClientOptions, Purpose, Reply, ListedModel } from './call.ts'
import { failureOf } from './failure.ts'
import { paramsOf, countParamsOf } from './request.ts'
import { tried } from './retry.ts'
import { withoutKeyIn } from './secret.ts'
import { Draft, replyOf, StreamFault } from './stream.ts'
import type { ReadReply } from './stream.ts'
import type { Tokens } from '../engine/index.ts'
import { countAt, fieldOf, isObject, textAt } from './fields.ts'

/** Milliseconds of one try. */
const TIMEOUT = 600_000
/** A longer timer is not possible, and would fire at once. */
const LONGEST_TIMER = 2_147_483_647

/**
 * A client of Anthropic's API, or of a compatible server. Each try reads the key again and makes its own SDK client, so
 * that no key outlives its call (LLM-2).
 */
export function createClient(options: ClientOptions): Client {
  const timeout = Math.min(options.timeout ?? TIMEOUT, LONGEST_TIMER)

  /** One try, from the key to the answer. Rejects only with a CallFailure. */
  async function attempt<T>(work: Work<T>, model: string | null, given: AbortSignal | undefined): Promise<T> {
    const deadline = new Deadline(timeout, given)
    const progress: Progress = { streaming: false, partial: () => null }
    let key = ''
    let origin = options.baseUrl
    try {
      if (deadline.ended !== null) throw new Error(deadline.ended)
      origin = originOf(options.baseUrl)
      key = keyFrom(options.key, origin)
      const sdk = sdkWith(key, origin, { ...options, timeout })
      return withoutKeyIn(await deadline.race(work({ sdk, key, deadline, progress })), key)
    } catch (error) {
      const { streaming } = progress
      const partial = withoutKeyIn(progress.partial(), key)
      throw failureOf(error, { key, origin, model, ended: deadline.ended, timeout, streaming, partial })
    } finally {
      deadline.close()
    }
  }

  function call<T>(
    work: Work<T>,
    model: string | null,
    signal: AbortSignal | undefined,
    watcher: CallWatcher = {},
    purpose: Purpose | null = null,
  ): Promise<T> {
    return tried(
      () => attempt(work, model, signal),
      options,
      (failure, seconds) => watcher.onRetry?.(failure, seconds),
      signal,
      purpose,
    )
  }

  return {
    listModels: (signal, watcher) =>
      call(({ sdk, deadline }) => listed(sdk, deadline.signal), null, signal, watcher),
    count: (request, signal) =>
      call(({ sdk, deadline }) => counted(sdk, request, deadline.signal), request.model, signal),
    send: (request, watcher, signal) =>
      call(
        (tools) => streamed(request, tools, watcher ?? {}),
        request.model,
        signal,
        watcher,
        request.purpose,
      ),
  }
}

interface Tools {
  readonly sdk: Anthropic
  readonly key: string
  readonly deadline: Deadline
  readonly progress: Progress
}

type Work<T> = (tools: Tools) => Promise<T>

/** The progress of a try, for the message of its failure. */
interface Progress {
  streaming: boolean
  partial: () => Reply | null
}

async function streamed(
  call: Call,
  { sdk, key, deadline, progress }: Tools,
  watcher: CallWatcher,
): Promise<Reply> {
  const sendable = paramsOf(call)
  const { signal } = deadline
  watcher.onSend?.()
  const { data, response, request_id } = sendable.beta
    ? await sdk.beta.messages.create(sendable.params, { signal }).withResponse()
    : await sdk.messages.create(sendable.params, { signal }).withResponse()
  const requestId = request_id ?? null
  if (isPage(response)) {
    const { status } = response
    const message = 'This address returns a web page, not the API. Check the address.'
    throw new CallFailure('provider-broken', message, { status })
  }
  if (isWhole(response)) return wholeReply(await response.json(), requestId, watcher, key)
  const draft = new Draft(watcher, key)
  progress.streaming = true
  progress.partial = () => draft.partial(requestId)
  const events = (data as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  try {
    while (!draft.done) {
      const next: IteratorResult<unknown, unknown> = await events.next()
      // The call was already stopped and reported, so nothing more is sent.
      if (deadline.ended !== null) throw new Error(deadline.ended)
      if (next.done === true) break
      draft.take(next.value)
    }
  } finally {
    // Closes the connection without waiting: `for await` would wait for a body that cannot be cancelled.
    events.return?.().catch(() => undefined)
  }
  if (!draft.done) throw new StreamFault(`it ended before the last event. Content type: ${kindOf(response)}`)
  const read = draft.read(requestId)
  if (read === null) throw new StreamFault(`it contains no message. Content type: ${kindOf(response)}`)
  return knownReply(read, key)
}

/** A reply of which every part can be kept. */
function knownReply({ unknown, reply }: ReadReply, key: string): Reply {
  if (unknown.length === 0) return reply
  const message = `The reply has parts of unknown types, so it cannot be kept whole: ${unknown.join(', ')}`
  throw new CallFailure('provider-broken', message, { partial: withoutKeyIn(reply, key) })
}

/** The message of a server that answers at once where a stream was asked for, as some proxies and local servers do. */
function wholeReply(message: unknown, requestId: string | null, watcher: CallWatcher, key: string): Reply {
  if (!Array.isArray(fieldOf(message, 'content'))) {
    const found = 'The answer is JSON, but no message of this API. Check the address.'
    throw new CallFailure('provider-broken', found)
  }
  const reply = knownReply(replyOf(message, requestId), key)
  for (const part of withoutKeyIn(reply.content, key)) {
    if (part.type === 'text') watcher.onText?.(part.text)
    else if (part.type === 'thinking') watcher.onThinking?.(part.thinking)
  }
  return reply
}

function isWhole(response: Response): boolean {
  return /^application\/json\b/i.test(kindOf(response))
}

/** Whether something else answered, such as the sign-in page of a network. */
function isPage(response: Response): boolean {
  return /^text\/html\b/i.test(kindOf(response))
}

function kindOf(response: Response): string {
  return response.headers.get('content-type') ?? 'none'
}

/**
 * The key in a form that a header can hold.
 *
 * @throws CallFailure; the error of a header would repeat the key
 */
function keyFrom(read: () => string, origin: string): string {
  let key: string
  try {
    key = read().trim()
  } catch {
    key = ''
  }
  if (key === '') throw new CallFailure('no-key', `A key is needed for calls to ${origin}`)
  const odd = key.search(/[^!-~]/)
  if (odd >= 0) {
    const found = /\s/.test(key.charAt(odd)) ? 'a space or a line break' : 'another character'
    const message = `A key has only letters, digits and symbols. Copy it again; this one has ${found} at position ${odd + 1}`
    throw new CallFailure('key-refused', message)
  }
  return key
}

function sdkWith(key: string, origin: string, { baseUrl, timeout, fetch: given }: ClientOptions): Anthropic {
  return new Anthropic({
    // As `Authorization: Bearer`; older SDK versions used the header x-api-key.
    apiKey: key,
    baseURL: baseUrl,
    fetch: fetchFrom(origin, given ?? ((input, init) => fetch(input, init))),
    ...(timeout === undefined ? {} : { timeout }),
    // Retries are made here, so that they can be shown and stopped.
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
    // It would write pieces of a broken stream to the console.
    logLevel: 'off',
    openTelemetry: false,
  })
}

/** Lets the provider count a request. `original` is its size before the requested edits (TOK-1). */
export async function counted(
  sdk: Anthropic,
  call: Pick<Call, 'model' | 'request'>,
  signal: AbortSignal,
): Promise<{ readonly input: Tokens; readonly original: Tokens | null }> {
  const sendable = countParamsOf(call)
  const answer: unknown = sendable.beta
    ? await sdk.beta.messages.countTokens(sendable.params, { signal })
    : await sdk.messages.countTokens(sendable.params, { signal })
  const input = countAt(answer, 'input_tokens')
  if (input === null)
    throw new CallFailure('provider-broken', 'The answer to the token count contains no number.')
  return { input, original: countAt(fieldOf(answer, 'context_management'), 'original_input_tokens') }
}

/**
 * Ends a call from outside: it is stopped, or takes too long. The SDK's own timeout ends at the first byte of an
 * answer, and a stalled stream would never end.
 */
export class Deadline {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #given: AbortSignal | undefined
  readonly #over: Promise<never>
  #end: (reason: 'aborted' | 'timeout') => void = () => undefined
  #ended: 'aborted' | 'timeout' | null = null

  constructor(milliseconds: number, given: AbortSignal | undefined) {
    this.signal = this.#controller.signal
    this.#given = given
    this.#over = new Promise((_, reject) => {
      this.#end = (reason) => {
        this.#ended ??= reason
        this.#controller.abort()
        reject(new Error(reason))
      }
    })
    // There may be no listener when it comes.
    this.#over.catch(() => undefined)
    this.#timer = setTimeout(() => {
      this.#end('timeout')
    }, milliseconds)
    given?.addEventListener('abort', this.#stop)
    if (given?.aborted === true) this.#stop()
  }

  /** Why the call was ended; null if it was not. */
  get ended(): 'aborted' | 'timeout' | null {
    return this.#ended
  }

  /** The result of `work`, or a rejection at the deadline, even if the work ignores its signal. */
  race<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#over, work])
  }

  /** Releases the timer and the given signal. */
  close(): void {
    clearTimeout(this.#timer)
    this.#given?.removeEventListener('abort', this.#stop)
  }

  readonly #stop = (): void => {
    this.#end('aborted')
  }
}

const PER_PAGE = 100
/** A list with more pages is not followed further. */
const MOST_PAGES = 50

/** The models that a key may use, in the provider's order: newest first. Retired ones are left out. */
export async function listed(sdk: Anthropic, signal: AbortSignal): Promise<readonly ListedModel[]> {
  const models = new Map<string, ListedModel>()
  let after: string | null = null
  for (let page = 0; page < MOST_PAGES; page++) {
    const query: { limit: number; after_id?: string } =
      after === null ? { limit: PER_PAGE } : { limit: PER_PAGE, after_id: after }
    // Read by hand: the SDK turns an invalid answer into an empty list.
    const answer: unknown = await sdk.get('/v1/models', { query, signal })
    const data = fieldOf(answer, 'data')
    if (!Array.isArray(data)) {
      throw new CallFailure(
        'provider-broken',
        'The answer to the list of models contains no list. Check the address.',
      )
    }
    for (const one of data as readonly unknown[]) {
      const id = textAt(one, 'id')
      if (id === '' || models.has(id) || textAt(one, 'lifecycle') === 'retired') continue
      const label = textAt(one, 'display_name')
      models.set(id, {
        id,
        label: label === '' ? id : label,
        maxInput: positiveAt(one, 'max_input_tokens'),
        maxOutput: positiveAt(one, 'max_tokens'),
        thinking: thinkingOf(one),
      })
    }
    const last = textAt(answer, 'last_id')
    if (fieldOf(answer, 'has_more') !== true || last === '' || last === after) break
    after = last
  }
  return [...models.values()]
}

const THINKING = Object.freeze(['disabled', 'enabled', 'adaptive', 'between_tools'] as const)

function thinkingOf(model: unknown): ListedModel['thinking'] {
  const types = fieldOf(fieldOf(fieldOf(model, 'capabilities'), 'thinking'), 'types')
  if (!isObject(types)) return null
  return THINKING.filter((type) => fieldOf(types[type], 'supported') === true)
}

/** A limit of 0 means unstated. */
function positiveAt(value: unknown, name: string): number | null {
  const found = countAt(value, name)
  return found === 0 ? null : found
}

/**
 * The origin to which calls may go.
 *
 * @throws CallFailure `origin-refused` for a value that is not an address, or has more than host and path
 */
export function originOf(baseUrl: string): string {
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw refused(`This is not a valid address: ${baseUrl}`)
  }
  // An address with a password is not repeated.
  if (url.username !== '' || url.password !== '') {
    throw refused(`The address must not contain a user name or password: ${url.host}`)
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw refused(`The address must begin with https:// or http://: ${baseUrl}`)
  }
  if (url.search !== '' || url.hash !== '') {
    throw refused(`The address must not contain ? or #: ${url.origin}${url.pathname}`)
  }
  return url.origin
}

/**
 * A fetch that calls only one origin and follows no redirects: the key is in a header of every request, and a redirect
 * would send it to the address in the answer (LLM-2). It sends no cookies and no referrer, and stores nothing.
 */
export function fetchFrom(origin: string, inner: typeof fetch): typeof fetch {
  return async (input, init) => {
    const target = new URL(input instanceof Request ? input.url : input).origin
    if (target !== origin) {
      throw refused(`The key was entered for ${origin} and is not sent to any other address: ${target}`)
    }
    const response = await inner(input, {
      ...init,
      // 'error' would also stop, but with an error that looks like a broken network.
      redirect: 'manual',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    const { type, status, redirected } = response
    if (type === 'opaqueredirect' || redirected || (status >= 300 && status < 400)) {
      throw refused(
        `Redirects are refused, because they would send the key to another address. Redirected by: ${origin}`,
      )
    }
    return response
  }
}

function refused(message: string): CallFailure {
  return new CallFailure('origin-refused', message)
}
