import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '../engine/index.ts'
import {
  events,
  json,
  messageEnd,
  messageStart,
  part,
  pretendProvider,
  refusal,
  says,
  sse,
  streamOf,
  textPart,
} from '../testing/pretend-provider.ts'
import type { PretendAnswer, PretendProvider } from '../testing/pretend-provider.ts'
import { CALL_FAILURES, CallFailure } from './call.ts'
import type { Call, CallWatcher, Client, ClientOptions, Reply } from './call.ts'
import { createClient } from './client.ts'

const KEY = 'sk-ant-api03-Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA-AA'
const BASE = 'https://provider.test/v0'
const user: Message = { role: 'user', content: 'hello' }
const call: Call = {
  purpose: 'agent',
  model: 'claude-haiku-4-5',
  request: { messages: [user] },
  maxTokens: 100,
}

interface Scene extends PretendProvider {
  readonly client: Client
  /** Milliseconds of each wait. */
  readonly waits: number[]
}

function scene(answers: readonly PretendAnswer[], options: Partial<ClientOptions> = {}): Scene {
  const provider = pretendProvider(...answers)
  const waits: number[] = []
  const client = createClient({
    key: () => KEY,
    baseUrl: BASE,
    fetch: provider.fetch,
    sleep: async (milliseconds) => {
      waits.push(milliseconds)
    },
    ...options,
  })
  return { ...provider, client, waits }
}

async function failureFrom(promise: Promise<unknown>): Promise<CallFailure> {
  try {
    await promise
  } catch (error) {
    if (error instanceof CallFailure) return error
    throw new Error('rejected with something else', { cause: error })
  }
  throw new Error('did not fail')
}

const failing = (...answers: readonly PretendAnswer[]): Promise<CallFailure> =>
  failureFrom(scene(answers, { retries: 0 }).client.send(call))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('LLM-1 a call', () => {
  it('LLM-1 comes back as the reply that was streamed, and its text is told as it comes', async () => {
    const told: string[] = []
    const watcher: CallWatcher = {
      onText: (piece) => told.push(`text ${piece}`),
      onThinking: (piece) => told.push(`thinking ${piece}`),
    }
    const { client, requests } = scene([
      events(
        messageStart(),
        { type: 'ping' },
        ...part(
          0,
          { type: 'thinking', thinking: '', signature: '' },
          { type: 'thinking_delta', thinking: 'hm' },
          { type: 'thinking_delta', thinking: 'm' },
          { type: 'signature_delta', signature: 'sig==' },
        ),
        ...part(1, { type: 'redacted_thinking', data: 'xyz' }),
        ...textPart(2, 'Hel', 'lo'),
        ...part(
          3,
          { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
          { type: 'input_json_delta', partial_json: '' },
          { type: 'input_json_delta', partial_json: '{"path": "a.t' },
          { type: 'input_json_delta', partial_json: 's"}' },
        ),
        ...part(4, { type: 'tool_use', id: 'toolu_2', name: 'list', input: {} }),
        { type: 'something_new' },
        ...messageEnd({ stop_reason: 'tool_use' }, { usage: { input_tokens: null, output_tokens: 42 } }),
      ),
    ])
    const reply = await client.send(call, watcher)
    expect(reply).toEqual({
      id: 'msg_1',
      requestId: 'req_1',
      model: 'claude-haiku-4-5',
      content: [
        { type: 'thinking', thinking: 'hmm', signature: 'sig==' },
        { type: 'redacted_thinking', data: 'xyz' },
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } },
        { type: 'tool_use', id: 'toolu_2', name: 'list', input: {} },
      ],
      stopReason: 'tool_use',
      usage: { uncached: 10, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 42 },
      applied: [],
    } satisfies Reply)
    expect(told).toEqual(['thinking hm', 'thinking m', 'text Hel', 'text lo'])
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url).toBe('https://provider.test/v0/v1/messages')
    expect(requests[0]?.headers.get('authorization')).toBe(`Bearer ${KEY}`)
    expect(requests[0]?.headers.has('x-api-key')).toBe(false)
    expect(requests[0]?.headers.get('anthropic-dangerous-direct-browser-access')).toBe('true')
    expect(requests[0]?.headers.has('anthropic-beta')).toBe(false)
    expect(requests[0]?.body).toEqual({
      model: 'claude-haiku-4-5',
      max_tokens: 100,
      messages: [{ role: 'user', content: 'hello' }],
      stream: true,
    })
  })

  it('EDITAPI-1 with edits of the provider’s goes to the beta, and what it cleared comes back', async () => {
    const edits = [{ type: 'clear_thinking_20251015', keep: 'all' }] as const
    const { client, requests } = scene([
      events(
        messageStart(),
        ...textPart(0, 'ok'),
        ...messageEnd(
          { stop_reason: 'end_turn' },
          {
            usage: { output_tokens: 1 },
            context_management: {
              applied_edits: [
                { type: 'clear_tool_uses_20250919', cleared_tool_uses: 4, cleared_input_tokens: 900 },
                { type: 'clear_thinking_20251015', cleared_thinking_turns: 2, cleared_input_tokens: 50 },
              ],
            },
          },
        ),
      ),
    ])
    const reply = await client.send({ ...call, request: { messages: [user], context_management: { edits } } })
    expect(requests[0]?.headers.get('anthropic-beta')).toBe('context-management-2025-06-27')
    expect(requests[0]?.body).toMatchObject({ context_management: { edits } })
    expect(reply.applied).toEqual([
      {
        type: 'clear_tool_uses_20250919',
        clearedInputTokens: 900,
        clearedToolUses: 4,
        clearedThinkingTurns: null,
      },
      {
        type: 'clear_thinking_20251015',
        clearedInputTokens: 50,
        clearedToolUses: null,
        clearedThinkingTurns: 2,
      },
    ])
  })

  it('LLM-2 reads the key anew for every try', async () => {
    let key = KEY
    const { client, requests } = scene([refusal(529, 'overloaded_error', 'Overloaded'), says('ok')], {
      key: () => key,
      sleep: async () => {
        key = `${KEY}B`
      },
    })
    await client.send(call)
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([
      `Bearer ${KEY}`,
      `Bearer ${KEY}B`,
    ])
  })
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
      /went wrong/,
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
      /more calls/,
    ],
    [
      'a status nobody knows',
      refusal(418, 'teapot', 'short'),
      { code: 'request-refused', status: 418 },
      /refuses/,
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

  it('LLM-2 a provider that asks not to be asked again is not', async () => {
    const { client, requests } = scene([refusal(500, 'api_error', 'no', { 'x-should-retry': 'false' })])
    expect(await failureFrom(client.send(call))).toMatchObject({ code: 'provider-broken', canRetry: false })
    expect(requests).toHaveLength(1)
  })

  it('LLM-2 a page of HTML is cut to what can be read', async () => {
    const html = `<style>p{}</style><p>${'so many words '.repeat(500)}</p>`
    const { said } = await failing(new Response(html, { status: 500 }))
    expect(said.length).toBeLessThan(700)
    expect(said).toMatch(/^so many words .*…$/)
  })

  it('LLM-2 outside a browser, no answer means no network', async () => {
    expect(await failing(new TypeError('fetch failed'))).toMatchObject({ code: 'no-network', canRetry: true })
  })

  it('LLM-2 in a page, a call that is blocked and a server that is down look the same, and both are said', async () => {
    vi.stubGlobal('document', {})
    vi.stubGlobal('location', { origin: 'http://page.test' })
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'test' })
    const failure = await failing(new TypeError('Failed to fetch'))
    expect(failure.code).toBe('blocked-by-browser')
    expect(failure.message).toMatch(
      /look the same.*cannot be reached.*CORS headers that allow http:\/\/page\.test/,
    )
    vi.stubGlobal('navigator', { onLine: false, userAgent: 'test' })
    expect(await failing(new TypeError('Failed to fetch'))).toMatchObject({ code: 'no-network' })
    vi.stubGlobal('navigator', { onLine: true, userAgent: 'test' })
    vi.stubGlobal('location', { origin: 'https://provider.test' })
    expect(await failing(new TypeError('Failed to fetch'))).toMatchObject({ code: 'no-network' })
  })

  it('LLM-2 no key, and a key that no header takes, are told before anything is sent', async () => {
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
    expect(odd.message).toMatch(/at place 47$/)
    expect(odd.message).not.toContain('sk-ant')
  })

  it('LLM-2 a sound cannot be sent, and is not left out', async () => {
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

describe('LLM-2 streams that go wrong', () => {
  const begun = [messageStart(), ...textPart(0, 'half a').slice(0, 2)]

  it('LLM-2 a stream that stops early gives back what had come', async () => {
    const failure = await failing(events(...begun))
    expect(failure).toMatchObject({ code: 'broken-stream', canRetry: true, status: null })
    expect(failure.partial).toMatchObject({
      id: 'msg_1',
      requestId: 'req_1',
      content: [{ type: 'text', text: 'half a' }],
      stopReason: null,
      usage: { uncached: 10, output: 1 },
    })
  })

  it('LLM-2 a stream whose connection is lost does so too', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(sse(begun)))
      },
      pull() {
        throw new TypeError('terminated')
      },
    })
    const failure = await failing(() => streamOf(body))
    expect(failure).toMatchObject({ code: 'broken-stream', partial: { content: [{ text: 'half a' }] } })
    expect(failure.message).toMatch(/terminated$/)
  })

  it('LLM-2 an error in the stream is told as if it had been the answer, with what had come', async () => {
    const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    expect(await failing(events(...begun, overloaded))).toMatchObject({
      code: 'overloaded',
      status: null,
      said: 'Overloaded',
      canRetry: true,
      partial: { content: [{ text: 'half a' }] },
    })
    const long = {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 9 tokens > 8 maximum' },
    }
    expect(await failing(events(long))).toMatchObject({ code: 'context-overflow', partial: null })
    expect(await failing(streamOf('event: error\ndata: what\n\n'))).toMatchObject({
      code: 'provider-broken',
      said: 'what',
    })
  })

  it.each([
    ['no events', '', /Kind of answer: text\/event-stream$/],
    ['no JSON', 'event: message_start\ndata: {"a\n\n', /JSON/],
    ['a message that is none', sse([{ type: 'message_start' }]), /no object: nothing$/],
    ['a part before the message', sse(textPart(0, 'a')), /before the message began: content_block_start$/],
    ['two messages', sse([messageStart(), messageStart()]), /second message/],
    ['a piece of no part', sse([messageStart(), ...textPart(0, 'a').slice(1)]), /never began: 0$/],
    [
      'a part twice',
      sse([messageStart(), ...textPart(0, 'a'), ...textPart(0, 'b')]),
      /cannot begin at this place: 0$/,
    ],
    [
      'a piece of a new kind',
      sse([messageStart(), ...part(0, { type: 'text', text: '' }, { type: 'hologram_delta' })]),
      /kind that text does not have: "hologram_delta"$/,
    ],
    [
      'an end without a beginning',
      sse([{ type: 'message_stop' }]),
      /before the message began: message_stop$/,
    ],
  ])('LLM-2 %s', async (_name, body, words) => {
    const failure = await failing(streamOf(body))
    expect(failure.code).toBe('broken-stream')
    expect(failure.message).toMatch(words)
  })

  it('LLM-2 a part that the engine has no place for is told, not dropped', async () => {
    const search = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} }
    const failure = await failing(
      events(messageStart(), ...textPart(0, 'so'), ...part(1, search), ...messageEnd()),
    )
    expect(failure).toMatchObject({
      code: 'provider-broken',
      canRetry: false,
      partial: { content: [{ text: 'so' }] },
    })
    expect(failure.message).toMatch(/: server_tool_use$/)
  })

  it('LLM-2 any bytes end in a reply or in a failure', async () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('\n', '\r\n', '\n\n', 'event: ', 'data: ', '\u0000'),
      fc.constantFrom(
        'message_start',
        'content_block_start',
        'content_block_delta',
        'message_delta',
        'message_stop',
        'error',
      ),
      fc.json(),
      fc.constantFrom(messageStart(), ...textPart(0, 'a'), ...messageEnd()).map((event) => sse([event])),
      fc
        .record({
          type: fc.constantFrom(
            'message_start',
            'content_block_start',
            'content_block_delta',
            'message_delta',
          ),
          index: fc.oneof(fc.nat({ max: 2 }), fc.jsonValue()),
          message: fc.jsonValue(),
          content_block: fc.oneof(
            fc.record({ type: fc.constantFrom('text', 'tool_use', 'compaction') }),
            fc.jsonValue(),
          ),
          delta: fc.oneof(
            fc.record({
              type: fc.constantFrom('text_delta', 'input_json_delta'),
              text: fc.jsonValue(),
              partial_json: fc.string(),
            }),
            fc.jsonValue(),
          ),
          usage: fc.jsonValue(),
          context_management: fc.jsonValue(),
        })
        .map((event) => sse([event])),
    )
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(piece, { maxLength: 12 }).map((pieces) => new TextEncoder().encode(pieces.join(''))),
    )
    await fc.assert(
      fc.asyncProperty(bytes, fc.constantFrom(200, 200, 200, 400, 500), async (body, status) => {
        const answer = new Response(new Uint8Array(body), {
          status,
          headers: { 'content-type': 'text/event-stream' },
        })
        const end = await scene([answer], { retries: 0 })
          .client.send(call)
          .catch((error: unknown) => error)
        if (end instanceof CallFailure) expect(CALL_FAILURES).toContain(end.code)
        else expect(end).toMatchObject({ content: expect.any(Array) as unknown })
      }),
      { numRuns: 300 },
    )
  })
})

describe('LLM-2 trying again', () => {
  const busy = refusal(529, 'overloaded_error', 'Overloaded')

  it('LLM-2 waits twice as long each time, tells it, and gives up after the last try', async () => {
    const told: [string, number][] = []
    const { client, requests, waits } = scene([busy], { retries: 7 })
    const failure = await failureFrom(
      client.send(call, { onRetry: ({ code }, seconds) => told.push([code, seconds]) }),
    )
    expect(failure.code).toBe('overloaded')
    expect(requests).toHaveLength(8)
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
    expect(told).toEqual(waits.map((wait) => ['overloaded', wait / 1000]))
  })

  it('LLM-2 waits as long as the provider asks for, in each form in which it asks', async () => {
    const limited = (headers: Record<string, string>): Response =>
      refusal(429, 'rate_limit_error', 'slow', headers)
    const { client, waits } = scene(
      [
        limited({ 'retry-after': '40' }),
        limited({ 'retry-after-ms': '250' }),
        limited({ 'retry-after': 'soon' }),
        says('ok'),
      ],
      { retries: 3 },
    )
    expect((await client.send(call)).content).toEqual([{ type: 'text', text: 'ok' }])
    expect(waits).toEqual([40_000, 250, 4000])
  })

  it('LLM-2 does not wait for hours: a person decides', async () => {
    const { client, requests } = scene([refusal(429, 'rate_limit_error', 'slow', { 'retry-after': '3600' })])
    expect(await failureFrom(client.send(call))).toMatchObject({ code: 'rate-limited', retryAfter: 3600 })
    expect(requests).toHaveLength(1)
  })

  it.each([
    ['401', refusal(401, 'authentication_error', 'no'), 1],
    ['400', refusal(400, 'invalid_request_error', 'no'), 1],
    ['404', refusal(404, 'not_found_error', 'model'), 1],
    ['413', refusal(413, 'request_too_large', 'no'), 1],
    ['a broken stream', events(messageStart()), 1],
    ['500', refusal(500, 'api_error', 'no'), 3],
    ['504', new Response('', { status: 504 }), 3],
    ['no network', new TypeError('fetch failed'), 3],
  ])('LLM-2 only what can pass is tried again: %s', async (_name, answer, tries) => {
    const { client, requests } = scene([answer])
    await failureFrom(client.send(call))
    expect(requests).toHaveLength(tries)
  })

  it('LLM-2 an overload before the first word is tried again, one in the middle is not', async () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
    const early = scene([events(messageStart(), error), says('ok')])
    expect((await early.client.send(call)).content).toEqual([{ type: 'text', text: 'ok' }])
    const late = scene([events(messageStart(), ...textPart(0, 'a'), error), says('ok')])
    expect((await failureFrom(late.client.send(call))).code).toBe('overloaded')
    expect(late.requests).toHaveLength(1)
  })

  it('LLM-2 a person who stops the waiting is answered at once', async () => {
    const controller = new AbortController()
    const { client, requests } = scene([busy], {
      sleep: () => {
        controller.abort()
        return Promise.resolve()
      },
    })
    expect((await failureFrom(client.send(call, {}, controller.signal))).code).toBe('aborted')
    expect(requests).toHaveLength(1)
    const real = createClient({ key: () => KEY, baseUrl: BASE, fetch: pretendProvider(busy).fetch })
    const second = new AbortController()
    const stopped = real.send(
      call,
      {
        onRetry: () =>
          setTimeout(() => {
            second.abort()
          }, 1),
      },
      second.signal,
    )
    expect((await failureFrom(stopped)).code).toBe('aborted')
  })
})

describe('LLM-2 the end from outside', () => {
  /** Sends this much, and then nothing more; it does not even listen to its signal. */
  const stands = (body: string) => (): Response =>
    streamOf(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(body))
        },
      }),
    )

  it('LLM-2 a call that was stopped before it began is not made', async () => {
    const { client, requests } = scene([says('hi')])
    expect(await failureFrom(client.send(call, {}, AbortSignal.abort()))).toMatchObject({
      code: 'aborted',
      partial: null,
    })
    expect(requests).toEqual([])
  })

  it('LLM-2 a call that is stopped in the middle keeps what had come, and tells nothing more', async () => {
    const controller = new AbortController()
    const { client } = scene([stands(sse([messageStart(), ...textPart(0, 'half', ' a').slice(0, 3)]))])
    const told: string[] = []
    const onText = (piece: string): void => {
      told.push(piece)
      controller.abort()
    }
    const failure = await failureFrom(client.send(call, { onText }, controller.signal))
    expect(failure).toMatchObject({ code: 'aborted', partial: { usage: { uncached: 10 } } })
    expect(told).toEqual(['half'])
  })

  it('LLM-2 a stream that stands still ends at the timeout, with what had come, and is not made again', async () => {
    const { client, requests } = scene([stands(sse([messageStart(), ...textPart(0, 'half')]))], {
      timeout: 30,
    })
    expect(await failureFrom(client.send(call))).toMatchObject({
      code: 'timeout',
      message: 'https://provider.test was not done after 0.03 s, and the call was given up.',
      partial: { content: [{ text: 'half' }] },
    })
    expect(requests).toHaveLength(1)
  })

  it('LLM-2 an answer that never comes ends at the timeout too', async () => {
    const { client } = scene([() => new Promise<Response>(() => undefined)], { timeout: 20 })
    expect(await failureFrom(client.count(call))).toMatchObject({
      code: 'timeout',
      status: null,
      partial: null,
    })
  })

  it('LLM-2 the signal of fetch hears of it, so that the connection is let go', async () => {
    const controller = new AbortController()
    let heard = false
    const { client } = scene([
      (signal) =>
        new Promise((_, reject) => {
          signal?.addEventListener('abort', () => {
            heard = true
            reject(new DOMException('aborted', 'AbortError'))
          })
          controller.abort()
        }),
    ])
    expect((await failureFrom(client.send(call, {}, controller.signal))).code).toBe('aborted')
    expect(heard).toBe(true)
  })
})

describe('TOK-1 counting', () => {
  it('TOK-1 the provider counts a request, and with its edits before and after them', async () => {
    const plain = scene([json({ input_tokens: 14 })])
    expect(await plain.client.count(call)).toEqual({ input: 14, original: null })
    expect(plain.requests[0]?.url).toBe('https://provider.test/v0/v1/messages/count_tokens')
    expect(plain.requests[0]?.body).toEqual({
      model: call.model,
      messages: [{ role: 'user', content: 'hello' }],
    })
    const edited = scene([json({ input_tokens: 14, context_management: { original_input_tokens: 99 } })])
    const edits = [{ type: 'clear_thinking_20251015', keep: 'all' }] as const
    const request = { messages: [user], context_management: { edits } }
    expect(await edited.client.count({ model: call.model, request })).toEqual({ input: 14, original: 99 })
    expect(edited.requests[0]?.headers.get('anthropic-beta')).toContain('context-management-2025-06-27')
  })

  it.each([[{}], [{ input_tokens: -1 }], [{ input_tokens: '14' }], [null], ['14']])(
    'TOK-1 an answer without a count is a failure: %j',
    async (answer) => {
      const failure = await failureFrom(scene([json(answer)]).client.count(call))
      expect(failure.code).toBe('provider-broken')
    },
  )
})

describe('LLM-1 the list of models', () => {
  const model = (id: string, more: object = {}): object => ({
    type: 'model',
    id,
    display_name: id.toUpperCase(),
    ...more,
  })

  it('LLM-1 is read page by page, without what no longer answers', async () => {
    const { client, requests } = scene([
      json({
        data: [
          model('a', { max_input_tokens: 200_000, max_tokens: 64_000 }),
          model('b', { lifecycle: 'retired' }),
        ],
        has_more: true,
        first_id: 'a',
        last_id: 'b',
      }),
      json({
        data: [model('c', { max_input_tokens: 0, lifecycle: 'deprecated' }), model('a')],
        has_more: false,
        last_id: 'a',
      }),
    ])
    expect(await client.listModels()).toEqual([
      { id: 'a', label: 'A', maxInput: 200_000, maxOutput: 64_000 },
      { id: 'c', label: 'C', maxInput: null, maxOutput: null },
    ])
    expect(requests.map(({ url }) => url)).toEqual([
      'https://provider.test/v0/v1/models?limit=100',
      'https://provider.test/v0/v1/models?limit=100&after_id=b',
    ])
  })

  it('LLM-1 ends where a server does not', async () => {
    const same = scene([json({ data: [model('a')], has_more: true, last_id: 'a' })])
    expect(await same.client.listModels()).toHaveLength(1)
    expect(same.requests).toHaveLength(2)
    let page = 0
    const endless = scene([() => json({ data: [model(`m${++page}`)], has_more: true, last_id: `m${page}` })])
    expect(await endless.client.listModels()).toHaveLength(50)
  })

  it('LLM-1 an answer that is no list is a failure, not an empty list', async () => {
    for (const answer of [
      new Response('<html>hi</html>', { headers: { 'content-type': 'text/html' } }),
      json({ models: [] }),
    ]) {
      expect(await failureFrom(scene([answer]).client.listModels())).toMatchObject({
        code: 'provider-broken',
      })
    }
    const cut = new Response('{"data": [', { headers: { 'content-type': 'application/json' } })
    const failure = await failureFrom(scene([cut], { retries: 0 }).client.listModels())
    expect(failure.message).toMatch(/^https:\/\/provider\.test answered with something that cannot be read/)
  })
})
