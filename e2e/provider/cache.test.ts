import type Anthropic from '@anthropic-ai/sdk'
import { expect, test } from 'vitest'
import { aProvider, PLAIN } from './asking.ts'

let now = 0
const asked = aProvider({ now: () => now })

const MARK = { cache_control: { type: 'ephemeral' as const } }
const LONG = 'a'.repeat(310)

/** A system prompt: 100 tokens of text, and 3 for the block. */
function system(marker: object = MARK, text = LONG): Anthropic.TextBlockParam[] {
  return [{ type: 'text', text, ...marker }]
}

async function billed(request: Partial<Anthropic.MessageCreateParamsNonStreaming>): Promise<number[]> {
  const { usage } = await asked.sdk.messages.create({
    model: PLAIN,
    max_tokens: 20,
    messages: [{ role: 'user', content: 'Hi.' }],
    ...request,
  })
  const { ephemeral_5m_input_tokens: short, ephemeral_1h_input_tokens: long } = usage.cache_creation ?? {
    ephemeral_5m_input_tokens: -1,
    ephemeral_1h_input_tokens: -1,
  }
  expect(usage.cache_creation_input_tokens).toBe(short + long)
  return [usage.input_tokens, usage.cache_read_input_tokens ?? -1, short, long]
}

/** Tokens of `Hi.` and its message. */
const HI = 5

test('a marked prefix is written once and read from then on', async () => {
  expect(await billed({ system: system() })).toEqual([HI, 0, 103, 0])
  expect(await billed({ system: system() })).toEqual([HI, 103, 0, 0])
  expect(await billed({ system: system({}) })).toEqual([HI + 103, 0, 0, 0])
})

test('a prefix that changed or is below the minimum is not found', async () => {
  await billed({ system: system() })
  expect(await billed({ system: system(MARK, `b${LONG}`) })).toEqual([HI, 0, 104, 0])
  expect(await billed({ system: system(MARK, 'short') })).toEqual([HI + 5, 0, 0, 0])
  expect(await billed({ model: 'claude-thinking', system: system() })).toEqual([HI + 103, 0, 0, 0])
})

test('a prefix lives five minutes after its last read, or an hour', async () => {
  await billed({ system: system() })
  now += 299_000
  expect(await billed({ system: system() })).toEqual([HI, 103, 0, 0])
  now += 299_000
  expect(await billed({ system: system() })).toEqual([HI, 103, 0, 0])
  now += 300_000
  const hour = system({ cache_control: { type: 'ephemeral', ttl: '1h' } })
  expect(await billed({ system: hour })).toEqual([HI, 0, 0, 103])
  now += 3_599_000
  expect(await billed({ system: hour })).toEqual([HI, 103, 0, 0])
})

test('a growing conversation reads the previous part, and a marker on the whole moves along', async () => {
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: LONG }]
  expect(await billed({ ...MARK, messages })).toEqual([0, 0, 104, 0])
  messages.push({ role: 'assistant', content: 'Yes.' }, { role: 'user', content: LONG })
  expect(await billed({ ...MARK, messages })).toEqual([0, 104, 6 + 104, 0])
  expect(await billed({ ...MARK, messages })).toEqual([0, 214, 0, 0])
})

test('an older prefix is searched at twenty positions, of which the first is the marker’s', async () => {
  const parts = (count: number): Anthropic.MessageParam[] => [
    { role: 'user', content: Array.from({ length: count }, () => ({ type: 'text' as const, text: LONG })) },
  ]
  await billed({ ...MARK, messages: parts(1) })
  // It looks back from 20 to 1, and the second time from 40 to 21. The cached prefix ends at 20, one too far.
  expect(await billed({ ...MARK, messages: parts(20) })).toEqual([0, 104, 1900, 0])
  expect(await billed({ ...MARK, messages: parts(40) })).toEqual([0, 0, 4004, 0])
})

test('a batch of calls is one position, and so are its results', async () => {
  const ids = Array.from({ length: 15 }, (_, nth) => `call_${nth}`)
  const asked: Anthropic.MessageParam = { role: 'user', content: LONG }
  const batch: readonly Anthropic.MessageParam[] = [
    {
      role: 'assistant',
      content: ids.map((id) => ({ type: 'tool_use' as const, id, name: 'look', input: {} })),
    },
    {
      role: 'user',
      content: ids.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'There.' })),
    },
  ]
  const tools: Anthropic.Tool[] = [{ name: 'look', input_schema: { type: 'object' } }]
  const [, , first = 0] = await billed({ ...MARK, tools, messages: [asked] })
  const [, read] = await billed({ ...MARK, tools, messages: [asked, ...batch] })
  expect([first > 0, read]).toEqual([true, first])
})

test('a changed tool invalidates everything, a changed tool choice only the messages', async () => {
  const tools: Anthropic.Tool[] = [{ name: 'look', input_schema: { type: 'object' } }]
  const request = { tools, system: system(), messages: [{ role: 'user' as const, content: LONG }], ...MARK }
  const [, , all = 0] = await billed(request)
  expect(await billed({ ...request, tool_choice: { type: 'none' } })).toEqual([0, all - 104, 104, 0])
  const other: Anthropic.Tool[] = [{ name: 'book', input_schema: { type: 'object' } }]
  expect(await billed({ ...request, tools: other })).toEqual([0, 0, all, 0])
})
