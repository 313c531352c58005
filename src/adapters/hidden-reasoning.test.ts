import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { describe, expect, it, test } from 'vitest'
import type { ReportedUsage } from '../engine/index.ts'
import { newManager } from '../testing/new-manager.ts'
import {
  aiSdkAdapter,
  anthropicAdapter,
  langChainAdapter,
  managedWindow,
  openAiAdapter,
  responsesAdapter,
} from './index.ts'
import type { Adapter } from './index.ts'

/** What only the provider can read; its length says nothing of its tokens. */
const PROOF = 'q'.repeat(20_000)
const SAID = 'It is a.ts.'
const SAID_TOKENS = Math.ceil(SAID.length / 4)
const go = { role: 'user', content: 'Which file is the longest?' }
const on = { role: 'user', content: 'Go on.' }
const text = { type: 'text', text: SAID }

interface Client {
  readonly adapter: () => Adapter<object>
  readonly reply: readonly object[]
}

const anthropic: Client = {
  adapter: () => anthropicAdapter() as Adapter<object>,
  reply: [{ role: 'assistant', content: [{ type: 'thinking', thinking: '', signature: PROOF }, text] }],
}
const redacted: Client = {
  adapter: anthropic.adapter,
  reply: [{ role: 'assistant', content: [{ type: 'redacted_thinking', data: PROOF }, text] }],
}
const responses: Client = {
  adapter: () => responsesAdapter() as Adapter<object>,
  reply: [
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: PROOF },
    { type: 'message', role: 'assistant', id: 'msg_1', content: [{ type: 'output_text', text: SAID }] },
  ],
}
const chat: Client = {
  adapter: () => openAiAdapter(),
  reply: [
    {
      role: 'assistant',
      content: SAID,
      reasoning_details: [{ type: 'reasoning.encrypted', data: PROOF }],
    },
  ],
}
const options = { openai: { itemId: 'rs_1', reasoningEncryptedContent: PROOF } }
const aiSdk: Client = {
  adapter: () => aiSdkAdapter(),
  reply: [{ role: 'assistant', content: [{ type: 'reasoning', text: '', providerOptions: options }, text] }],
}

/** The reading after a reply, whose prompt was as long as it was counted. */
async function read({ adapter, reply }: Client, reported: ReportedUsage = {}) {
  const window = managedWindow(newManager('managed', 100_000), adapter())
  window.add([go])
  const { used } = (await window.next()).turn.ledger
  const input = 'inputTokens' in reported ? { inputTokens: used } : { input_tokens: used }
  window.add(reply, { ...reported, ...input })
  window.add([on])
  const { ledger, pressure } = (await window.next()).turn
  return { beyond: (pressure?.used ?? 0) - ledger.used, unread: pressure?.unread, is: pressure?.source }
}

describe('PRES-4 reasoning that only the provider can read is as long as the reply reports', () => {
  const anthropicUsage = { output_tokens: 700, output_tokens_details: { thinking_tokens: 640 } }
  const responsesUsage = { output_tokens: 700, output_tokens_details: { reasoning_tokens: 640 } }
  const ofAiSdk = { inputTokens: 0, outputTokens: 700 }
  it.each<[string, Client, ReportedUsage]>([
    ['Anthropic', anthropic, anthropicUsage],
    ['Anthropic, hidden by it', redacted, { output_tokens: 640 + SAID_TOKENS }],
    ['Responses', responses, responsesUsage],
    [
      'chat completions',
      chat,
      { completion_tokens: 700, completion_tokens_details: { reasoning_tokens: 640 } },
    ],
    ['AI SDK 5', aiSdk, { ...ofAiSdk, reasoningTokens: 640 }],
    ['AI SDK 6 and 7', aiSdk, { ...ofAiSdk, outputTokenDetails: { reasoningTokens: 640 } }],
    ['AI SDK, only the whole reply', aiSdk, { ...ofAiSdk, outputTokens: 640 + SAID_TOKENS }],
  ])('%s', async (_, client, usage) => {
    expect(await read(client, usage)).toEqual({ beyond: 640, unread: undefined, is: 'model_reported' })
  })

  it('LangChain', async () => {
    const window = managedWindow(newManager('managed', 100_000), langChainAdapter())
    window.add([new HumanMessage('Which file?')])
    const { used } = (await window.next()).turn.ledger
    const usage_metadata = {
      input_tokens: used,
      output_tokens: 700,
      total_tokens: used + 700,
      output_token_details: { reasoning: 640 },
    }
    const content = [{ type: 'thinking', thinking: '', signature: PROOF }, text]
    window.add([new AIMessage({ content, usage_metadata } as never), new HumanMessage('Go on.')])
    const { ledger, pressure } = (await window.next()).turn
    expect(pressure?.used).toBe(ledger.used + 640)
    expect(pressure?.unread).toBeUndefined()
  })

  it.each<[string, ReportedUsage | undefined]>([
    ['nothing', {}],
    ['no more than what can be read', { output_tokens: SAID_TOKENS }],
    ['no number', { output_tokens: Number.NaN }],
  ])('and where that is %s, the reading says of how many parts nothing is known', async (_, usage) => {
    for (const client of [anthropic, redacted, responses, chat, aiSdk])
      expect(await read(client, usage)).toEqual({ beyond: 0, unread: 1, is: 'model_reported' })
  })

  it('what can be read is counted, whatever is reported', async () => {
    const client: Client = {
      adapter: () => openAiAdapter(),
      reply: [{ role: 'assistant', content: SAID, reasoning_content: 'Think. '.repeat(40) }],
    }
    expect(await read(client, { output_tokens: 900 })).toEqual({
      beyond: 0,
      unread: undefined,
      is: 'model_reported',
    })
  })
})

/** A loop of calls, each after 4,000 tokens of reasoning that the provider keeps, until it would refuse the request. */
async function loop(reported: ReportedUsage) {
  const manager = newManager('managed', 30_000)
  manager.onTaskStart({ task: 'Which file is the longest?' })
  const sources: unknown[] = []
  for (let nth = 0; ; nth++) {
    const { ledger, fit, pressure } = await manager.onTurnStart()
    if (nth > 0) sources.push(pressure?.source)
    const thoughts = manager.window.filter(({ type }) => type === 'thinking').length
    const sent = ledger.used + 4_000 * thoughts
    if (sent > 30_000) return { sources, sent, over: fit.over, unread: pressure?.unread }
    const content = [
      { type: 'redacted_thinking', data: PROOF },
      { type: 'tool_use', id: `call_${nth}`, name: 'list', input: {} },
    ]
    manager.onTurnEnd({ role: 'assistant', content }, { input_tokens: sent, ...reported })
    manager.onToolResult(`call_${nth}`, 'a.ts 120 lines')
  }
}

test('PRES-4 a report that the reasoning of replies explains is believed, so that fit says what the provider would refuse', async () => {
  const told = await loop({ output_tokens_details: { thinking_tokens: 4_000 } })
  expect(told.sources).toEqual(told.sources.map(() => 'model_reported'))
  expect(told.over).toBe(told.sent - 30_000)
  expect(told.unread).toBeUndefined()
  // Without it nothing tells them from a report of something else.
  const untold = await loop({})
  expect(untold.sources).toContain('counted')
  expect(untold.unread).toBe(8)
})
