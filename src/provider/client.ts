import Anthropic from '@anthropic-ai/sdk'
import { CallFailure } from './call.ts'
import type { Call, CallWatcher, Client, ClientOptions, Purpose, Reply } from './call.ts'
import { counted } from './count.ts'
import { Deadline } from './deadline.ts'
import { failureOf } from './failure.ts'
import { listed } from './models.ts'
import { fetchFrom, originOf } from './origin.ts'
import { paramsOf } from './request.ts'
import { tried } from './retry.ts'
import { withoutKeyIn } from './secret.ts'
import { Draft, StreamFault } from './stream.ts'

/** Milliseconds of one try. */
const TIMEOUT = 600_000
/** A timer cannot be set to more, and goes off at once instead. */
const LONGEST_TIMER = 2_147_483_647

/**
 * A client of Anthropic's API, or of a server that speaks like it. Each try reads the key anew and makes an SDK client
 * of its own, so that no key outlives the call that it was read for (LLM-2).
 */
export function createClient(options: ClientOptions): Client {
  const timeout = Math.min(options.timeout ?? TIMEOUT, LONGEST_TIMER)

  /** One try, from the key to the answer. Rejects with a CallFailure and nothing else. */
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

/** How far a try is, for the words of its failure. */
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
    const message = 'This address answers with a web page, not with the API. Check the address.'
    throw new CallFailure('provider-broken', message, { status })
  }
  const draft = new Draft(watcher, key)
  progress.streaming = true
  progress.partial = () => draft.partial(requestId)
  const events = (data as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  try {
    while (!draft.done) {
      const next: IteratorResult<unknown, unknown> = await events.next()
      // Whoever stopped the call has been answered, and wants to hear no more.
      if (deadline.ended !== null) throw new Error(deadline.ended)
      if (next.done === true) break
      draft.take(next.value)
    }
  } finally {
    // Lets go of the connection, and waits for nothing: `for await` would wait for a body that cannot be cancelled.
    events.return?.().catch(() => undefined)
  }
  if (!draft.done)
    throw new StreamFault(`it stopped before its last event. Kind of answer: ${kindOf(response)}`)
  const read = draft.read(requestId)
  if (read === null) throw new StreamFault(`it holds no message. Kind of answer: ${kindOf(response)}`)
  if (read.unknown.length > 0) {
    const message = `The reply has parts of a kind that is not known here, so it cannot be kept whole: ${read.unknown.join(', ')}`
    throw new CallFailure('provider-broken', message, { partial: withoutKeyIn(read.reply, key) })
  }
  return read.reply
}

/** Whether somebody else answered, as a network that wants a person to sign in. */
function isPage(response: Response): boolean {
  return /^text\/html\b/i.test(kindOf(response))
}

function kindOf(response: Response): string {
  return response.headers.get('content-type') ?? 'none'
}

/**
 * The key as a header can hold it.
 *
 * @throws CallFailure; a header would say what is wrong with the key by repeating it
 */
function keyFrom(read: () => string, origin: string): string {
  let key: string
  try {
    key = read().trim()
  } catch {
    key = ''
  }
  if (key === '') throw new CallFailure('no-key', `A key is needed for calls to ${origin}`)
  const odd = [...key].findIndex((character) => character < '!' || character > '~')
  if (odd >= 0) {
    const message = `A key has only letters, digits and signs. Copy it again; this one has something else at place ${odd + 1}`
    throw new CallFailure('key-refused', message)
  }
  return key
}

function sdkWith(key: string, origin: string, { baseUrl, timeout, fetch: given }: ClientOptions): Anthropic {
  return new Anthropic({
    // As `Authorization: Bearer`; the header x-api-key of older versions is gone.
    apiKey: key,
    baseURL: baseUrl,
    fetch: fetchFrom(origin, given ?? ((input, init) => fetch(input, init))),
    ...(timeout === undefined ? {} : { timeout }),
    // Retries are ours, so that they can be told and stopped.
    maxRetries: 0,
    dangerouslyAllowBrowser: true,
    // It would write pieces of a broken stream to the console.
    logLevel: 'off',
    openTelemetry: false,
  })
}
