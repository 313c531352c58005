import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../engine/index.ts'
import { json, pretendProvider, refusal, says } from '../testing/pretend-provider.ts'
import type { PretendAnswer } from '../testing/pretend-provider.ts'
import type { CallFailure } from './call.ts'
import type { ClientOptions } from './call.ts'

import { call, failureFrom, KEY, sceneOf, user } from './client-fixture.ts'

const scene = (answers: readonly PretendAnswer[], options: Partial<ClientOptions> = {}) =>
  sceneOf(pretendProvider(...answers), options)

const failing = (...answers: readonly PretendAnswer[]): Promise<CallFailure> =>
  failureFrom(scene(answers, { retries: 0 }).client.send(call))

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('LLM-2 failures in words', () => {
  const cases: readonly (readonly [string, Response, Partial<CallFailure>, RegExp])[] = [
    [
      'a key that is refused',
      refusal(401, 'authentication_error', 'invalid x-api-key'),
      { code: 'key-refused', status: 401, said: 'invalid x-api-key', canRetry: false },
      /does not accept the key.*“invalid x-api-key”$/,
    ],
    ['no right', refusal(403, 'permission_error', 'no'), { code: 'not-allowed', canRetry: false }, /account/],
    ['no money', refusal(402, 'billing_error', 'pay'), { code: 'not-allowed' }, /credit/],
    [
      'no money, as a bad request',
      refusal(400, 'invalid_request_error', 'Your credit balance is too low to access the API.'),
      { code: 'not-allowed', status: 400 },
      /credit/,
    ],
    [
      'the account’s own limit, as a bad request',
      refusal(
        400,
        'invalid_request_error',
        'You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.',
      ),
      { code: 'not-allowed', status: 400, canRetry: false },
      /limits.*“You have reached your specified API usage limits/,
    ],
    [
      'a tool with the word billing in its name',
      refusal(400, 'invalid_request_error', 'tools.0.name: billing.move: String should match pattern'),
      { code: 'request-refused', status: 400 },
      /billing\.move/,
    ],
    [
      'a model that is none',
      refusal(404, 'not_found_error', 'model: claude-haiku-4-5'),
      { code: 'no-such-model', status: 404 },
      /Asked for: claude-haiku-4-5/,
    ],
    [
      'an address that is none',
      new Response('<h1>Not here</h1>', { status: 404 }),
      { code: 'request-refused', said: 'Not here' },
      /Check the address/,
    ],
    [
      'a prompt that is too long',
      refusal(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
      { code: 'context-overflow', status: 400, canRetry: false },
      /does not fit the context window of claude-haiku-4-5\. Its prompt has 210000 tokens, the window 200000\./,
    ],
    [
      'a prompt that leaves the reply no room',
      refusal(
        400,
        'invalid_request_error',
        'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
      ),
      { code: 'context-overflow' },
      /prompt has 188240 tokens and the reply may have 21333, the window 200000/,
    ],
    [
      'a bad request',
      refusal(400, 'invalid_request_error', 'messages: at least one message is required'),
      { code: 'request-refused', canRetry: false },
      /“messages: at least one message is required”$/,
    ],
    [
      '408',
      refusal(408, 'timeout_error', 'slow'),
      { code: 'timeout', status: 408, canRetry: true },
      /too long/,
    ],
    ['413', refusal(413, 'request_too_large', 'big'), { code: 'too-large', canRetry: false }, /bytes/],
    [
      '429',
      refusal(429, 'rate_limit_error', 'slow down', { 'retry-after': '17' }),
      { code: 'rate-limited', retryAfter: 17, canRetry: true },
      /asks to wait 17 s/,
    ],
    [
      '500',
      refusal(500, 'api_error', 'oops'),
      { code: 'provider-broken', status: 500, canRetry: true },
      /internal error/,
    ],
    [
      '502 of a proxy',
      new Response('', { status: 502 }),
      { code: 'provider-broken', said: '' },
      /Status: 502$/,
    ],
    [
      '504',
      new Response('<html><title>slow</title></html>', { status: 504 }),
      { code: 'timeout', said: 'slow' },
      /too long/,
    ],
    [
      '529',
      refusal(529, 'overloaded_error', 'Overloaded'),
      { code: 'overloaded', canRetry: true },
      /overloaded/,
    ],
    [
      'a status nobody knows',
      refusal(418, 'teapot', 'short'),
      { code: 'request-refused', status: 418 },
      /rejects/,
    ],
    [
      'an odd body',
      json({ error: 'just a text' }, 400),
      { code: 'request-refused', said: '{"error":"just a text"}' },
      /just/,
    ],
    [
      'a message that is no text',
      json({ error: { type: 7, message: { a: 1 } } }, 500),
      { code: 'provider-broken' },
      /"a":1/,
    ],
  ]
  it.each(cases)('LLM-2 %s', async (_name, answer, expected, words) => {
    const failure = await failing(answer)
    expect(failure).toMatchObject(expected)
    expect(failure.message).toMatch(words)
  })

  it('LLM-2 a provider that forbids a retry is not asked again', async () => {
    const { client, requests } = scene([refusal(500, 'api_error', 'no', { 'x-should-retry': 'false' })])
    expect(await failureFrom(client.send(call))).toMatchObject({ code: 'provider-broken', canRetry: false })
    expect(requests).toHaveLength(1)
  })

  it('LLM-2 a page of HTML is shortened to a readable length', async () => {
    const html = `<style>p{}</style><p>${'so many words '.repeat(500)}</p>`
    const { said } = await failing(new Response(html, { status: 500 }))
    expect(said.length).toBeLessThan(700)
    expect(said).toMatch(/^so many words .*…$/)
  })

  it('LLM-2 outside a browser, no answer means no network', async () => {
    expect(await failing(new TypeError('fetch failed'))).toMatchObject({ code: 'no-network', canRetry: true })
  })

  it('LLM-2 in a page, a blocked call and a server that is down look the same, and both are named', async () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('location', { origin: 'http://page.test' })
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'test' })
    const failure = await failing(new TypeError('Failed to fetch'))
    expect(failure.code).toBe('blocked-by-browser')
    expect(failure.message).toMatch(/Either.*cannot be reached.*CORS headers that allow http:\/\/page\.test/)
    vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' })
    expect(await failing(new TypeError('Failed to fetch'))).toMatchObject({ code: 'no-network' })
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'test' })
    vi.stubGlobal('location', { origin: 'https://provider.test' })
    expect(await failing(new TypeError('Failed to fetch'))).toMatchObject({ code: 'no-network' })
  })

  it('LLM-2 a missing key, and a key that no header accepts, are reported before anything is sent', async () => {
    for (const key of ['', '  ']) {
      const { client, requests } = scene([says('hi')], { key: () => key })
      expect(await failureFrom(client.send(call))).toMatchObject({ code: 'no-key', canRetry: false })
      expect(requests).toEqual([])
    }
    const thrown = scene([says('hi')], {
      key: () => {
        throw new Error(KEY)
      },
    })
    expect((await failureFrom(thrown.client.send(call))).code).toBe('no-key')
    const odd = await failureFrom(scene([says('hi')], { key: () => `${KEY}\n${KEY}` }).client.listModels())
    expect(odd.code).toBe('key-refused')
    expect(odd.message).toMatch(/a space or a line break at position 47$/)
    expect(odd.message).not.toContain('sk-ant')
  })

  it('LLM-2 audio cannot be sent, and is not left out', async () => {
    const sound: Message = {
      role: 'user',
      content: [{ type: 'audio', source: { type: 'base64', data: '' } }],
    }
    const { client, requests } = scene([says('hi')])
    const failure = await failureFrom(client.send({ ...call, request: { messages: [user, sound] } }))
    expect(failure).toMatchObject({ code: 'request-refused' })
    expect(failure.message).toMatch(/message 1, part 0$/)
    expect(requests).toEqual([])
  })
})
