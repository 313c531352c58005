import Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { requestsOf } from './admin.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'

const asked = aProvider()

const OK = { model: PLAIN, max_tokens: 100, messages: [{ role: 'user', content: 'Hello.' }] }
const TOOLS = [{ name: 'look', input_schema: { type: 'object' } }]
const MANAGED = { 'anthropic-beta': 'context-management-2025-06-27' }

function withParts(content: unknown, more: object = {}): object {
  return { ...OK, messages: [{ role: 'user', content }], ...more }
}

describe('who may ask', () => {
  test('a wrong key, no key, no version and an unknown beta give different errors', async () => {
    const refused = async (headers: Record<string, string>): Promise<unknown> => {
      const response = await fetch(`${asked.url}/v1/models`, { headers })
      return [response.status, ((await response.json()) as Anthropic.ErrorResponse).error]
    }
    const version = { 'anthropic-version': '2026-10-21' }
    const denied = (message: string): unknown => [401, { type: 'authentication_error', message }]
    const invalid = (message: string): unknown => [400, { type: 'invalid_request_error', message }]
    expect(await refused({ ...version })).toEqual(denied('x-api-key header is required'))
    expect(await refused({ ...version, 'x-api-key': '' })).toEqual(denied('x-api-key header is required'))
    expect(await refused({ ...version, 'x-api-key': 'no' })).toEqual(denied('invalid x-api-key'))
    expect(await refused({ ...version, authorization: 'Bearer no' })).toEqual(denied('Invalid bearer token'))
    expect(await refused({ 'x-api-key': KEY })).toEqual(invalid('anthropic-version: header is required'))
    expect(await refused({ 'x-api-key': KEY, 'anthropic-version': '1' })).toEqual(
      invalid('anthropic-version: "1" is not a valid version'),
    )
    expect(await refused({ 'x-api-key': KEY, ...version, 'anthropic-beta': 'x' })).toEqual(
      invalid('Unexpected value(s) `x` for the `anthropic-beta` header'),
    )
  })

  test('the SDK turns them into its own errors', async () => {
    const stranger = new Anthropic({ apiKey: 'no', baseURL: asked.url, maxRetries: 0 })
    const error = await stranger.models.list().then(null, (thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(error).toMatchObject({ type: 'authentication_error', requestID: 'req_local000001' })
  })

  test('a page is let in only if it opts in, and may then read the answer', async () => {
    const origin = { origin: 'http://127.0.0.1:1' }
    const closed = await asked.post(OK, origin)
    expect(closed.status).toBe(401)
    expect(closed.headers.get('access-control-allow-origin')).toBeNull()
    const open = await asked.post(OK, { ...origin, 'anthropic-dangerous-direct-browser-access': 'true' })
    expect(open.status).toBe(200)
    expect(open.headers.get('access-control-allow-origin')).toBe('*')
    expect(open.headers.get('access-control-expose-headers')).toBe('*')
  })

  test('a preflight allows the headers of the SDK and no others', async () => {
    const wanted =
      'anthropic-dangerous-direct-browser-access,anthropic-version,authorization,content-type,x-stainless-lang'
    const preflight = async (headers: string): Promise<Headers> => {
      const response = await fetch(`${asked.url}/v1/messages`, {
        method: 'OPTIONS',
        headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': headers },
      })
      expect(response.status).toBe(204)
      return response.headers
    }
    expect((await preflight(`${wanted},x-other`)).get('access-control-allow-headers')).toBe(
      wanted.replaceAll(',', ', '),
    )
    expect((await preflight('authorization')).get('access-control-allow-origin')).toBeNull()
  })
})

describe('bodies that are refused', () => {
  const cases: readonly [name: string, body: unknown, message: string, headers?: Record<string, string>][] = [
    ['no model', { ...OK, model: undefined }, 'model: Field required'],
    ['no max_tokens', { ...OK, max_tokens: undefined }, 'max_tokens: Field required'],
    ['max_tokens of a half', { ...OK, max_tokens: 0.5 }, 'max_tokens: Input should be a valid integer'],
    ['an unknown field', { ...OK, extra: 1 }, 'extra: Extra inputs are not permitted'],
    ['a temperature', { ...OK, temperature: 0.5 }, 'temperature: Extra inputs are not permitted'],
    ['a top_p', { ...OK, top_p: 0.5 }, 'top_p: Extra inputs are not permitted'],
    ['a top_k', { ...OK, top_k: 5 }, 'top_k: Extra inputs are not permitted'],
    ['a role', withRole('tool'), "messages.0.role: Input should be 'user', 'assistant' or 'system'"],
    [
      'a field of a message',
      { ...OK, messages: [{ role: 'user', content: 'x', name: 'y' }] },
      'messages.0.name: Extra inputs are not permitted',
    ],
    [
      'pixels of a picture',
      withParts([{ type: 'image', width: 3, source: { type: 'url', url: 'https://x.test' } }]),
      'messages.0.content.0.image.width: Extra inputs are not permitted',
    ],
    [
      'a part of the project alone',
      withParts([{ type: 'audio', source: {} }]),
      "messages.0.content.0: Input tag 'audio' found using 'type' does not match any of the expected tags: 'text', 'image', 'document', 'thinking', 'redacted_thinking', 'tool_use', 'tool_result'",
    ],
    [
      'arguments that are a text',
      withCall({ input: 'x' }),
      'messages.1.content.0.tool_use.input: Input should be a valid dictionary',
    ],
    [
      'an id with a space',
      withCall({ id: 'a b' }),
      "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    ],
    [
      'a thought without its signature',
      {
        ...OK,
        messages: [...OK.messages, { role: 'assistant', content: [{ type: 'thinking', thinking: 'hm' }] }],
      },
      'messages.1.content.0.thinking.signature: Field required',
    ],
    [
      'a tool without an object',
      { ...OK, tools: [{ name: 'a', input_schema: { type: 'array' } }] },
      "tools.0.custom.input_schema.type: Input should be 'object'",
    ],
    [
      'a tool of a strange name',
      { ...OK, tools: [{ name: 'a b', input_schema: { type: 'object' } }] },
      "tools.0.custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'",
    ],
    ['two tools of a name', { ...OK, tools: [...TOOLS, ...TOOLS] }, 'tools: Tool names must be unique.'],
    [
      'a choice of no tool',
      { ...OK, tool_choice: { type: 'any' } },
      'tool_choice: may only be specified while providing tools',
    ],
    [
      'a choice of another tool',
      { ...OK, tools: TOOLS, tool_choice: { type: 'tool', name: 'x' } },
      "Tool 'x' not found in provided tools",
    ],
    [
      'an empty system text',
      { ...OK, system: [{ type: 'text', text: '' }] },
      'system: text content blocks must be non-empty',
    ],
    [
      'a longer life behind a shorter one',
      { ...OK, system: [marked('5m'), marked('1h')] },
      "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block",
    ],
    [
      'five markers',
      { ...OK, system: Array.from({ length: 5 }, () => marked('5m')) },
      'A maximum of 4 blocks with cache_control may be provided. Found 5.',
    ],
    [
      'more than a model says',
      { ...OK, max_tokens: 64_001 },
      `max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for ${PLAIN}`,
    ],
    [
      'thinking that a model has not',
      { ...OK, thinking: { type: 'enabled', budget_tokens: 1024 } },
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive".',
    ],
    [
      'thinking of too few tokens',
      { ...OK, model: 'claude-small', thinking: { type: 'enabled', budget_tokens: 9 } },
      'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
    ],
    [
      'thinking beyond max_tokens',
      { ...OK, model: 'claude-small', thinking: { type: 'enabled', budget_tokens: 2000 } },
      '`max_tokens` must be greater than `thinking.budget_tokens`.',
    ],
    [
      'edits without their beta',
      { ...OK, context_management: { edits: [] } },
      'context_management: Extra inputs are not permitted',
    ],
    [
      'a field of the edits',
      { ...OK, context_management: { enabled: true } },
      'context_management.enabled: Extra inputs are not permitted',
      MANAGED,
    ],
    [
      'clearing thinking without thinking',
      { ...OK, context_management: { edits: [{ type: 'clear_thinking_20251015' }] } },
      '`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive',
      MANAGED,
    ],
    [
      'clearing thinking last',
      {
        ...OK,
        thinking: { type: 'adaptive' },
        context_management: {
          edits: [{ type: 'clear_tool_uses_20250919' }, { type: 'clear_thinking_20251015' }],
        },
      },
      'context_management.edits: `clear_thinking_20251015` must be the first strategy',
      MANAGED,
    ],
    [
      'compaction without its beta',
      { ...OK, context_management: { edits: [{ type: 'compact_20260112' }] } },
      "context_management.edits.0: Input tag 'compact_20260112' found using 'type' does not match any of the expected tags: 'clear_tool_uses_20250919', 'clear_thinking_20251015'",
      MANAGED,
    ],
    [
      'VALID-1 an orphan',
      withParts([{ type: 'tool_result', tool_use_id: 'a', content: 'x' }], { tools: TOOLS }),
      'messages.0.content.0: unexpected `tool_use_id` found in `tool_result` blocks: a. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
    ],
    ['VALID-1 no message', { ...OK, messages: [] }, 'messages: at least one message is required'],
    [
      'a prompt beyond the window',
      { ...OK, model: 'claude-small', messages: [{ role: 'user', content: 'a'.repeat(1600) }] },
      'prompt is too long: 521 tokens > 500 maximum',
    ],
    [
      'a text that is no JSON',
      '{"model":',
      'The request body is not valid JSON: Unexpected end of JSON input',
    ],
  ]

  function withRole(role: string): object {
    return { ...OK, messages: [{ role, content: 'x' }] }
  }

  function withCall(about: object): object {
    const call = { type: 'tool_use', id: 'a', name: 'look', input: {}, ...about }
    return { ...OK, tools: TOOLS, messages: [...OK.messages, { role: 'assistant', content: [call] }] }
  }

  function marked(ttl: string): object {
    return { type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl } }
  }

  test.each(cases)('%s', async (_name, body, message, headers) => {
    const response = await asked.post(body, headers)
    expect(await response.json()).toEqual({
      type: 'error',
      error: { type: 'invalid_request_error', message },
      request_id: response.headers.get('request-id'),
    })
    expect(response.status).toBe(400)
    expect((await requestsOf(asked.url)).at(-1)?.refused).toBe(message)
  })

  test('each of them is accepted without its fault', async () => {
    expect((await asked.post(OK)).status).toBe(200)
    expect((await asked.post({ ...OK, temperature: 1 }, { 'anthropic-version': '2023-06-01' })).status).toBe(
      200,
    )
    const edits = [{ type: 'clear_thinking_20251015' }, { type: 'clear_tool_uses_20250919' }]
    const managed = { ...OK, thinking: { type: 'adaptive' }, context_management: { edits } }
    expect((await asked.post(managed, MANAGED)).status).toBe(200)
  })

  test('the log holds every violation, the answer the first', async () => {
    const twice = ['a', 'b'].map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' }))
    await asked.post(withParts(twice, { tools: TOOLS }))
    const [entry] = await requestsOf(asked.url)
    expect(entry?.violations.map(({ rule, ids }) => [rule, ids])).toEqual([
      ['orphan-result', ['a']],
      ['orphan-result', ['b']],
    ])
  })

  test('an unknown model, an unknown path, and a body that is too large', async () => {
    const missing = asked.sdk.messages.create({
      ...OK,
      model: 'claude-none',
    } as Anthropic.MessageCreateParamsNonStreaming)
    await expect(missing).rejects.toBeInstanceOf(Anthropic.NotFoundError)
    await expect(missing).rejects.toMatchObject({ status: 404, type: 'not_found_error' })
    expect((await fetch(`${asked.url}/v1/complete`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${asked.url}/v1/messages`)).status).toBe(405)
    const large = await asked.post({ ...OK, system: 'a'.repeat(33 * 1024 * 1024) })
    expect(large.status).toBe(413)
    expect(await large.json()).toEqual({
      error: { type: 'request_too_large', message: 'Request exceeds the maximum size' },
    })
  })
})
