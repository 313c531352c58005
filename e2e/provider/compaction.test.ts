import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { createClient } from '../../src/provider/index.ts'
import { aProvider, KEY, PLAIN } from './asking.ts'
import { tokensOfText } from './tokens.ts'

const asked = aProvider()

const betas = ['context-management-2025-06-27', 'compact-2026-01-12']

function compactAt(value: number, more: object = {}): Anthropic.Beta.BetaContextManagementConfig {
  return { edits: [{ type: 'compact_20260112', trigger: { type: 'input_tokens', value }, ...more }] }
}

const MESSAGES: Anthropic.Beta.BetaMessageParam[] = [
  { role: 'user', content: 'Fix the login in src/login.ts. You must not change the API.' },
  { role: 'assistant', content: `I decided to look at the expiry first. ${'And so on. '.repeat(90)}` },
  { role: 'user', content: 'Go on.' },
]

function request(more: object): Anthropic.Beta.MessageCreateParamsNonStreaming {
  return { model: PLAIN, max_tokens: 100, messages: MESSAGES, betas, ...more }
}

test('EDITAPI-1 above its trigger a summary comes first, billed separately, and the reply after it', async () => {
  const { input_tokens: before } = await asked.sdk.beta.messages.countTokens({
    model: PLAIN,
    messages: MESSAGES,
    betas,
  })
  const below = await asked.sdk.beta.messages.create(request({ context_management: compactAt(before + 1) }))
  expect(below.content.map(({ type }) => type)).toEqual(['text'])
  expect(below.usage).toMatchObject({ input_tokens: before, iterations: null })

  const over = request({ context_management: compactAt(before) })
  const message = await asked.sdk.beta.messages.create(over)
  const [summary, reply] = message.content
  expect(summary).toMatchObject({
    type: 'compaction',
    encrypted_content: expect.any(String),
    tool_changes: [],
  })
  const content = summary?.type === 'compaction' ? (summary.content ?? '') : ''
  expect(content).toContain('You must not change the API.')
  expect(reply).toMatchObject({ type: 'text', text: 'You say: Go on.' })
  // A message has 4 tokens of overhead.
  expect(message.usage.input_tokens).toBe(tokensOfText(content) + 4)
  expect(message.usage.iterations).toMatchObject([
    { type: 'compaction', input_tokens: before, output_tokens: tokensOfText(content) },
    { type: 'message', input_tokens: tokensOfText(content) + 4 },
  ])
  const streamed = await asked.sdk.beta.messages.stream(over).finalMessage()
  expect(streamed.content).toMatchObject(message.content)
})

test('a summary that is sent back replaces everything before it', async () => {
  const { content } = await asked.sdk.beta.messages.create(request({ context_management: compactAt(50) }))
  const back: Anthropic.Beta.BetaMessageParam[] = [
    ...MESSAGES,
    { role: 'assistant', content: content as Anthropic.Beta.BetaContentBlockParam[] },
    { role: 'user', content: 'And now?' },
  ]
  const count = async (messages: Anthropic.Beta.BetaMessageParam[]): Promise<number> =>
    (await asked.sdk.beta.messages.countTokens({ model: PLAIN, messages, betas })).input_tokens
  expect(await count(back)).toBe(await count([{ role: 'user', content: 'x' }, ...back.slice(-2)]))
  // Counting makes no summary.
  const counted = await asked.sdk.beta.messages.countTokens({
    model: PLAIN,
    messages: back,
    betas,
    context_management: compactAt(1),
  })
  expect(counted.input_tokens).toBe(await count(back))
})

test('the reply can be postponed after the summary', async () => {
  const paused = compactAt(50, { pause_after_compaction: true })
  const message = await asked.sdk.beta.messages.create(request({ context_management: paused }))
  expect([message.stop_reason, message.content.map(({ type }) => type)]).toEqual([
    'compaction',
    ['compaction'],
  ])
})

test('the client of the page reads a summary and sends it back', async () => {
  const client = createClient({ key: () => KEY, baseUrl: asked.url, retries: 0 })
  const messages = [{ role: 'user' as const, content: 'Keep the port 8443. '.repeat(40) }]
  const edits = [
    { type: 'compact_20260112' as const, trigger: { type: 'input_tokens' as const, value: 100 } },
  ]
  const send = async (history: typeof messages | unknown[]) =>
    client.send({
      purpose: 'agent',
      model: PLAIN,
      maxTokens: 100,
      request: { messages: history as typeof messages, context_management: { edits } },
    })
  const { content } = await send(messages)
  expect(content.map(({ type }) => type)).toEqual(['compaction', 'text'])
  const again = await send([...messages, { role: 'assistant', content }, { role: 'user', content: 'Yes?' }])
  expect(again.content).toMatchObject([{ type: 'text', text: 'You say: Yes?' }])
})
