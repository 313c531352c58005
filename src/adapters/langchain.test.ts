import {
  AIMessage,
  coerceMessageLikeToMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { BaseMessage, BaseMessageLike } from '@langchain/core/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../config/index.ts'
import { chars4, ContextWindowManager } from '../engine/index.ts'
import type { Message, Part } from '../engine/index.ts'
import { createMock } from '../llm/index.ts'
import { newManager } from '../testing/new-manager.ts'
import { langChainAdapter, managedWindow } from './index.ts'

/** Without the marks of the adapter. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
/** Few words, so that equal messages with different fields happen. */
const word = fc.constantFrom('yes', 'no', '', '{"a":1}')
const id = fc.uuid()
const json = fc.dictionary(fc.constantFrom('a', 'b'), fc.jsonValue({ maxDepth: 1 }))
const call = fc.record({
  id,
  name: fc.constantFrom('read', 'write'),
  args: json,
  type: fc.constant('tool_call' as const),
})
const block = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: word }),
  fc.record({ type: fc.constant('image_url' as const), image_url: fc.record({ url: fc.webUrl() }) }),
  fc.record({ type: fc.constant('thinking' as const), thinking: word, signature: word }),
  fc.record({ type: fc.constant('of_a_provider' as const), own: json }),
)
const content = fc.oneof(word, fc.array(block, { maxLength: 3 }))
const more = fc.record({ name: word, additional_kwargs: json }, { requiredKeys: [] })
/** Messages of LangChain's own classes; a conversation begins with the user. */
const messages = fc
  .array(
    fc.oneof(
      fc.tuple(content, more).map(([given, own]) => new HumanMessage({ ...own, content: given })),
      fc.tuple(word, more).map(([given, own]) => new SystemMessage({ ...own, content: given })),
      fc
        .tuple(content, fc.array(call, { maxLength: 2 }), more)
        .map(([given, tool_calls, own]) => new AIMessage({ ...own, content: given, tool_calls })),
      fc
        .tuple(content, id, fc.constantFrom('success' as const, 'error' as const), more)
        .map(
          ([given, tool_call_id, status, own]) =>
            new ToolMessage({ ...own, content: given, tool_call_id, status }),
        ),
    ),
    { maxLength: 6 },
  )
  .map((all) => [new HumanMessage('go'), ...all])

test('MSG-1 LangChain messages come back as objects of their classes, stored and serialized ones with every field', () => {
  fc.assert(
    fc.property(messages, (objects) => {
      const shapes: readonly (readonly object[])[] = [
        objects,
        objects.map((message) => message.toDict()),
        objects.map((message) => message.toJSON()),
      ]
      for (const all of shapes) {
        const adapter = langChainAdapter()
        const back = adapter.fromEngine(adapter.toEngine(all))
        expect(back).toHaveLength(all.length)
        for (const [at, one] of all.entries()) {
          expect(back[at]).toEqual(one)
          expect(Object.getPrototypeOf(back[at])).toBe(Object.getPrototypeOf(one))
        }
      }
    }),
    { numRuns: 100 },
  )
})

test('the three shapes of a conversation are the same to the engine', () => {
  fc.assert(
    fc.property(messages, (objects) => {
      const [own, stored, serialized] = [
        objects,
        objects.map((message) => message.toDict()),
        objects.map((message) => JSON.parse(JSON.stringify(message)) as object),
      ].map((all) => langChainAdapter().toEngine(all))
      expect(plain(stored)).toEqual(plain(own))
      expect(plain(serialized)).toEqual(plain(own))
    }),
    { numRuns: 50 },
  )
})

const talk = (): BaseMessage[] => [
  new SystemMessage('Be brief.'),
  new HumanMessage('go'),
  new AIMessage({
    content: 'I look.',
    tool_calls: [
      { id: 'c1', name: 'read', args: { path: 'a' } },
      { id: 'c2', name: 'read', args: { path: 'b' } },
    ],
    response_metadata: { took: 3 },
  }),
  new ToolMessage({ content: 'long', tool_call_id: 'c1', name: 'read', artifact: { own: 1 } }),
  new ToolMessage({ content: 'no such file', tool_call_id: 'c2', status: 'error' }),
]

test('a conversation has the parts that its messages say', () => {
  const { system, messages: own } = langChainAdapter<BaseMessage>().toEngine(talk())
  expect(system).toBe('Be brief.')
  expect(plain(own)).toEqual([
    { role: 'user', content: [{ type: 'text', text: 'go' }] },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'I look.' },
        { type: 'tool_use', id: 'c1', name: 'read', input: { path: 'a' } },
        { type: 'tool_use', id: 'c2', name: 'read', input: { path: 'b' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: 'long' },
        { type: 'tool_result', tool_use_id: 'c2', content: 'no such file', is_error: true },
      ],
    },
  ])
})

test('a result that an edit shortened keeps its name and artifact, and what the engine writes is an object of a class', () => {
  const given = talk()
  const adapter = langChainAdapter<BaseMessage>()
  const { messages: own } = adapter.toEngine(given)
  const edited: Message[] = [
    { role: 'user', content: 'Summary of before.' },
    own[1] as Message,
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c1', content: '[evicted]' },
        { type: 'tool_result', tool_use_id: 'c2', content: 'no such file', is_error: true },
      ],
    },
  ]
  const [front, summary, reply, shortened, same, ...rest] = adapter.fromEngine({ messages: edited })
  expect(rest).toEqual([])
  expect([front, reply, same]).toEqual([given[0], given[2], given[4]])
  expect(reply).toBeInstanceOf(AIMessage)
  expect(reply).not.toBe(given[2])
  expect(summary).toEqual(new HumanMessage('Summary of before.'))
  expect(summary).toBeInstanceOf(HumanMessage)
  expect(shortened).toBeInstanceOf(ToolMessage)
  expect(shortened).toMatchObject({
    content: '[evicted]',
    tool_call_id: 'c1',
    name: 'read',
    artifact: { own: 1 },
  })
})

test('MAN-1 a result that is made up before the tool gave one is an object of LangChain’s, or its type says that it is none', async () => {
  const call = new AIMessage({ content: '', tool_calls: [{ id: 'c', name: 'read', args: {} }] })
  const talk = [new HumanMessage('go'), call, new HumanMessage('stop')]
  const made = managedWindow(newManager('managed', 8000), langChainAdapter(mapStoredMessagesToChatMessages))
  made.add(talk)
  const { messages } = await made.next()
  expect(messages.map((message) => message.getType())).toEqual(['human', 'ai', 'tool', 'human'])
  expect(messages[2]).toBeInstanceOf(ToolMessage)

  const plain = managedWindow(newManager('managed', 8000), langChainAdapter<BaseMessage>())
  plain.add(talk)
  const next = await plain.next()
  const [, , result] = next.messages
  // @ts-expect-error it may be no object of a class
  expect(() => result?.getType()).toThrow('not a function')
  expect(result).toMatchObject({ role: 'tool', tool_call_id: 'c' })
  const takenByModels: BaseMessageLike[] = next.messages
  expect(takenByModels).toHaveLength(4)
})

test('without a message of its kind, an object is made from the stored form that LangChain reads', () => {
  const adapter = langChainAdapter(mapStoredMessagesToChatMessages)
  adapter.toEngine([coerceMessageLikeToMessage(['human', 'go'])])
  const [made] = adapter.fromEngine({
    messages: [
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'read', input: { a: 1 } }] },
    ],
  })
  expect(made).toBeInstanceOf(AIMessage)
  expect((made as AIMessage).tool_calls).toEqual([
    { type: 'tool_call', id: 'c', name: 'read', args: { a: 1 } },
  ])

  const stored = langChainAdapter()
  stored.toEngine([new HumanMessage('go').toDict()])
  expect(stored.fromEngine({ messages: [{ role: 'assistant', content: 'yes' }] })).toEqual([
    { type: 'ai', data: { content: 'yes' } },
  ])
  const bare = langChainAdapter()
  bare.toEngine([{ role: 'human', content: 'go' }])
  expect(bare.fromEngine({ messages: [{ role: 'assistant', content: 'yes' }] })).toEqual([
    { role: 'ai', content: 'yes' },
  ])
  const serialized = langChainAdapter()
  serialized.toEngine([JSON.parse(JSON.stringify(new HumanMessage('go'))) as object])
  expect(serialized.fromEngine({ messages: [{ role: 'assistant', content: 'yes' }] })).toEqual([
    {
      lc: 1,
      type: 'constructor',
      id: ['langchain_core', 'messages', 'AIMessage'],
      kwargs: { content: 'yes' },
    },
  ])
})

const rawCall = (id: string, text: string) => ({
  id,
  type: 'function' as const,
  function: { name: 'read', arguments: text },
})

test.each(['object', 'stored'])(
  'MSG-1 of a reply as ChatOpenAI gives it, whose call leaves while its text stays, nothing names the call: %s',
  (shape) => {
    const reply = new AIMessage({
      content: 'I look.',
      tool_calls: [{ id: 'c', name: 'read', args: {}, type: 'tool_call' }],
      additional_kwargs: {
        tool_calls: [rawCall('c', '{}')],
        reasoning_content: 'hm',
        own: 1,
      },
      response_metadata: { output: [{ type: 'function_call', call_id: 'c' }], took: 3 },
    })
    const given = [new HumanMessage('go'), reply]
    const adapter = langChainAdapter()
    const { messages: own } = adapter.toEngine(
      shape === 'object' ? given : given.map((message) => message.toDict()),
    )
    const kept = (type: Part['type']) => {
      const parts = (own[1]?.content ?? []) as readonly Part[]
      const content = parts.filter((part) => part.type === type)
      const [back] = adapter.fromEngine({ messages: [{ role: 'assistant', content }] })
      return plain(shape === 'object' ? back : (back as { data: object }).data) as AIMessage
    }
    const fields = (message: unknown): unknown =>
      shape === 'object' ? (message as { kwargs: object }).kwargs : message
    const text = fields(kept('text'))
    expect(text).toMatchObject({ content: 'I look.', response_metadata: { took: 3 } })
    expect(text).toMatchObject({ additional_kwargs: { own: 1 } })
    expect(JSON.stringify(text)).not.toMatch(/"c"|hm|"id":"c"/)
    expect(fields(kept('tool_use'))).toMatchObject({ content: '', tool_calls: [{ id: 'c' }] })
    expect(fields(kept('thinking'))).toMatchObject({
      content: '',
      additional_kwargs: { reasoning_content: 'hm' },
    })
  },
)

function newWindow() {
  const config = completeConfig({ max_context_tokens: 50_000 })
  const llm = createMock({ count: (text) => chars4.count(text) })
  const manager = new ContextWindowManager({ ...strategySettings(config), counter: chars4, llm })
  return managedWindow(manager, langChainAdapter<BaseMessage>())
}

const good = { id: 'ok', name: 'read', args: {}, type: 'tool_call' as const }
const bad = { id: 'bad', name: 'read', args: '{"a', type: 'invalid_tool_call' as const }

test('PAIR-1 a call whose arguments are no JSON needs a result only if LangChain sends it', async () => {
  const window = newWindow()
  const raw = [rawCall('ok', '{}'), rawCall('bad', '{"a')]
  const both = new AIMessage({
    content: '',
    tool_calls: [good],
    invalid_tool_calls: [bad],
    additional_kwargs: { tool_calls: raw },
  })
  const found = new ToolMessage({ content: 'found', tool_call_id: 'ok' })
  const alone = new AIMessage({ content: 'x', invalid_tool_calls: [bad] })
  const given = [new HumanMessage('go'), both, found, alone, new HumanMessage('on')]
  window.add(given)
  const { messages, repairs } = await window.next()
  expect(messages).toEqual(given)
  expect(repairs).toEqual([])
  window.add([
    new AIMessage({
      content: '',
      tool_calls: [],
      invalid_tool_calls: [bad],
      additional_kwargs: { tool_calls: raw.slice(1) },
    }),
  ])
  await expect(window.next()).rejects.toThrow('of bad')
})

test('VALID-2 the first result of a conversation that is made up is a message that LangChain takes', async () => {
  const window = newWindow()
  window.add([
    new HumanMessage('go'),
    new AIMessage({ content: '', tool_calls: [good] }),
    new HumanMessage('stop'),
  ])
  const { messages } = await window.next()
  const taken = messages.map((message) => coerceMessageLikeToMessage(message))
  expect(taken.map(({ type }) => type)).toEqual(['human', 'ai', 'tool', 'human'])
  expect(taken[2]).toMatchObject({ tool_call_id: 'ok', content: '[No result was recorded for this call.]' })
})

test('PAIR-2 a call of a server tool stays with its result, as LangChain writes both of every provider', async () => {
  const found = { type: 'web_search_tool_result', tool_use_id: 's', content: [{ url: 'u' }] }
  const reply = new AIMessage({
    content: [{ type: 'server_tool_use', id: 's', name: 'web_search', input: {} }, found] as never,
    response_metadata: { model_provider: 'anthropic' },
  })
  const { contentBlocks } = reply
  expect(contentBlocks.map(({ type }) => type)).toEqual(['server_tool_call', 'server_tool_call_result'])
  const wrapped = (value: object): object => ({ type: 'non_standard', value })
  const mcp = [
    wrapped({ type: 'mcp_tool_use', id: 'm', name: 'look', input: {} }),
    wrapped({ type: 'mcp_tool_result', tool_use_id: 'm', content: 'seen' }),
  ]
  for (const content of [contentBlocks, mcp]) {
    const call = new AIMessage({ content: content.slice(0, 1) as never })
    const result = new AIMessage({ content: content.slice(1) as never })
    const both = new AIMessage({ content: content as never })
    const given = [
      new HumanMessage('Look.'),
      both,
      new HumanMessage('on'),
      call,
      result,
      new HumanMessage('so'),
    ]
    const window = managedWindow(newManager('managed', 8000), langChainAdapter<BaseMessage>())
    window.add(given)
    const { messages, repairs } = await window.next()
    expect(messages).toEqual(given)
    expect(repairs).toEqual([])
    // A result without its call is not sent.
    const adapter = langChainAdapter<BaseMessage>()
    const { messages: list } = adapter.toEngine(given)
    const left = adapter.fromEngine({ messages: [...list.slice(0, 3), ...list.slice(4)] })
    expect(JSON.stringify(left[3])).toContain('[A call of a tool was removed.]')
  }
})

test('PRES-4 the usage that LangChain notes in a reply is that of its call, in each shape', async () => {
  const usage = {
    input_tokens: 900,
    output_tokens: 5,
    total_tokens: 905,
    input_token_details: { cache_read: 800 },
  }
  const noted = new AIMessage({ content: 'hi', usage_metadata: usage } as never)
  const shapes: readonly unknown[] = [
    noted,
    noted.toDict(),
    plain(noted),
    { role: 'assistant', content: 'hi', usage_metadata: usage },
  ]
  for (const reply of shapes) {
    const adapter = langChainAdapter<object>()
    adapter.toEngine([new HumanMessage('go')])
    expect(adapter.toEngine([reply as object]).usage).toEqual({ inputTokens: 900, outputTokens: 5 })
    expect(adapter.toEngine([new AIMessage('hi')]).usage).toBeUndefined()
  }
  const manager = new ContextWindowManager({
    ...strategySettings(completeConfig({ max_context_tokens: 8000 })),
    counter: chars4,
    llm: createMock({ count: (text) => chars4.count(text) }),
  })
  const window = managedWindow(manager, langChainAdapter<BaseMessage>())
  const reported = (): unknown[] =>
    manager.auditLog.flatMap((entry) => (entry.action === 'response' ? [entry.reported] : []))
  window.add([new HumanMessage('go')])
  await window.next()
  window.add([noted])
  window.add([new HumanMessage('on')])
  await window.next()
  // What the caller says goes before it.
  window.add([noted], { inputTokens: 700 })
  await window.flush()
  expect(reported()).toEqual([900, 700])
})

test('TOK-3 PAIR-2 the arguments of a streamed call are counted once, and leave with it', () => {
  const args = { path: 'src/a.ts', lines: 'one two three '.repeat(20) }
  const calls = [{ id: 'a', name: 'read', args, type: 'tool_call' as const }]
  const written = JSON.stringify(args)
  const streamed = new AIMessage({
    content: [
      { type: 'text', text: 'I look.', index: 0 },
      { type: 'tool_use', id: 'a', name: 'read', input: '', index: 1 },
      { type: 'input_json_delta', input: written.slice(0, 9), index: 1 },
      { type: 'input_json_delta', input: written.slice(9), index: 1 },
    ],
    tool_calls: calls,
  })
  const read = (reply: BaseMessage) => {
    const adapter = langChainAdapter<BaseMessage>()
    const { messages: all } = adapter.toEngine([new HumanMessage('go'), reply])
    return { adapter, all }
  }
  const { adapter, all } = read(streamed)
  expect(plain(all)).toEqual(plain(read(new AIMessage({ content: 'I look.', tool_calls: calls })).all))
  const [first, reply] = all
  const [text] = (reply?.content ?? []) as readonly Part[]
  if (first === undefined || text === undefined) throw new Error('no text')
  const left = adapter.fromEngine({ messages: [first, { role: 'assistant', content: [text] }] })
  expect(left[1]?.content).toEqual([{ type: 'text', text: 'I look.', index: 0 }])
  // A call that nobody lists has its arguments from there.
  const alone = read(new AIMessage({ content: streamed.content })).all[1]?.content
  expect(alone).toMatchObject([{}, { type: 'tool_use', id: 'a', input: args }])
})

test('TOK-3 what OpenAI thought and what its tools gave is counted, and leaves', () => {
  const thought = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Look there.' }] }
  const mcp = {
    type: 'mcp_call',
    id: 'mcp_1',
    server_label: 's',
    name: 'm',
    arguments: '{}',
    output: 'found',
  }
  const computer = { type: 'computer_call', id: 'cu_1', call_id: 'a', action: { type: 'click' } }
  const beside = {
    reasoning: thought,
    tool_outputs: [mcp, computer],
    __openai_function_call_ids__: { b: 'fc_1' },
    own: 1,
  }
  const reply = new AIMessage({
    id: 'resp_1',
    content: [
      { type: 'reasoning', reasoning: 'Look there.' },
      { type: 'text', text: 'So.' },
    ],
    tool_calls: ['a', 'b'].map((name) => ({ id: name, name, args: {}, type: 'tool_call' as const })),
    additional_kwargs: beside,
    response_metadata: { output: [thought, mcp, computer], model: 'm' },
  })
  const adapter = langChainAdapter<BaseMessage>()
  const given = [new HumanMessage('go'), reply]
  const { messages: all } = adapter.toEngine(given)
  expect(adapter.fromEngine({ messages: all })).toEqual(given)
  const parts = (all[1]?.content ?? []) as readonly Part[]
  expect(plain(parts)).toEqual([
    { type: 'thinking', thinking: 'Look there.' },
    { type: 'text', text: 'So.' },
    { type: 'text', text: JSON.stringify(mcp) },
    { type: 'tool_use', id: 'a', name: 'a', input: {} },
    { type: 'tool_use', id: 'b', name: 'b', input: {} },
  ])
  const [first] = all
  if (first === undefined) throw new Error('no message')
  const without = (...nth: readonly number[]) => {
    const content = parts.filter((_, at) => !nth.includes(at))
    const { additional_kwargs: kept, response_metadata: told } =
      adapter.fromEngine({ messages: [first, { role: 'assistant', content }] })[1] ?? {}
    expect(told).toEqual({ model: 'm' })
    return kept
  }
  const { tool_outputs: _, ...noOutputs } = beside
  expect(without(1)).toEqual(beside)
  expect(without(2)).toEqual({ ...beside, tool_outputs: [computer] })
  expect(without(3)).toEqual({ ...beside, tool_outputs: [mcp] })
  expect(without(2, 3)).toEqual(noOutputs)
  // Without the reasoning nothing is known by its id.
  expect(without(0)).toEqual({ own: 1, __openai_function_call_ids__: { b: undefined } })
})
