import { describe, expect, it } from 'vitest'
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
import type { PretendAnswer } from '../testing/pretend-provider.ts'
import type { CallFailure, CallWatcher, ClientOptions, Reply } from './call.ts'

import { call, failureFrom, KEY, sceneOf, user } from './client-fixture.ts'

const scene = (answers: readonly PretendAnswer[], options: Partial<ClientOptions> = {}) =>
  sceneOf(pretendProvider(...answers), options)

describe('LLM-1 a call', () => {
  it('LLM-1 a web page in place of an answer is reported as one, and is neither kept nor requested again', async () => {
    const page = new Response('<!doctype html><p>Sign in', { headers: { 'content-type': 'text/html' } })
    const { client, requests } = scene([page])
    const failure = await failureFrom(client.send({ ...call, purpose: 'ask' }))
    expect(failure).toMatchObject({ code: 'provider-broken', status: 200, canRetry: false, partial: null })
    expect(failure.message).toBe('This address returns a web page, not the API. Check the address.')
    expect(requests).toHaveLength(1)
  })

  it('LLM-1 a server that answers at once where a stream was asked for is read; other JSON is no reply', async () => {
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'local',
      content: [
        { type: 'text', text: 'Hello.' },
        { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a.ts' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 12, output_tokens: 3 },
    }
    const told: string[] = []
    const { client } = scene([json(message)])
    expect(await client.send(call, { onText: (piece) => told.push(piece) })).toMatchObject({
      id: 'msg_1',
      requestId: 'req_1',
      content: message.content,
      stopReason: 'tool_use',
      usage: { uncached: 12, output: 3 },
    })
    expect(told).toEqual(['Hello.'])

    const other = scene([json({ choices: [{ message: { content: 'Hello.' } }] })])
    const failure = await failureFrom(other.client.send(call))
    expect(failure).toMatchObject({ code: 'provider-broken', canRetry: false, partial: null })
    expect(failure.message).toBe('The answer is JSON, but no message of this API. Check the address.')
    const cut = new Response('{"content": [', { headers: { 'content-type': 'application/json' } })
    expect((await failureFrom(scene([cut], { retries: 0 }).client.send(call))).message).toMatch(
      /^The answer of https:\/\/provider\.test cannot be read/,
    )
  })

  it('LLM-1 returns the streamed reply, and reports its text as it comes', async () => {
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

  it('EDITAPI-1 with edits of the provider uses the beta, and returns what it cleared', async () => {
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

  it('LLM-2 reads the key again for every try', async () => {
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

describe('LLM-2 abort by the caller', () => {
  /** Sends this much, and then nothing more; ignores its signal. */
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

  it('LLM-2 a call that is stopped in the middle keeps its partial reply, and reports nothing more', async () => {
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

  it('LLM-2 a stalled stream ends at the timeout, with its partial reply, and is not repeated', async () => {
    const { client, requests } = scene([stands(sse([messageStart(), ...textPart(0, 'half')]))], {
      timeout: 30,
    })
    expect(await failureFrom(client.send(call))).toMatchObject({
      code: 'timeout',
      message: 'https://provider.test did not finish within 0.03 s, so the call was cancelled.',
      partial: { content: [{ text: 'half' }] },
    })
    expect(requests).toHaveLength(1)
  })

  it('LLM-2 an answer that never comes ends at the timeout, too', async () => {
    const { client } = scene([() => new Promise<Response>(() => undefined)], { timeout: 20 })
    expect(await failureFrom(client.count(call))).toMatchObject({
      code: 'timeout',
      status: null,
      partial: null,
    })
  })

  it('LLM-2 the signal reaches fetch, so that the connection is closed', async () => {
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

  it('LLM-1 is read page by page, without retired models', async () => {
    const { client, requests } = scene([
      json({
        data: [
          model('a', {
            max_input_tokens: 200_000,
            max_tokens: 64_000,
            capabilities: {
              thinking: {
                supported: true,
                types: {
                  adaptive: { supported: false },
                  enabled: { supported: true },
                  disabled: { supported: true },
                },
              },
            },
          }),
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
      { id: 'a', label: 'A', maxInput: 200_000, maxOutput: 64_000, thinking: ['disabled', 'enabled'] },
      { id: 'c', label: 'C', maxInput: null, maxOutput: null, thinking: null },
    ])
    expect(requests.map(({ url }) => url)).toEqual([
      'https://provider.test/v0/v1/models?limit=100',
      'https://provider.test/v0/v1/models?limit=100&after_id=b',
    ])
  })

  it('LLM-1 ends even if a server never stops', async () => {
    const same = scene([json({ data: [model('a')], has_more: true, last_id: 'a' })])
    expect(await same.client.listModels()).toHaveLength(1)
    expect(same.requests).toHaveLength(2)
    let page = 0
    const endless = scene([() => json({ data: [model(`m${++page}`)], has_more: true, last_id: `m${page}` })])
    expect(await endless.client.listModels()).toHaveLength(50)
  })

  it('LLM-1 a wait before the next try for the list is reported', async () => {
    const { client, waits } = scene([
      refusal(429, 'rate_limit_error', 'slow', { 'retry-after': '7' }),
      json({ data: [] }),
    ])
    const told: unknown[] = []
    const onRetry = ({ code }: CallFailure, seconds: number): void => {
      told.push([code, seconds])
    }
    expect(await client.listModels(undefined, { onRetry })).toEqual([])
    expect(told).toEqual([['rate-limited', 7]])
    expect(waits).toEqual([7000])
  })

  it('LLM-1 an answer that is not a list is a failure, not an empty list', async () => {
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
    expect(failure.message).toMatch(/^The answer of https:\/\/provider\.test cannot be read/)
  })
})
