/**
 * The HTTP layer of user-service: what stands there when the agent arrives, and the wrapper around
 * fetch that it writes. The wrapper starts with a few faults, each found by a test.
 */

/** One fault of the first version of the wrapper. `wrong` and `right` are the same lines before and after. */
export interface WrapperFault {
  readonly id: string
  readonly wrong: string
  readonly right: string
  /** Client whose test finds it, index of the operation tested, and the words of the test after its name. */
  readonly client: string
  readonly operation: number
  readonly test: string
  /** What the runner prints; strong enough to be recognised later. */
  readonly message: string
  readonly expected: string
  readonly received: string
  /** Why it happens. */
  readonly cause: string
  /** What the edit does, for the sentence that announces it. */
  readonly change: string
}

export const WRAPPER_FAULTS: readonly WrapperFault[] = Object.freeze([
  {
    id: 'query',
    wrong: `      url.searchParams.set(name, String(value))`,
    right: `      for (const item of Array.isArray(value) ? value : [value]) url.searchParams.append(name, String(item))`,
    client: 'avatar',
    operation: 2,
    test: 'sends every id as a parameter of its own',
    message: `expected '/v1/avatars?ids=u_$idA%2Cu_$idB&size=256' to be '/v1/avatars?ids=u_$idA&ids=u_$idB&size=256'`,
    expected: `/v1/avatars?ids=u_$idA&ids=u_$idB&size=256`,
    received: `/v1/avatars?ids=u_$idA%2Cu_$idB&size=256`,
    cause:
      'axios repeats the parameter for every element of an array, `URLSearchParams.set` joins them with a comma',
    change: 'repeat a query parameter for every element of an array',
  },
  {
    id: 'empty',
    wrong: `      return (await response.json()) as T`,
    right: `      const text = await response.text()\n      return (text === '' ? undefined : JSON.parse(text)) as T`,
    client: 'notification',
    operation: 1,
    test: 'resolves on 204 without a body',
    message: `SyntaxError: Unexpected end of JSON input (notice ntc_$idA, status 204)`,
    expected: `undefined`,
    received: `SyntaxError: Unexpected end of JSON input (notice ntc_$idA, status 204)`,
    cause: 'a 204 has no body, axios gave an empty string there and `response.json()` throws',
    change: 'accept an empty body',
  },
  {
    id: 'attempts',
    wrong: `      if (POLICY.retryOn.includes(response.status as 503) && attempt <= POLICY.maxAttempts) {`,
    right: `      if (POLICY.retryOn.includes(response.status as 503) && attempt < POLICY.maxAttempts) {`,
    client: 'billing',
    operation: 0,
    test: 'gives up on the third 503',
    message: `expected upstream to be called 3 times, got 4 times (request req_$idA)`,
    expected: `3`,
    received: `4`,
    cause: 'attempts are counted from 1, so `<=` allows one more than asked',
    change: 'stop after the third attempt',
  },
  {
    id: 'timeout',
    wrong: `      if (error instanceof DOMException && error.name === 'AbortError') {`,
    right: `      if (error instanceof DOMException && (error.name === 'TimeoutError' || error.name === 'AbortError')) {`,
    client: 'geo',
    operation: 1,
    test: 'turns a slow upstream into a timeout',
    message: `expected error UpstreamTimeout, got TimeoutError: signal timed out after 1$idB ms`,
    expected: `UpstreamTimeout`,
    received: `TimeoutError: signal timed out after 1$idB ms`,
    cause:
      '`AbortSignal.timeout()` aborts with a TimeoutError, only a controller of our own gives an AbortError',
    change: 'recognise the TimeoutError of the signal',
  },
  {
    id: 'message',
    wrong: `    const failure = new UpstreamError(response.status, options.operation, response.statusText)`,
    right: `    const failure = new UpstreamError(\n      response.status,\n      options.operation,\n      'Request failed with status code ' + response.status,\n    )`,
    client: 'audit',
    operation: 0,
    test: 'keeps the message that dashboards match on',
    message: `expected 'Conflict' to be 'Request failed with status code 409' (trail tr_$idA)`,
    expected: `Request failed with status code 409`,
    received: `Conflict`,
    cause: 'the status text is not the message that axios built, and dashboards match on that one',
    change: 'build the message in the old wording',
  },
  {
    id: 'content-type',
    wrong: `      headers.set('content-type', 'application/json')`,
    right: `      if (options.body !== undefined) headers.set('content-type', 'application/json')`,
    client: 'identity',
    operation: 1,
    test: 'sends no content type without a body',
    message: `expected header content-type to be absent, got 'application/json' (session ses_$idA)`,
    expected: `undefined`,
    received: `application/json`,
    cause:
      'axios drops the content type when there is no body, and the gateway rejects a DELETE that has one',
    change: 'set the content type only when there is a body',
  },
])

/** The wrapper's text. Each fault's lines are `right` unless its id is in `faults`. */
export function wrapperText(policy: readonly string[], faults: ReadonlySet<string>): string {
  const lines = (id: string): string => {
    const fault = WRAPPER_FAULTS.find((it) => it.id === id)
    if (fault === undefined) throw new Error(`no fault of the wrapper has the id ${id}`)
    return faults.has(id) ? fault.wrong : fault.right
  }
  return `import { UpstreamError, UpstreamTimeout, UpstreamUnreachable } from './errors'
import type { CallContext } from './context'
import { pause } from '../time/pause'

export interface CallOptions {
  query?: Record<string, unknown>
  body?: unknown
  /** Per attempt. The deadline of the whole call is part of the policy. */
  timeoutMs: number
  /** Shows up in errors and metrics, for example billing.listInvoices. */
  operation: string
  /** Errors of their own for statuses that callers tell apart. */
  onStatus?: Partial<Record<number, (cause: UpstreamError) => Error>>
}

export type UpstreamCall = <T = void>(verb: string, path: string, options: CallOptions) => Promise<T>

const POLICY = {
${policy.map((line) => '  ' + line).join('\n')}
} as const

/** The only place that calls fetch. Errors leave it in the classes that callers already know. */
export function makeUpstreamCall(base: URL, context: CallContext): UpstreamCall {
  return async <T>(verb: string, path: string, options: CallOptions): Promise<T> => {
    const url = new URL(path, base)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value === undefined || value === null) continue
${lines('query')}
    }
    for (let attempt = 1; ; attempt += 1) {
      const headers = context.headers()
      headers.set('accept', 'application/json')
${lines('content-type')}
      const response = await send(url, verb, headers, options)
${lines('attempts')}
        await pause(POLICY.retryBaseMs * attempt)
        continue
      }
      if (!response.ok) throw await failureOf(response, options)
${lines('empty')}
    }
  }

  async function send(url: URL, verb: string, headers: Headers, options: CallOptions): Promise<Response> {
    try {
      return await fetch(url, {
        method: verb,
        headers,
        body: encodeBody(options.body),
        signal: AbortSignal.timeout(options.timeoutMs),
      })
    } catch (error) {
${lines('timeout')}
        throw new UpstreamTimeout(options.operation, options.timeoutMs, { cause: error })
      }
      throw new UpstreamUnreachable(options.operation, url.host, { cause: error })
    }
  }

  async function failureOf(response: Response, options: CallOptions): Promise<Error> {
${lines('message')}
    failure.body = await response.text()
    return options.onStatus?.[response.status]?.(failure) ?? failure
  }
}

function encodeBody(body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (body instanceof Uint8Array) return body
  return JSON.stringify(body)
}
`
}

/** The files of src/http as the agent finds them. `$base` and the like are filled by the caller. */
export const HTTP_FILES: readonly { readonly path: string; readonly text: string }[] = Object.freeze([
  {
    path: 'src/http/axiosInstance.ts',
    text: String.raw`import axios, { type AxiosInstance } from 'axios'
import { addAuth, addTracing, retryOnUnavailable } from './interceptors'
import type { UpstreamSettings } from '../config/upstreams'

/** Sockets per upstream. Above this the balancer starts to queue, see $ticketA. */
const MAX_SOCKETS_PER_UPSTREAM = $sockets

/**
 * One instance per upstream, shared by all requests of the process. The order of the interceptors
 * matters: retry is added first and therefore runs last, after auth has refreshed a token.
 */
export function makeInstance(settings: UpstreamSettings): AxiosInstance {
  const instance = axios.create({
    baseURL: settings.url,
    timeout: settings.timeoutMs ?? $defaultTimeout,
    maxRedirects: 0,
    maxBodyLength: $maxBody,
    headers: { 'user-agent': '$service/' + settings.release },
    paramsSerializer: { indexes: null },
  })
  instance.interceptors.response.use(undefined, retryOnUnavailable(instance, settings))
  instance.interceptors.request.use(addAuth(settings.credentials))
  instance.interceptors.request.use(addTracing(settings.name))
  return instance
}

const instances = new Map<string, AxiosInstance>()

/** Instances are made on first use, because half of the jobs only need one upstream. */
export function instanceFor(settings: UpstreamSettings): AxiosInstance {
  const known = instances.get(settings.name)
  if (known !== undefined) return known
  const made = makeInstance(settings)
  instances.set(settings.name, made)
  return made
}
`,
  },
  {
    path: 'src/http/errors.ts',
    text: String.raw`import axios from 'axios'

/** What an upstream said no with. Callers match on status and code, dashboards on the message. */
export class UpstreamError extends Error {
  body = ''

  constructor(
    readonly status: number,
    readonly operation: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'UpstreamError'
  }

  get code(): string {
    return ‹'USR_UPSTREAM_' + this.status¦~USR_UPSTREAM_$[this.status]~›
  }
}

/** The apps show "try again" for this code and nothing else ($ticketB). */
export class UpstreamTimeout extends Error {
  readonly code = '$oldTimeoutCode'

  constructor(
    readonly operation: string,
    readonly afterMs: number,
    options?: ErrorOptions,
  ) {
    super(operation + ' took longer than ' + afterMs + ' ms', options)
    this.name = 'UpstreamTimeout'
  }
}

export class UpstreamUnreachable extends Error {
  readonly code = 'USR_UPSTREAM_$unreachable'

  constructor(
    readonly operation: string,
    readonly host: string,
    options?: ErrorOptions,
  ) {
    super(operation + ': no connection to ' + host, options)
    this.name = 'UpstreamUnreachable'
  }
}

/** Turns whatever axios throws into one of the three. Anything else is a bug of ours and passes through. */
export function toUpstreamError(error: unknown, operation: string): unknown {
  if (!axios.isAxiosError(error)) return error
  if (error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT') {
    return new UpstreamTimeout(operation, error.config?.timeout ?? 0, { cause: error })
  }
  if (error.response === undefined) {
    return new UpstreamUnreachable(operation, error.config?.baseURL ?? 'unknown', { cause: error })
  }
  const failure = new UpstreamError(error.response.status, operation, error.message, { cause: error })
  failure.body = typeof error.response.data === 'string' ? error.response.data : JSON.stringify(error.response.data)
  return failure
}
`,
  },
  {
    path: 'src/http/interceptors.ts',
    text: String.raw`import type { AxiosError, AxiosInstance, InternalAxiosRequestConfig } from 'axios'
import type { Credentials, UpstreamSettings } from '../config/upstreams'
import { currentContext } from './context'
import { pause } from '../time/pause'

type Step = (config: InternalAxiosRequestConfig) => Promise<InternalAxiosRequestConfig>

/** Tokens live for $tokenSeconds seconds; they are renewed a little earlier so that a retry never carries a dead one. */
export function addAuth(credentials: Credentials): Step {
  return async (config) => {
    const token = await credentials.token({ minValiditySeconds: $minValidity })
    config.headers.set('authorization', 'Bearer ' + token)
    return config
  }
}

export function addTracing(upstream: string): Step {
  return async (config) => {
    const context = currentContext()
    config.headers.set('x-tenant-shard', context.shard)
    if (context.correlationId !== undefined) config.headers.set('$headerTwo', context.correlationId)
    config.headers.set('x-upstream', upstream)
    return config
  }
}

/**
 * 503 means that the upstream is being deployed. $ticketC was a retry storm: since then the pause grows
 * and carries jitter, and the number of attempts is bounded.
 */
export function retryOnUnavailable(instance: AxiosInstance, settings: UpstreamSettings) {
  return async (error: AxiosError): Promise<unknown> => {
    const config = error.config as (InternalAxiosRequestConfig & { attempt?: number }) | undefined
    if (config === undefined || error.response?.status !== 503) throw error
    const attempt = (config.attempt ?? 1) + 1
    if (attempt > (settings.maxAttempts ?? 3)) throw error
    await pause((settings.retryBaseMs ?? $oldBase) * attempt)
    return await instance.request({ ...config, attempt } as InternalAxiosRequestConfig)
  }
}
`,
  },
])
