/** Files of user-service besides its clients and src/http; `$` slots are filled by the repository. */
export const MIGRATION_FILES = Object.freeze({
  context: String.raw`import { AsyncLocalStorage } from 'node:async_hooks'

/** What a request brings along. Set once by the HTTP server, read wherever a call goes out. */
export class CallContext {
  constructor(
    readonly shard: string,
    readonly correlationId: string | undefined,
    readonly startedAt: number,
  ) {}

  /** Milliseconds left of the request's own budget, never below $floor. */
  remainingMs(now: number): number {
    return Math.max($floor, this.startedAt + $requestBudget - now)
  }
}

const storage = new AsyncLocalStorage<CallContext>()

export function runWith<T>(context: CallContext, work: () => Promise<T>): Promise<T> {
  return storage.run(context, work)
}

export function currentContext(): CallContext {
  const context = storage.getStore()
  if (context === undefined) throw new Error('USR_CONTEXT_$noContext: no request is running')
  return context
}`,
  contextAnchor: `  /** Milliseconds left of the request's own budget, never below`,
  contextAddition: `  /** Headers that every outgoing call carries. */
  headers(): Headers {
    const headers = new Headers({ 'x-tenant-shard': this.shard })
    if (this.correlationId !== undefined) headers.set('$headerTwo', this.correlationId)
    return headers
  }

`,
  upstreams: String.raw`export interface UpstreamSettings {
  name: string
  url: string
  release: string
  timeoutMs?: number
  maxAttempts?: number
  retryBaseMs?: number
  credentials: Credentials
}

export interface Credentials {
  token(options: { minValiditySeconds: number }): Promise<string>
}

/** Hosts differ per region; the port does not. The admin port $adminPort is for probes only. */
export const UPSTREAM_HOSTS: Readonly<Record<string, string>> = {
  billing: 'http://billing.internal:$internalPort',
  identity: 'http://identity.internal:$internalPort',
  notification: 'http://notify.internal:$internalPort',
  avatar: 'http://media.internal:$internalPort',
  consent: 'http://consent.internal:$internalPort',
  geo: 'http://geo.internal:$internalPort',
  search: 'http://search.internal:$internalPort',
  audit: 'http://trail.internal:$internalPort',
  device: 'http://device.internal:$internalPort',
}`,
  flags: String.raw`/** Flags and their defaults. A flag that is not listed here is refused at start-up. */
export const FLAGS = {
  'profile.lazy_avatars': true,
  'session.short_renewal': false,
  'search.typo_tolerance_$flagOne': true,
  'consent.two_step_$flagTwo': false,
} as const

export type FlagName = keyof typeof FLAGS

export function flag(name: FlagName, overrides: Partial<Record<FlagName, boolean>>): boolean {
  return overrides[name] ?? FLAGS[name]
}`,
  flagsAnchor: `} as const\n\nexport type FlagName`,
  job: String.raw`import axios from 'axios'
import { UpstreamError } from '../http/errors'
import type { Logger } from '../shared/ports'

/** Runs at 02:$jobMinute UTC. Finance reads the totals at six, so there are three tries at most. */
export async function pushInvoiceTotals(url: string, totals: InvoiceTotals, log: Logger): Promise<void> {
  const response = await axios.post(url, { totals, source: 'nightly-$jobSource' }, { timeout: $jobTimeout })
  if (response.status !== 202) throw new UpstreamError(response.status, 'jobs.pushInvoiceTotals', 'not accepted')
  log.info('invoices.totals.pushed', { count: totals.count })
}`,
  jobImport: `import axios from 'axios'\n`,
  jobImportAfter: `import { currentContext } from '../http/context'\nimport { makeUpstreamCall } from '../http/request'\n`,
  jobCall: `  const response = await axios.post(url, { totals, source: 'nightly-$jobSource' }, { timeout: $jobTimeout })
  if (response.status !== 202) throw new UpstreamError(response.status, 'jobs.pushInvoiceTotals', 'not accepted')`,
  jobCallAfter: `  await makeUpstreamCall(new URL(url), currentContext())('POST', '', {
    body: { totals, source: 'nightly-$jobSource' },
    timeoutMs: $jobTimeout,
    operation: 'jobs.pushInvoiceTotals',
  })`,
  ssoBridge: String.raw`import axios from 'axios'

/** Shared with the SSO team, see CODEOWNERS. */
export async function exchangeTicket(ticket: string, realm: string): Promise<SsoIdentity> {
  const answer = await axios.get('/sso/realms/' + realm + '/tickets/' + ticket, { timeout: $ssoTimeout })
  if (answer.data.realm !== realm) throw new Error('USR_SSO_$ssoCode: ticket belongs to ' + answer.data.realm)
  return { subject: answer.data.sub, realm, groups: answer.data.groups ?? [] }
}`,
  serviceCore: String.raw`import { UpstreamError, UpstreamTimeout } from '../http/errors'
import { CLIENT } from '../clients'

/** A missing upstream row is no error for us, a slow upstream is: the caller decides whether to go on without. */
export async function load‹Remote¦Upstream›ENTITY(id: string, log: Logger): Promise<ENTITY | null> {
  try {
    return toENTITY(await CLIENT.load(id))
  } catch (error) {
    if (error instanceof UpstreamError && error.status === 404) return null
    if (error instanceof UpstreamTimeout) log.warn('CLIENT.slow', { id, operation: error.operation })
    throw error
  }
}`,
  mockUpstream: String.raw`import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'

export interface SeenRequest {
  verb: string
  path: string
  shard: string
  body: string
}

/** Answers what a test told it to, and remembers what it was asked. Unknown routes get $unknownRoute so that they stand out. */
export class MockUpstream {
  readonly requests: SeenRequest[] = []
  readonly #answers = new Map<string, { status: number; body: unknown; times: number }>()

  answer(verb: string, path: string, status: number, body: unknown): void {
    this.#answers.set(verb + ' ' + path, { status, body, times: Infinity })
  }

  answerOnce(verb: string, path: string, status: number, body: unknown): void {
    this.#answers.set(verb + ' ' + path + '#once', { status, body, times: 1 })
  }

  listen(port = Number(process.env.MOCK_UPSTREAM_PORT ?? 0)): Promise<number> {
    const server = createServer((request, response) => {
      const found = this.#find(request)
      response.statusCode = found?.status ?? $unknownRoute
      response.end(found === undefined ? '' : JSON.stringify(found.body))
    })
    return new Promise((resolve) => server.listen(port, () => resolve(port)))
  }

  #find(request: IncomingMessage): { status: number; body: unknown } | undefined {
    const key = request.method + ' ' + request.url
    const once = this.#answers.get(key + '#once')
    if (once !== undefined && once.times > 0) {
      once.times -= 1
      return once
    }
    return this.#answers.get(key)
  }
}`,
  packageJson: String.raw`{
  "name": "user-service",
  "version": "$release",
  "private": true,
  "type": "module",
  "engines": { "node": ">=20.11" },
  "scripts": {
    "build": "tsc -p tsconfig.json",
    "test": "vitest run",
    "api": "api-extractor run --local",
    "start": "node dist/server.js"
  },
  "dependencies": {
    "axios": "1.7.$axiosPatch",
    "fastify": "5.1.0",
    "ioredis": "5.4.1",
    "mysql2": "3.11.4",
    "pino": "9.5.0"
  },
  "devDependencies": {
    "@microsoft/api-extractor": "7.48.0",
    "typescript": "5.7.2",
    "vitest": "3.0.4"
  }
}
`,
  docsIntro: `All calls to other services go through axios. One instance per upstream is made in \`src/http/axiosInstance.ts\`; its interceptors add the token, the tracing headers and the retry.`,
  docsIntroAfter: `All calls to other services go through the wrapper in \`src/http/request.ts\`. It adds headers, counts attempts, keeps the deadline and turns failures into the classes of \`src/http/errors.ts\`.`,
})

/** Test of a client that replays what was recorded on axios: one for each fault that the wrapper may have. */
export const REPLAY_TEST = String.raw`
    it('$title', async () => {
      const outcome = await replay(recorded.$method, $client, { upstream })
      expect(outcome).toEqual(recorded.$method.outcome)
    })`
