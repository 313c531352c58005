import type Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, modelMessageSchema, stepCountIs, tool } from 'ai'
import type { ModelMessage } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../config/index.ts'
import {
  atomicWindow,
  chars4,
  ContextWindowManager,
  repair,
  trimToBudget,
  validate,
} from '../engine/index.ts'
import type {
  OpenAiMessage,
  OpenAiRequest,
  ReportedUsage,
  ResponsesItem,
  ResponsesRequest,
  ToolDefinition,
} from '../engine/index.ts'
import { createMock } from '../llm/index.ts'
import { newManager as newManagerOf } from '../testing/new-manager.ts'
import {
  aiSdkAdapter,
  anthropicAdapter,
  langChainAdapter,
  managedWindow,
  openAiAdapter,
  responsesAdapter,
} from './index.ts'
import type { NextRequest } from './index.ts'

/** Long results in a small window, so that something is evicted. */
const RESULT = Array.from({ length: 60 }, (_, line) => `${line}: order ord_${line * 7919} handled`).join('\n')
const CALLS = 24
const TASK = 'Read every log. Never restart a service.'

function newManager(): ContextWindowManager {
  const config = completeConfig({ max_context_tokens: 6000 })
  const llm = createMock({ count: (text) => chars4.count(text) })
  return new ContextWindowManager({ ...strategySettings(config), counter: chars4, llm })
}

/** What every loop has to come to: all calls made, the window kept, something evicted, the task still there. */
function expectManaged(turns: readonly NextRequest<unknown>[]): void {
  expect(turns.length).toBe(CALLS + 1)
  for (const { turn } of turns) expect(turn.ledger.utilization).toBeLessThan(1)
  expect(turns.flatMap(({ turn }) => turn.edits).length).toBeGreaterThan(0)
  const last = JSON.stringify(turns.at(-1)?.messages)
  expect(last).toContain('Never restart a service.')
  expect(last.length).toBeLessThan((CALLS * RESULT.length) / 1.5)
}

test('MAN-1 an agent on Anthropic’s client keeps its messages, and the manager its window', async () => {
  const tools: ToolDefinition[] = [{ name: 'read_log', input_schema: { type: 'object' } }]
  const turns: NextRequest<unknown>[] = []
  const window = managedWindow(newManager(), anthropicAdapter<Anthropic.MessageParam>(), {
    system: 'Be brief.',
    tools,
  })
  window.add([{ role: 'user', content: TASK }])
  for (let nth = 0; nth <= CALLS; nth++) {
    const next = await window.next()
    turns.push(next)
    expect(validate({ messages: next.turn.request.messages, tools }, 'anthropic')).toEqual([])
    if (nth === CALLS) break
    const reply: Anthropic.MessageParam = {
      role: 'assistant',
      content: [{ type: 'tool_use', id: `call_${nth}`, name: 'read_log', input: { service: nth } }],
    }
    const result: Anthropic.MessageParam = {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `call_${nth}`, content: RESULT }],
    }
    window.add([reply, result])
  }
  expectManaged(turns)
})

test('MAN-1 an agent on OpenAI’s chat completions keeps its messages, and the manager its window', async () => {
  const turns: NextRequest<unknown>[] = []
  const window = managedWindow(newManager(), openAiAdapter<OpenAiMessage>())
  window.add([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: TASK },
  ])
  for (let nth = 0; nth <= CALLS; nth++) {
    const next = await window.next()
    turns.push(next)
    const request: OpenAiRequest = { messages: next.messages }
    expect(request.messages[0]).toEqual({ role: 'system', content: 'Be brief.' })
    expect(validate(request, 'openai', { tools: 'ignored' })).toEqual([])
    if (nth === CALLS) break
    const call = {
      id: `call_${nth}`,
      type: 'function' as const,
      function: { name: 'read_log', arguments: `{"service":${nth}}` },
    }
    window.add([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: call.id, content: RESULT },
    ])
  }
  expectManaged(turns)
})

test('MAN-1 an agent on the Responses API keeps its items, and the manager its window', async () => {
  const turns: NextRequest<unknown>[] = []
  const window = managedWindow(newManager(), responsesAdapter<ResponsesItem>(), { system: 'Be brief.' })
  window.add([{ role: 'user', content: TASK }])
  for (let nth = 0; nth <= CALLS; nth++) {
    const next = await window.next()
    turns.push(next)
    const request: ResponsesRequest = { input: next.messages }
    expect(validate(request, 'openai-responses', { tools: 'ignored' })).toEqual([])
    if (nth === CALLS) break
    window.add([
      { type: 'reasoning', summary: [], encrypted_content: `proof ${nth}` },
      { type: 'function_call', call_id: `call_${nth}`, name: 'read_log', arguments: `{"service":${nth}}` },
      { type: 'function_call_output', call_id: `call_${nth}`, output: RESULT },
    ])
  }
  expectManaged(turns)
})

test('MAN-1 an agent on the AI SDK keeps its messages, and the manager its window', async () => {
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  }
  let made = 0
  const model = new MockLanguageModelV3({
    doGenerate: () => {
      const nth = made++
      const isLast = nth === CALLS
      return Promise.resolve({
        finishReason: isLast
          ? { unified: 'stop' as const, raw: undefined }
          : { unified: 'tool-calls' as const, raw: undefined },
        usage,
        warnings: [],
        content: isLast
          ? [{ type: 'text' as const, text: 'done' }]
          : [
              {
                type: 'tool-call' as const,
                toolCallId: `call_${nth}`,
                toolName: 'read_log',
                input: `{"service":${nth}}`,
              },
            ],
      })
    },
  })
  const tools = {
    read_log: tool({ inputSchema: jsonSchema({ type: 'object' }), execute: () => Promise.resolve(RESULT) }),
  }
  const turns: NextRequest<unknown>[] = []

  const window = managedWindow(newManager(), aiSdkAdapter<ModelMessage>(), { system: 'Be brief.' })
  window.add([{ role: 'user', content: TASK }])
  for (;;) {
    const next = await window.next()
    turns.push(next)
    for (const message of next.messages) expect(modelMessageSchema.safeParse(message).success).toBe(true)
    const { response, finishReason, usage } = await generateText({
      model,
      tools,
      system: 'Be brief.',
      messages: next.messages,
      stopWhen: stepCountIs(1),
    })
    window.add(response.messages, usage)
    if (finishReason !== 'tool-calls') break
  }
  expectManaged(turns)
})

test('MAN-1 replies that an SDK made in a row are turns of their own', async () => {
  const manager = newManager()
  const window = managedWindow(manager, openAiAdapter<OpenAiMessage>())
  window.add([
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: 'hi' },
    { role: 'user', content: 'and?' },
    { role: 'assistant', content: 'well' },
    { role: 'user', content: 'go on' },
  ])
  const { messages, turn } = await window.next()
  expect(turn.turn).toBe(2)
  expect(messages.map(({ content }) => content)).toEqual(['hello', 'hi', 'and?', 'well', 'go on'])
  await expect(managedWindow(newManager(), openAiAdapter()).next()).rejects.toThrow('nothing was added yet')
})

const user = (content: string) => ({ role: 'user', content })

test('MAN-1 EVI-3 after a call that failed, the window goes on with the same messages, or with more', async () => {
  const manager = newManagerOf('fifo', 6000)
  const window = managedWindow(manager, openAiAdapter<OpenAiMessage>())
  window.add([user('hello') as OpenAiMessage])
  const first = await window.next()
  // The model's client throws: 429, or the user stopped it.
  const second = await window.next()
  expect(second.messages).toEqual(first.messages)
  window.add([user('be quick') as OpenAiMessage])
  const third = await window.next()
  expect(third.messages).toEqual([...first.messages, user('be quick')])
  const call = (id: string) => ({ id, type: 'function' as const, function: { name: 'r', arguments: '{}' } })
  // So much that the older one would leave if it had been read.
  const more: readonly OpenAiMessage[] = [
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    { role: 'tool', tool_call_id: 'a', content: 'found '.repeat(1450) },
    { role: 'tool', tool_call_id: 'b', content: 'seen '.repeat(1450) },
  ]
  window.add(more)
  await window.next()
  const last = await window.next()
  expect(last.messages).toEqual([...third.messages, ...more])
  expect(last.repairs).toEqual([])
  // What the user says while a call runs follows its reply.
  window.add([user('and?') as OpenAiMessage])
  window.add([{ role: 'assistant', content: 'done' }])
  const { messages } = await window.next()
  expect(messages.slice(-2)).toEqual([{ role: 'assistant', content: 'done' }, user('and?')])
})

test('BUD-3 after the task ended at an overflow, the window says what did not fit and what helps', async () => {
  const config = completeConfig({ strategy: 'unmanaged', max_context_tokens: 8000 })
  const llm = createMock({ count: (text) => chars4.count(text) })
  const manager = new ContextWindowManager({ ...strategySettings(config), counter: chars4, llm })
  const window = managedWindow(manager, openAiAdapter())
  window.add([user('word '.repeat(4832)) as OpenAiMessage])
  const { turn } = await window.next()
  expect(turn.ended).not.toBeNull()
  window.add([{ role: 'assistant', content: 'yes' }])
  await expect(window.next()).rejects.toThrow(
    `the task ended at an overflow. Its last request takes 6044 of 8000 tokens, and ${turn.ledger.reserve} are reserved for the reply. Look at fit before you send.`,
  )
})

test('MAN-1 usage that is no number is refused where it is given, and nothing is added', async () => {
  const window = managedWindow(newManager(), openAiAdapter())
  window.add([user('hello') as OpenAiMessage])
  await window.next()
  const usage = { prompt_tokens: '70' } as unknown as ReportedUsage
  expect(() => window.add([{ role: 'assistant', content: 'hi' }], usage)).toThrow(
    'usage.prompt_tokens has to be a number of tokens from 0 up, but is "70"',
  )
  window.add([{ role: 'assistant', content: 'hi' }, user('on') as OpenAiMessage])
  expect((await window.next()).messages).toHaveLength(3)
})

test('MAN-1 of a list that is refused nothing is taken in: without the bad message it is added', async () => {
  const called = (name: string) => ({
    role: 'assistant',
    content: null,
    function_call: { name, arguments: '{}' },
  })
  const result = (name: string) => ({ role: 'function', name, content: `done ${name}` })
  const window = managedWindow(newManager(), openAiAdapter<{ role: string }>())
  window.add([{ role: 'user', content: TASK } as { role: string }])
  await window.next()
  window.add([called('f')])
  const good = [result('f'), called('g'), result('g')]
  expect(() => {
    window.add([...good, { role: 'bogus' }])
  }).toThrow('bogus')
  window.add(good)
  const { messages } = await window.next()
  expect(messages.slice(1)).toEqual([called('f'), ...good])

  // What the engine writes has the shape of the messages that were taken in.
  const adapter = langChainAdapter()
  const bad = [{ role: 'user', content: 'Go.' }, { role: 'bogus' }]
  expect(() => adapter.toEngine(bad)).toThrow('bogus')
  adapter.toEngine([{ type: 'human', data: { content: 'Go.' } }])
  const written = { role: 'assistant', content: [{ type: 'text', text: 'So far.' }] } as const
  expect(adapter.fromEngine({ messages: [written] })).toMatchObject([{ type: 'ai', data: {} }])
})

test('PAIR-1 calls without results are named as the client named them', async () => {
  const window = managedWindow(newManager(), anthropicAdapter())
  const call = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} })
  window.add([user('go'), { role: 'assistant', content: [call('a'), call('a'), call('b')] }])
  await expect(window.next()).rejects.toThrow(
    'add the results of the last reply first: of a, a (call 2 with this id), b',
  )
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'found' })
  window.add([{ role: 'user', content: [result('a'), result('a'), result('b')] }])
  await window.next()
  // Counted anew in each reply, which is nothing to tell.
  window.add([{ role: 'assistant', content: [call('a')] }])
  await expect(window.next()).rejects.toThrow(/: of a$/)
})

test('MAN-1 one request at a time, and a shorter one only after one was made: errors name what the caller wrote', async () => {
  const window = managedWindow(newManager(), anthropicAdapter<Anthropic.MessageParam>())
  await expect(window.afterOverflow()).rejects.toThrow('call next() first')
  window.add([{ role: 'user', content: TASK }])
  const [first, second, shorter] = await Promise.allSettled([
    window.next(),
    window.next(),
    window.afterOverflow(),
  ])
  expect(first).toMatchObject({ status: 'fulfilled', value: { messages: [{ role: 'user' }] } })
  expect(second).toMatchObject({ reason: { message: 'next() still runs: await it before next()' } })
  expect(shorter).toMatchObject({ reason: { message: 'next() still runs: await it before afterOverflow()' } })
  // What was refused changed nothing.
  window.add([
    { role: 'assistant', content: 'Done.' },
    { role: 'user', content: 'Thanks.' },
  ])
  expect((await window.next()).messages).toHaveLength(3)
})

test('MAN-1 at the end of a loop the manager is given the last reply, and then saves a checkpoint and ends the task', async () => {
  const manager = newManager()
  const window = managedWindow(manager, openAiAdapter<OpenAiMessage>())
  window.add([{ role: 'user', content: TASK }])
  await window.next()
  window.add([{ role: 'assistant', content: 'We decided to use plan A, because it is fast.' }])
  const pending = window.next()
  await expect(window.flush()).rejects.toThrow('next() still runs: await it before flush()')
  await pending
  window.add([{ role: 'assistant', content: 'We decided to use plan B, because it is safe.' }])
  await window.flush()
  await window.flush()
  expect(await manager.checkpoint()).not.toBeNull()
  const { checkpoint } = await manager.onTaskEnd()
  expect(JSON.stringify(checkpoint?.decisions)).toMatch(/plan A.*plan B/)
})

test.each(['managed', 'unmanaged', 'hybrid', 'token_trim'])(
  'VALID-1 a reply that begins with a text goes back as the model made it, in the running loop and after it: %s',
  async (preset) => {
    const window = managedWindow(newManagerOf(preset, 100_000), anthropicAdapter<Anthropic.MessageParam>())
    const searches: Anthropic.ContentBlockParam[] = [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [] },
    ]
    const all: Anthropic.MessageParam[] = [{ role: 'user', content: 'go' }]
    window.add(all)
    for (const id of ['a', 'b', 'c']) {
      const { messages, repairs } = await window.next()
      expect({ messages, repairs }).toEqual({ messages: all, repairs: [] })
      const more: Anthropic.MessageParam[] = [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: `I look for ${id}` },
            ...(id === 'b' ? searches : []),
            { type: 'thinking', thinking: `hm ${id}`, signature: id },
            { type: 'text', text: 'and read' },
            { type: 'tool_use', id, name: 'read', input: {} },
          ],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'r' }] },
      ]
      window.add(more)
      all.push(...more)
    }
    const { messages, repairs } = await window.next()
    expect({ messages, repairs }).toEqual({ messages: all, repairs: [] })
  },
)

test('VALID-1 VALID-2 a client’s own messages are checked and repaired as they are, and stay of its type', () => {
  const messages: Anthropic.MessageParam[] = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'r', input: {} }] },
    { role: 'user', content: [{ type: 'text', text: 'stop' }] },
  ]
  expect(validate(messages, 'anthropic').map(({ rule }) => rule)).toEqual(['unanswered-call'])
  const body: Anthropic.MessageCreateParams = { model: 'claude-opus-5-5', max_tokens: 100, messages }
  const { request } = repair(body, 'anthropic', { tools: 'ignored' })
  const again: Anthropic.MessageCreateParams = request
  expect(validate(again, 'anthropic', { tools: 'ignored' })).toEqual([])
  expect(again.max_tokens).toBe(100)
  for (const trim of [trimToBudget(messages, { maxTokens: 1000 }), atomicWindow(messages)]) {
    const left: Anthropic.MessageParam[] = trim.messages
    expect(left).toBe(messages)
  }
})
