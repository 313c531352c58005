import Anthropic from '@anthropic-ai/sdk'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { resetProvider } from './admin.ts'
import { startProvider } from './server.ts'
import type { Provider } from './server.ts'
import type { ProviderOptions } from './state.ts'

/** The key of the providers in these tests. */
export const KEY = 'sk-local-5d1f-only-for-tests'

/**
 * Models of these tests: an ordinary one, one that thinks by default and binds its thinking, one with a small window.
 */
export const MODELS: ProviderOptions['models'] = [
  { id: 'claude-plain-4-8', cacheFrom: 64 },
  { id: 'claude-thinking', thinksUnasked: true, bindsThinking: true },
  { id: 'claude-small', window: 500, maxOutput: 400, thinking: ['enabled'] },
]

export const PLAIN = 'claude-plain-4-8'

/** A provider for the tests of a file, and the SDK to call it. */
export interface Asked {
  readonly url: string
  /** The SDK without retries. */
  readonly sdk: Anthropic
  /** Sends a request without the SDK. */
  post(body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>
}

/** Starts a provider before the tests of a file and stops it after them; it is reset between tests. */
export function aProvider(options: Partial<ProviderOptions> = {}): Asked {
  let provider: Provider | undefined
  let sdk: Anthropic | undefined
  const started = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error('the provider is asked before the first test')
    return value
  }
  beforeAll(async () => {
    provider = await startProvider({ key: KEY, models: MODELS ?? [], ...options })
    sdk = new Anthropic({ apiKey: KEY, baseURL: provider.url, maxRetries: 0, logLevel: 'off' })
  })
  beforeEach(() => resetProvider(started(provider).url))
  afterAll(() => started(provider).stop())
  return {
    get url() {
      return started(provider).url
    },
    get sdk() {
      return started(sdk)
    },
    post(body, headers = {}) {
      return fetch(`${started(provider).url}/v1/messages`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'anthropic-version': '2026-10-21',
          authorization: `Bearer ${KEY}`,
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    },
  }
}
