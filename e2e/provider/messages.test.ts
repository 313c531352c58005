import type Anthropic from '@anthropic-ai/sdk'
import { describe, expect, test } from 'vitest'
import { requestsOf, setScript } from './admin.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'

const asked = aProvider()

const HELLO: Anthropic.MessageCreateParamsNonStreaming = {
  model: PLAIN,
  max_tokens: 200,
  messages: [{ role: 'user', content: 'The lamp is blue. What now?' }],
}

describe('a message', () => {
  test('is complete, with every field of the types and no other', async () => {
    const message = await asked.sdk.messages.create(HELLO)
    const { _request_id: id, ...fields } = message
    expect(id).toMatch(/^req_/)
    expect(fields).toStrictEqual({
      id: expect.stringMatching(/^msg_[0-9a-f]+$/) as string,
      type: 'message',
      role: 'assistant',
      model: PLAIN,
      content: [{ type: 'text', text: 'You say: The lamp is blue.', citations: null }],
      container: null,
      diagnostics: null,
      stop_details: null,
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: {
        // 27 bytes are 9 tokens, and a message has 4 more.
        input_tokens: 13,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 0,
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
        // 26 bytes
        output_tokens: 9,
        output_tokens_details: { thinking_tokens: 0 },
        inference_geo: null,
        server_tool_use: null,
        service_tier: 'standard',
        speed: null,
      },
    } satisfies Anthropic.Message)
  })

  test('is the same, asked for in a stream', async () => {
    const whole = await asked.sdk.messages.create(HELLO)
    const pieces: string[] = []
    const stream = asked.sdk.messages.stream(HELLO).on('text', (piece) => pieces.push(piece))
    const streamed = await stream.finalMessage()
    expect({ ...streamed, parsed_output: undefined }).toEqual({ ...whole, _request_id: undefined })
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.join('')).toBe('You say: The lamp is blue.')
  })

  test('streams its events in the documented order, with a ping', async () => {
    const response = await asked.post({ ...HELLO, stream: true })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const types = [...(await response.text()).matchAll(/^event: (.*)$/gm)].map(([, type]) => type)
    expect(types).toEqual([
      'message_start',
      'ping',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ])
  })

  test('keeps letters whole whose bytes are split', async () => {
    const text = 'Ünïcödé 🦉🦉🦉 ends here'.repeat(9)
    const stream = asked.sdk.messages.stream({ ...HELLO, messages: [{ role: 'user', content: text }] })
    expect(await stream.finalText()).toBe(`You say: ${text}`)
  })

  test('ends at its maximum of tokens, and at a stop sequence', async () => {
    const cut = await asked.sdk.messages.create({ ...HELLO, max_tokens: 4 })
    expect(cut.stop_reason).toBe('max_tokens')
    expect(cut.usage.output_tokens).toBeLessThanOrEqual(4)
    expect(cut.content).toEqual([{ type: 'text', text: 'You say: The', citations: null }])
    const stopped = await asked.sdk.messages.create({ ...HELLO, stop_sequences: ['lamp', 'The'] })
    expect(stopped).toMatchObject({ stop_reason: 'stop_sequence', stop_sequence: 'The' })
    expect(stopped.content).toEqual([{ type: 'text', text: 'You say: ', citations: null }])
  })

  test('ends at the end of the window, if that comes first', async () => {
    const content = 'a'.repeat(1500)
    const message = await asked.sdk.messages.create({
      model: 'claude-small',
      max_tokens: 300,
      messages: [{ role: 'user', content }],
    })
    // The prompt has 484 + 4 tokens, the window 500.
    expect(message.usage).toMatchObject({ input_tokens: 488, output_tokens: 12 })
    expect(message.stop_reason).toBe('model_context_window_exceeded')
  })

  test('says the text of a script, once', async () => {
    await setScript(asked.url, [
      { content: [{ type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'it' } }] },
      { content: [{ type: 'text', text: 'no' }], stop_reason: 'refusal' },
    ])
    const call = await asked.sdk.messages.stream(HELLO).finalMessage()
    expect(call.stop_reason).toBe('tool_use')
    expect(call.content).toMatchObject([
      { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'it' } },
    ])
    expect((await asked.sdk.messages.create(HELLO)).stop_reason).toBe('refusal')
    expect((await asked.sdk.messages.create(HELLO)).stop_reason).toBe('end_turn')
  })
})

describe('counting', () => {
  test('TOK-2 equals what the message then costs', async () => {
    const { max_tokens: _, ...prompt } = HELLO
    const system = 'Be brief.'
    const tools: Anthropic.Tool[] = [{ name: 'look', input_schema: { type: 'object', properties: {} } }]
    const count = await asked.sdk.messages.countTokens({ ...prompt, system, tools })
    const { usage } = await asked.sdk.messages.create({ ...HELLO, system, tools })
    expect(Object.keys(count)).toEqual(['input_tokens'])
    expect(count.input_tokens).toBe(usage.input_tokens)
    expect(count.input_tokens).toBeGreaterThan(13 + 300)
  })
})

describe('models', () => {
  test('are listed page by page', async () => {
    const ids: string[] = []
    for await (const model of asked.sdk.models.list({ limit: 1 })) {
      ids.push((model satisfies Anthropic.ModelInfo) ? model.id : '')
    }
    expect(ids).toEqual([PLAIN, 'claude-thinking', 'claude-small'])
    expect((await requestsOf(asked.url)).map(({ query }) => query)).toEqual([
      'limit=1',
      `limit=1&after_id=${PLAIN}`,
      'limit=1&after_id=claude-thinking',
    ])
  })

  test('have a window, and one can be requested', async () => {
    expect(await asked.sdk.models.retrieve('claude-small')).toMatchObject({
      type: 'model',
      max_input_tokens: 500,
      max_tokens: 400,
    })
    await expect(asked.sdk.models.retrieve('claude-none')).rejects.toMatchObject({ status: 404 })
  })
})

describe('the log', () => {
  test('records whether the key was right, and never the key', async () => {
    await asked.sdk.messages.create(HELLO)
    await asked.sdk.messages.create(HELLO, { headers: { authorization: null, 'x-api-key': KEY } })
    await asked.post(
      { ...HELLO, messages: [{ role: 'user', content: `my key is ${KEY}` }] },
      { 'x-stainless-os': KEY },
    )
    const log = await requestsOf(asked.url)
    expect(log.map(({ key, keyIn, leaks, status }) => ({ key, keyIn, leaks, status }))).toEqual([
      { key: 'equal', keyIn: 'authorization', leaks: [], status: 200 },
      { key: 'equal', keyIn: 'x-api-key', leaks: [], status: 200 },
      { key: 'equal', keyIn: 'authorization', leaks: ['body', 'headers'], status: 200 },
    ])
    expect(JSON.stringify(log)).not.toContain(KEY)
    expect(log[0]?.body).toEqual(HELLO)
    expect(log[0]?.usage).toMatchObject({ input_tokens: 13 })
  })
})
