import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { requestsOf, setFaults } from './admin.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'

const asked = aProvider()

const HELLO = {
  model: PLAIN,
  max_tokens: 200,
  messages: [{ role: 'user' as const, content: 'A text that is long enough to come in some pieces.' }],
}

async function failure(asking: Promise<unknown>): Promise<unknown> {
  return asking.then(
    () => 'no failure',
    (error: unknown) => error,
  )
}

describe('statuses', () => {
  test.each([
    [400, Anthropic.BadRequestError, 'invalid_request_error'],
    [401, Anthropic.AuthenticationError, 'authentication_error'],
    [403, Anthropic.PermissionDeniedError, 'permission_error'],
    [404, Anthropic.NotFoundError, 'not_found_error'],
    [429, Anthropic.RateLimitError, 'rate_limit_error'],
    [500, Anthropic.InternalServerError, 'api_error'],
    [529, Anthropic.InternalServerError, 'overloaded_error'],
  ] as const)('%i is the error that the SDK knows', async (status, kind, type) => {
    await setFaults(asked.url, [{ status, retryAfter: 7 }])
    const error = await failure(asked.sdk.messages.create(HELLO))
    expect(error).toBeInstanceOf(kind)
    expect(error).toMatchObject({ status, type })
    expect((error as InstanceType<typeof kind>).headers.get('retry-after')).toBe('7')
    expect(await asked.sdk.messages.create(HELLO)).toMatchObject({ stop_reason: 'end_turn' })
  })

  test('occur as often as wanted, and the SDK retries', async () => {
    await setFaults(asked.url, [{ status: 429, retryAfter: 0, times: 2 }, { status: 529 }])
    const patient = new Anthropic({ apiKey: KEY, baseURL: asked.url, maxRetries: 3 })
    await patient.messages.create(HELLO)
    expect((await requestsOf(asked.url)).map(({ status, fault }) => [status, fault])).toEqual([
      [429, 'status'],
      [429, 'status'],
      [529, 'status'],
      [200, null],
    ])
  })

  test('apply to the path that they name, with the given words', async () => {
    await setFaults(asked.url, [
      { status: 402, path: '/v1/messages/count_tokens', message: 'No money.', shouldRetry: false },
    ])
    await asked.sdk.messages.create(HELLO)
    const { max_tokens: _, ...prompt } = HELLO
    const error = await failure(asked.sdk.messages.countTokens(prompt))
    expect(error).toMatchObject({ status: 402, type: 'billing_error' })
    expect(String(error)).toContain('No money.')
  })

  test('are sent even if a request breaks a rule, which the log still records', async () => {
    await setFaults(asked.url, [{ status: 529 }])
    expect((await asked.post({ ...HELLO, extra: 1 })).status).toBe(529)
    expect(await requestsOf(asked.url)).toMatchObject([
      { status: 529, refused: 'extra: Extra inputs are not permitted', fault: 'status' },
    ])
  })
})

describe('streams that break', () => {
  const streamed = (): { text: string[]; end: Promise<unknown> } => {
    const text: string[] = []
    const stream = asked.sdk.messages.stream(HELLO).on('text', (piece) => text.push(piece))
    return { text, end: failure(stream.finalMessage()) }
  }

  test('an event that is no JSON', async () => {
    await setFaults(asked.url, [{ kind: 'malformed-stream' }])
    const { text, end } = streamed()
    expect(String(await end)).toMatch(/JSON/)
    expect(text).toEqual(['You say: A text that is '])
  })

  test('a connection that ends', async () => {
    await setFaults(asked.url, [{ kind: 'cut-stream', afterEvents: 5 }])
    const { text, end } = streamed()
    expect(await end).toBeInstanceOf(Anthropic.AnthropicError)
    expect(text).toHaveLength(2)
  })

  test('a stream that ends early', async () => {
    await setFaults(asked.url, [{ kind: 'short-stream' }])
    const { end } = streamed()
    expect(await end).toBeInstanceOf(Anthropic.AnthropicError)
  })

  test('an error within it', async () => {
    await setFaults(asked.url, [{ kind: 'error-event', type: 'overloaded_error' }])
    const { text, end } = streamed()
    expect(await end).toMatchObject({ status: undefined, type: 'overloaded_error' })
    expect(text).toHaveLength(1)
  })

  test('silence, until the caller leaves', async () => {
    await setFaults(asked.url, [{ kind: 'stall-stream' }])
    const stream = asked.sdk.messages.stream(HELLO)
    await new Promise((resolve) => stream.on('text', resolve))
    stream.abort()
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(Anthropic.APIUserAbortError)
  })

  test('an answer that comes at once breaks, too', async () => {
    await setFaults(asked.url, [
      { kind: 'malformed-stream' },
      { kind: 'cut-stream' },
      { kind: 'error-event', type: 'api_error', message: 'Sorry.' },
    ])
    expect(await failure(asked.sdk.messages.create(HELLO))).toBeInstanceOf(SyntaxError)
    expect(await failure(asked.sdk.messages.create(HELLO))).toBeInstanceOf(Error)
    expect(await failure(asked.sdk.messages.create(HELLO))).toMatchObject({ status: 500, type: 'api_error' })
  })

  test('counting and models never get them', async () => {
    await setFaults(asked.url, [{ kind: 'cut-stream' }])
    expect((await asked.sdk.models.list()).data).toHaveLength(3)
    expect(await streamed().end).toBeInstanceOf(Anthropic.AnthropicError)
  })
})

describe('no answer, or none of the provider', () => {
  test('it hangs until the caller gives up', async () => {
    await setFaults(asked.url, [{ kind: 'hang' }])
    const error = await failure(asked.sdk.messages.create(HELLO, { timeout: 50 }))
    expect(error).toBeInstanceOf(Anthropic.APIConnectionTimeoutError)
  })

  test('the connection is reset', async () => {
    await setFaults(asked.url, [{ kind: 'reset' }])
    expect(await failure(asked.sdk.messages.create(HELLO))).toBeInstanceOf(Anthropic.APIConnectionError)
    expect((await requestsOf(asked.url))[0]?.status).toBe(0)
  })

  test('a network’s own web page takes its place', async () => {
    await setFaults(asked.url, [{ kind: 'not-json' }])
    expect(await asked.sdk.messages.create(HELLO)).toContain('<!doctype html>')
  })

  test('it redirects to another address', async () => {
    await setFaults(asked.url, [{ kind: 'redirect', to: 'http://127.0.0.1:9/v1/messages' }])
    const response = await fetch(`${asked.url}/v1/messages`, { method: 'POST', redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([
      307,
      'http://127.0.0.1:9/v1/messages',
    ])
  })

  test('a page may not read it', async () => {
    const page = { origin: 'http://127.0.0.1:1', 'anthropic-dangerous-direct-browser-access': 'true' }
    await setFaults(asked.url, [{ kind: 'no-cors', times: 2 }])
    const preflight = await fetch(`${asked.url}/v1/messages`, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': Object.keys(page).join(',') },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
    const answer = await asked.post(HELLO, page)
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, null])
    expect((await asked.post(HELLO, page)).headers.get('access-control-allow-origin')).toBe('*')
  })
})
