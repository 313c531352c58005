import { describe, expect, test } from 'vitest'
import type { AnthropicRequest } from '../../src/engine/index.ts'
import { CALL_FAILURES, CallFailure, createClient } from '../../src/provider/index.ts'
import type { Call, Client, ClientOptions } from '../../src/provider/index.ts'
import { requestsOf, setFaults, setScript } from './admin.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'
import type { Fault } from './faults.ts'

const asked = aProvider()

function client(options: Partial<ClientOptions> = {}): Client {
  return createClient({
    key: () => KEY,
    baseUrl: asked.url,
    retries: 0,
    sleep: () => Promise.resolve(),
    ...options,
  })
}

const CALL: Call = {
  purpose: 'agent',
  model: PLAIN,
  maxTokens: 200,
  request: { messages: [{ role: 'user', content: 'A text that is long enough to come in some pieces.' }] },
}

async function failed(asking: Promise<unknown>): Promise<CallFailure> {
  const error = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallFailure)) throw new Error(`no failure of a call: ${String(error)}`)
  expect(CALL_FAILURES).toContain(error.code)
  expect(JSON.stringify(error) + error.message).not.toContain(KEY)
  return error
}

describe('how the client reads an answer', () => {
  test('a reply with its usage and its edits', async () => {
    const pieces: string[] = []
    const reply = await client().send(CALL, { onText: (piece) => pieces.push(piece) })
    expect(reply).toMatchObject({
      requestId: 'req_local000001',
      model: PLAIN,
      content: [{ type: 'text', text: 'You say: A text that is long enough to come in some pieces.' }],
      stopReason: 'end_turn',
      usage: { uncached: 17 + 4, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 20 },
      applied: [],
    })
    expect(pieces.join('')).toBe('You say: A text that is long enough to come in some pieces.')
  })

  test('EDITAPI-1 edits, and TOK-1 the count before and after them', async () => {
    const request: AnthropicRequest = {
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
      messages: [
        { role: 'user', content: 'Go.' },
        ...['a', 'b'].flatMap((id) => [
          {
            role: 'assistant' as const,
            content: [{ type: 'tool_use' as const, id, name: 'look', input: {} }],
          },
          {
            role: 'user' as const,
            content: [{ type: 'tool_result' as const, tool_use_id: id, content: 'word '.repeat(62) }],
          },
        ]),
      ],
      context_management: {
        edits: [
          {
            type: 'clear_tool_uses_20250919',
            trigger: { type: 'tool_uses', value: 1 },
            keep: { type: 'tool_uses', value: 1 },
          },
        ],
      },
    }
    const { input, original } = await client().count({ model: PLAIN, request })
    const { applied, usage } = await client().send({ ...CALL, request })
    expect(applied).toEqual([
      {
        type: 'clear_tool_uses_20250919',
        clearedToolUses: 1,
        clearedThinkingTurns: null,
        clearedInputTokens: (original ?? 0) - input,
      },
    ])
    expect(usage?.uncached).toBe(input)
    expect(input).toBeLessThan(original ?? 0)
    const { context_management: _, ...plain } = request
    expect(await client().count({ model: PLAIN, request: plain })).toEqual({
      input: original,
      original: null,
    })
  })

  test('a conversation with thinking is sent back unchanged', async () => {
    const call = { ...CALL, model: 'claude-thinking', maxTokens: 1000 }
    const { content } = await client().send(call)
    expect(content.map(({ type }) => type)).toEqual(['thinking', 'text'])
    const messages = [
      ...CALL.request.messages,
      { role: 'assistant' as const, content },
      { role: 'user' as const, content: 'And?' },
    ]
    expect((await client().send({ ...call, request: { messages } })).stopReason).toBe('end_turn')
  })

  test('models with the provider’s facts about them', async () => {
    const models = await client().listModels()
    expect(models.map(({ id, maxInput, maxOutput }) => [id, maxInput, maxOutput])).toEqual([
      [PLAIN, 1_000_000, 64_000],
      ['claude-thinking', 1_000_000, 64_000],
      ['claude-small', 500, 400],
    ])
  })

  test('LLM-2 the key is where it belongs and nowhere else', async () => {
    await client().send(CALL)
    await client().listModels()
    await client().count(CALL)
    for (const { key, keyIn, leaks } of await requestsOf(asked.url)) {
      expect({ key, keyIn, leaks }).toEqual({ key: 'equal', keyIn: 'authorization', leaks: [] })
    }
  })
})

describe('how the client reads a failure', () => {
  const faults: readonly (readonly [code: CallFailure['code'], fault: Fault])[] = [
    ['request-refused', { status: 400 }],
    ['key-refused', { status: 401 }],
    ['not-allowed', { status: 403 }],
    ['no-such-model', { status: 404, message: `model: ${PLAIN}` }],
    ['too-large', { status: 413 }],
    ['rate-limited', { status: 429, retryAfter: 3 }],
    ['provider-broken', { status: 500 }],
    ['overloaded', { status: 529 }],
    ['context-overflow', { status: 400, message: 'prompt is too long: 9 tokens > 8 maximum' }],
    ['broken-stream', { kind: 'malformed-stream' }],
    ['broken-stream', { kind: 'cut-stream', afterEvents: 5 }],
    ['broken-stream', { kind: 'short-stream' }],
    ['overloaded', { kind: 'error-event', type: 'overloaded_error' }],
    ['rate-limited', { kind: 'error-event', type: 'rate_limit_error' }],
    ['provider-broken', { kind: 'error-event', type: 'api_error' }],
    ['no-network', { kind: 'reset' }],
    ['origin-refused', { kind: 'redirect', to: 'http://127.0.0.1:9/' }],
  ]

  test.each(faults)('%s for %o', async (code, fault) => {
    await setFaults(asked.url, [fault])
    const error = await failed(client().send(CALL))
    expect(error.code).toBe(code)
    if ('status' in fault) expect(error.status).toBe(fault.status)
    if ('retryAfter' in fault) expect(error.retryAfter).toBe(3)
    expect((await client().send(CALL)).stopReason).toBe('end_turn')
  })

  test('a network’s own web page is not a reply', async () => {
    await setFaults(asked.url, [{ kind: 'not-json', times: 2 }])
    expect(await failed(client().send(CALL))).toMatchObject({ code: 'provider-broken', status: 200 })
    expect((await failed(client().count(CALL))).code).toBe('provider-broken')
  })

  test.each(['hang', 'stall-stream'] as const)('timeout for %s', async (kind) => {
    await setFaults(asked.url, [{ kind }])
    expect((await failed(client({ timeout: 200 }).send(CALL))).code).toBe('timeout')
  })

  test('aborted, with the partial reply', async () => {
    await setFaults(asked.url, [{ kind: 'stall-stream' }])
    const control = new AbortController()
    const watcher = {
      onText: () => {
        control.abort()
      },
    }
    const error = await failed(client().send(CALL, watcher, control.signal))
    expect(error.code).toBe('aborted')
    expect(error.partial?.content).toMatchObject([{ type: 'text' }])
  })

  test('the refusals of the provider itself', async () => {
    expect((await failed(client({ key: () => 'sk-wrong' }).send(CALL))).code).toBe('key-refused')
    expect((await failed(client({ key: () => ' ' }).send(CALL))).code).toBe('no-key')
    expect((await failed(client().send({ ...CALL, model: 'claude-none' }))).code).toBe('no-such-model')
    const long = { messages: [{ role: 'user' as const, content: 'a'.repeat(1600) }] }
    expect((await failed(client().send({ ...CALL, model: 'claude-small', request: long }))).code).toBe(
      'context-overflow',
    )
    const empty = await failed(client().send({ ...CALL, request: { messages: [] } }))
    expect([empty.code, empty.said]).toEqual([
      'request-refused',
      'messages: at least one message is required',
    ])
    const large = { ...CALL.request, system: 'a'.repeat(33 * 1024 * 1024) }
    expect((await failed(client().send({ ...CALL, request: large }))).code).toBe('too-large')
  })

  test('a temporary failure is retried, as often as wanted, and reported', async () => {
    const told: unknown[] = []
    const watcher = {
      onRetry: ({ code }: CallFailure, seconds: number) => {
        told.push([code, seconds])
      },
    }
    await setFaults(asked.url, [{ status: 429, retryAfter: 5 }, { status: 529 }])
    expect((await client({ retries: 2 }).send(CALL, watcher)).stopReason).toBe('end_turn')
    expect(told).toEqual([
      ['rate-limited', 5],
      ['overloaded', expect.any(Number)],
    ])
    await setFaults(asked.url, [{ status: 400 }])
    await failed(client({ retries: 2 }).send(CALL, watcher))
    expect(told).toHaveLength(2)
  })

  test('a script can say what no model should', async () => {
    await setScript(asked.url, [
      { content: [] },
      { content: [{ type: 'text', text: '' }], stop_reason: 'refusal' },
    ])
    expect(await client().send(CALL)).toMatchObject({ content: [], stopReason: 'end_turn' })
    expect(await client().send(CALL)).toMatchObject({ stopReason: 'refusal' })
  })
})
