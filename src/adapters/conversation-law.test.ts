import { isDeepStrictEqual } from 'node:util'
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from '@langchain/core/messages'
import type { BaseMessage } from '@langchain/core/messages'
import { modelMessageSchema } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { completeConfig, presetConfig, presets } from '../config/index.ts'
import { ProblemError, validate } from '../engine/index.ts'
import type { AnthropicRequest, Message, Part } from '../engine/index.ts'
import {
  aiSdkAdapter,
  anthropicAdapter,
  langChainAdapter,
  managedWindow,
  openAiAdapter,
  responsesAdapter,
} from './index.ts'
import { newManager } from '../testing/new-manager.ts'
import type { Adapter } from './index.ts'

type Fields = Readonly<Record<string, unknown>>
/** What follows a request: a reply and the results of its calls, or the user's next words. `n` makes ids unique. */
type Exchange = (n: number) => readonly Fields[]

const LONG = Array.from({ length: 40 }, (_, line) => `${line}: order ord_${line * 7919} handled`).join('\n')
const text = fc.constantFrom('yes', LONG, `${LONG} and on`)
const one =
  (message: Fields): Exchange =>
  () => [message]
const all = (...exchanges: readonly fc.Arbitrary<Exchange>[]) => fc.oneof(...exchanges)
/** An exchange with a text in it. */
const saying = (make: (said: string) => Exchange): fc.Arbitrary<Exchange> => text.map(make)
const fixed = (exchange: Exchange): fc.Arbitrary<Exchange> => fc.constant(exchange)

/** Any adapter, for messages of any shape. */
const untyped = (make: () => unknown): (() => Adapter<Fields>) => make as () => Adapter<Fields>

interface Kit {
  readonly name: string
  readonly adapter: () => Adapter<Fields>
  readonly front: readonly Fields[]
  readonly user: readonly Fields[]
  readonly exchange: fc.Arbitrary<Exchange>
  /** What the provider or the client's library would refuse. */
  readonly refused: (messages: readonly Fields[]) => readonly unknown[]
}

const user = (content: unknown, more: object = {}): Fields => ({ role: 'user', content, ...more })
const bytes = 'A'.repeat(400)

const openAi: Kit = {
  name: 'OpenAI',
  adapter: untyped(openAiAdapter),
  front: [{ role: 'developer', content: 'Be brief.', name: 'd' }],
  user: [
    user('go', { name: 'ann' }),
    user([{ type: 'input_audio', input_audio: { data: bytes, format: 'wav' } }]),
    user([
      { type: 'file', file: { file_id: 'file-1' } },
      { type: 'text', text: 'read it', own: 1 },
    ]),
    user([{ type: 'image_url', image_url: { url: 'https://a.example/a.png', detail: 'low' } }]),
  ],
  exchange: all(
    saying((said) => () => [
      { role: 'assistant', content: said, name: 'bot' },
      user('x', { name: 'ann' }),
      user('y', { name: 'bob' }),
    ]),
    fixed(() => [{ role: 'assistant', content: null, refusal: 'I cannot.', annotations: [] }, user('why')]),
    fixed(() => [{ role: 'assistant', content: null, audio: { id: 'audio_1' } }, user('')]),
    fixed(() => [
      { role: 'assistant', content: '' },
      { role: 'system', content: 'Now in French.' },
      user('on'),
    ]),
    fixed(() => [
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      user([{ type: 'text', text: 'a' }]),
    ]),
    saying((said) => (n) => [
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        tool_calls: [
          { id: `c${n}`, type: 'function', function: { name: 'r', arguments: '{"a": 1}' }, index: 0 },
          { id: `d${n}`, type: 'custom', custom: { name: 'patch', input: '*** Begin' } },
        ],
      },
      { role: 'tool', tool_call_id: `c${n}`, content: said, own: n },
      { role: 'tool', tool_call_id: `d${n}`, content: [{ type: 'text', text: 'ok' }] },
    ]),
    saying((said) => () => [
      { role: 'assistant', content: 'I call.', function_call: { name: 'r', arguments: '{}' } },
      { role: 'function', name: 'r', content: said },
    ]),
    saying((said) => () => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'same', type: 'function', function: { name: 'q', arguments: '{' } }],
      },
      { role: 'tool', tool_call_id: 'same', content: said },
    ]),
  ),
  refused: (messages) => [
    ...validate({ messages: withoutOldForms(messages) }, 'openai', { tools: 'ignored' }),
    ...withoutOldForms(messages)
      .filter(({ role }) => role === 'user' || role === 'assistant')
      .slice(0, 1)
      .filter(({ role }) => role !== 'user'),
  ],
}

/** The engine's rules know neither `function_call` nor what stands in place of content: written as today's forms. */
function withoutOldForms(messages: readonly Fields[]) {
  return messages.map((message) => {
    const { function_call: called, refusal, audio } = message
    if (message['role'] === 'function') return { ...message, role: 'tool', tool_call_id: 'old' }
    if (called !== undefined)
      return { ...message, tool_calls: [{ id: 'old', type: 'function', function: called }] }
    return { ...message, content: message['content'] ?? refusal ?? (audio === undefined ? null : 'audio') }
  }) as never[]
}

const anthropic: Kit = {
  name: 'Anthropic',
  adapter: untyped(anthropicAdapter),
  front: [],
  user: [
    user('go'),
    user([{ type: 'text', text: 'go', cache_control: { type: 'ephemeral' } }]),
    user([
      { type: 'document', source: { type: 'file', file_id: 'f' }, title: 'T', citations: { enabled: true } },
    ]),
    user([{ type: 'search_result', source: 's', title: 't', content: [{ type: 'text', text: 'z' }] }]),
  ],
  exchange: all(
    saying((said) => one({ role: 'assistant', content: said })).map((make) => (n) => [
      ...make(n),
      user('on'),
    ]),
    fixed(() => [
      { role: 'assistant', content: [{ type: 'text', text: 'ok', citations: [] }] },
      user('a'),
      user('b'),
    ]),
    saying((said) => (n) => [
      {
        role: 'assistant',
        content: [
          { type: 'server_tool_use', id: `s${n}`, name: 'web_search', input: { query: 'q' } },
          {
            type: 'web_search_tool_result',
            tool_use_id: `s${n}`,
            content: [{ type: 'web_search_result', url: 'u', title: said, encrypted_content: 'E' }],
          },
          { type: 'text', text: 'found' },
        ],
      },
      user('on'),
    ]),
    saying((said) => (n) => [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'x' },
          { type: 'tool_use', id: `t${n}`, name: 'r', input: { a: n }, caller: { type: 'direct' } },
          { type: 'tool_use', id: `u${n}`, name: 'r', input: {} },
        ],
      },
      user([
        { type: 'tool_result', tool_use_id: `t${n}`, content: said, own: 1 },
        {
          type: 'tool_result',
          tool_use_id: `u${n}`,
          content: [{ type: 'tool_reference', tool_name: 'q' }],
          is_error: true,
        },
        { type: 'text', text: 'and now' },
      ]),
    ]),
    fixed((n) => [
      { role: 'assistant', content: [{ type: 'text', text: `so ${n}` }] },
      user('on'),
      { role: 'system', content: 'Now in French.' },
    ]),
  ),
  refused: (messages) => validate({ messages: messages as never[] }, 'anthropic', { tools: 'ignored' }),
}

const responses: Kit = {
  name: 'Responses',
  adapter: untyped(responsesAdapter),
  front: [{ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] }],
  user: [
    user('go'),
    { type: 'message', role: 'user', content: [{ type: 'input_file', file_id: 'f' }], id: 'm' },
  ],
  exchange: all(
    saying((said) => (n) => [
      { type: 'reasoning', id: `rs${n}`, summary: [], encrypted_content: 'E' },
      {
        type: 'message',
        id: `m${n}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: said, annotations: [] }],
      },
      user('on'),
      user('and on'),
    ]),
    saying((said) => (n) => [
      { type: 'reasoning', id: `rs${n}`, summary: [{ type: 'summary_text', text: 'hm' }] },
      {
        type: 'function_call',
        id: `fc${n}`,
        call_id: `c${n}`,
        name: 'r',
        arguments: '{"a": 1}',
        status: 'completed',
      },
      { type: 'custom_tool_call', id: `ct${n}`, call_id: `d${n}`, name: 'patch', input: '*** Begin' },
      { type: 'function_call_output', call_id: `c${n}`, output: said },
      { type: 'custom_tool_call_output', call_id: `d${n}`, output: 'ok', own: 1 },
    ]),
    fixed((n) => [
      { type: 'web_search_call', id: `ws${n}`, status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'mcp_call', id: `mc${n}`, server_label: 's', name: 'n', arguments: '{}', output: 'o' },
      { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      { role: 'system', content: 'Now in French.' },
      user('on'),
    ]),
    fixed((n) => [
      {
        type: 'shell_call',
        id: `l${n}`,
        call_id: `e${n}`,
        status: 'completed',
        action: { commands: ['ls'] },
      },
      {
        type: 'shell_call_output',
        call_id: `e${n}`,
        output: [{ stdout: 'a', stderr: '', outcome: { type: 'exit', exit_code: 0 } }],
      },
    ]),
  ),
  refused: (items) => [
    ...validate({ input: items as never[] }, 'openai-responses', { tools: 'ignored' }),
    ...withoutReasoning(items),
  ],
}

/** Ids of the items above that are known to the API as what a reasoning led to, without that reasoning. */
function withoutReasoning(items: readonly object[]): readonly string[] {
  const ids = items.flatMap((item) => ('id' in item ? [String(item.id)] : []))
  return ids.filter((id) => /^(?:m|fc|ct)\d+$/.test(id) && !ids.includes(id.replace(/^[a-z]+/, 'rs')))
}

const aiSdk: Kit = {
  name: 'AI SDK',
  adapter: untyped(aiSdkAdapter),
  front: [{ role: 'system', content: 'Be brief.', providerOptions: { a: { b: 1 } } }],
  user: [
    user('go', { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }),
    user([{ type: 'file', data: new Uint8Array([1, 2, 3]), mediaType: 'audio/wav' }]),
    user([
      { type: 'text', text: 'a' },
      { type: 'image', image: new URL('https://a.example/a.png') },
      { type: 'file', data: 'AAAA', mediaType: 'application/pdf', filename: 'a.pdf' },
    ]),
  ],
  exchange: all(
    saying((said) => () => [
      { role: 'assistant', content: said, providerOptions: { x: { y: 1 } } },
      user('x'),
      user([{ type: 'text', text: 'y' }]),
    ]),
    saying((said) => (n) => [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: `w${n}`, toolName: 'web', input: {}, providerExecuted: true },
          {
            type: 'tool-result',
            toolCallId: `w${n}`,
            toolName: 'web',
            output: { type: 'text', value: said },
          },
          { type: 'text', text: 'ok' },
        ],
      },
      user('on'),
    ]),
    fixed(() => [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: 'hm', providerOptions: { a: { s: 'x' } } },
          { type: 'file', data: bytes, mediaType: 'image/png' },
          { type: 'text', text: 'pic' },
        ],
      },
      user('b'),
    ]),
    saying((said) => (n) => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool-call', toolCallId: `c${n}`, toolName: 'r', input: { a: 1 } },
          { type: 'tool-call', toolCallId: `d${n}`, toolName: 'r', input: {} },
          { type: 'tool-approval-request', approvalId: `a${n}`, toolCallId: `c${n}` },
        ],
      },
      { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: `a${n}`, approved: true }] },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: `c${n}`, toolName: 'r', output: { type: 'text', value: said } },
          {
            type: 'tool-result',
            toolCallId: `d${n}`,
            toolName: 'r',
            output: { type: 'execution-denied', reason: 'no' },
          },
        ],
        providerOptions: { x: { y: 2 } },
      },
    ]),
    fixed(() => [{ role: 'assistant', content: 'yes' }, user('')]),
  ),
  refused: (messages) => [
    ...messages.filter((message) => !modelMessageSchema.safeParse(message).success),
    ...unpaired(
      messages.map(({ role, content }) => {
        const parts = (Array.isArray(content) ? content : []) as readonly Fields[]
        const ids = (type: string) =>
          parts.flatMap((part) => (part['type'] === type ? [part['toolCallId']] : []))
        const own = role === 'assistant' ? ids('tool-result') : []
        return {
          calls: ids('tool-call').filter((id) => !own.includes(id)),
          results: role === 'tool' ? ids('tool-result') : own.filter((id) => !ids('tool-call').includes(id)),
          isTool: role === 'tool',
        }
      }),
    ),
  ],
}

const langChain: Kit = {
  name: 'LangChain',
  adapter: untyped(langChainAdapter),
  front: [new SystemMessage('Be brief.')] as unknown as readonly Fields[],
  user: [
    new HumanMessage({ content: 'go', name: 'ann' }),
    new HumanMessage({ content: [{ type: 'input_audio', input_audio: { data: bytes } }] }),
  ] as unknown as readonly Fields[],
  exchange: all(
    saying(
      (said) => () =>
        [
          new AIMessage({ content: said, response_metadata: { took: 3 } }),
          new HumanMessage({ content: 'x', name: 'ann' }),
          new HumanMessage(''),
        ] as never,
    ),
    saying(
      (said) => (n) =>
        [
          new AIMessage({
            content: [
              { type: 'server_tool_use', id: `s${n}`, name: 'web_search', input: {} },
              { type: 'web_search_tool_result', tool_use_id: `s${n}`, content: [said] },
              { type: 'image_url', image_url: { url: 'https://a.example/a.png' } },
            ],
          }),
          new SystemMessage('Now in French.'),
          new HumanMessage('on'),
        ] as never,
    ),
    saying(
      (said) => (n) =>
        [
          new AIMessage({
            content: '',
            tool_calls: [
              { id: `c${n}`, name: 'r', args: { a: 1 }, type: 'tool_call' },
              { id: `d${n}`, name: 'r', args: {}, type: 'tool_call' },
            ],
          }),
          new ToolMessage({ content: said, tool_call_id: `c${n}`, artifact: { own: n } }),
          new ToolMessage({ content: 'no', tool_call_id: `d${n}`, status: 'error' }),
        ] as never,
    ),
  ),
  refused: (messages) =>
    unpaired(
      (messages as unknown as readonly BaseMessage[]).map((message) => ({
        calls: AIMessage.isInstance(message) ? (message.tool_calls ?? []).map(({ id }) => id) : [],
        results: ToolMessage.isInstance(message) ? [message.tool_call_id] : [],
        isTool: ToolMessage.isInstance(message),
      })),
    ),
}

/** Calls and results that do not stand next to each other. */
function unpaired(
  messages: readonly {
    readonly calls: readonly unknown[]
    readonly results: readonly unknown[]
    readonly isTool: boolean
  }[],
): readonly unknown[] {
  const wrong: unknown[] = []
  let open = new Set<unknown>()
  for (const { calls, results, isTool } of [...messages, { calls: [], results: [], isTool: false }]) {
    if (!isTool) wrong.push(...open)
    if (!isTool) open = new Set(calls)
    wrong.push(...results.filter((id) => !open.delete(id)))
  }
  return wrong
}

/** Sends and adds until the conversation is over; every list that was sent, and the messages that were added. */
async function converse(
  kit: Kit,
  preset: string,
  limit: number,
  firstWords: Fields,
  exchanges: readonly Exchange[],
) {
  const window = managedWindow<Fields>(newManager(preset, limit), kit.adapter())
  const given = [...kit.front, firstWords]
  window.add(given)
  const lists: Fields[][] = []
  for (const [n, exchange] of exchanges.entries()) {
    const { messages, turn } = await window.next()
    lists.push(messages)
    if (turn.ended !== null) return { lists, given }
    const more = exchange(n)
    given.push(...more)
    window.add(more)
  }
  const { messages } = await window.next()
  lists.push(messages)
  return { lists, given }
}

const conversationOf = (kit: Kit, most: number) =>
  fc.tuple(fc.constantFrom(...kit.user), fc.array(kit.exchange, { maxLength: most, size: 'max' }))

test.each([openAi, anthropic, responses, aiSdk, langChain])(
  'MSG-1 through a manager that has room, each message of $name comes back with every field',
  async (kit) => {
    await fc.assert(
      fc.asyncProperty(conversationOf(kit, 6), async ([first, exchanges]) => {
        const { lists, given } = await converse(kit, 'default', 1_000_000, first, exchanges)
        // What the API reads as one message comes as one.
        const expected = kit === anthropic ? joined(given) : given
        expect(lists.at(-1)).toEqual(kit === openAi ? withNames(expected) : expected)
      }),
      { numRuns: 8 },
    )
  },
)

/** Fields beside those that an adapter reads. */
const moreFields = fc.array(
  fc.constantFrom(
    {},
    { cache_control: { type: 'ephemeral' } },
    { own: { a: [1, null] } },
    { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
  ),
  { minLength: 1, maxLength: 7 },
)

const UNMARKED: ReadonlySet<unknown> = new Set(['thinking', 'server_tool_use'])

/**
 * Puts fields of that list in turn on messages, and on each block and call in them; marks for the cache only as many as
 * the provider takes, and where it takes them.
 */
function fielder(fields: readonly Fields[], mostMarks: number): (message: Fields) => Fields {
  let [next, marks] = [0, 0]
  const fieldsFor = (value: object): Fields => {
    const more = fields[next++ % fields.length] ?? {}
    if (!('cache_control' in more)) return more
    // A call that the provider runs is one part with its result, which has one mark.
    if (marks >= mostMarks || ('type' in value && UNMARKED.has(value.type))) return {}
    marks += 1
    return more
  }
  const marked = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const more = fieldsFor(value)
    const lists = Object.fromEntries(
      Object.entries(value).flatMap(([key, list]: [string, unknown]) =>
        LISTS.has(key) && Array.isArray(list) ? [[key, list.map(marked)]] : [],
      ),
    )
    // An object of a class stays one.
    return Object.getPrototypeOf(value) === Object.prototype
      ? { ...value, ...more, ...lists }
      : Object.assign(value, lists)
  }
  return (message) => marked(message) as Fields
}

const LISTS: ReadonlySet<string> = new Set(['content', 'tool_calls', 'output', 'summary'])

test.each([openAi, anthropic, responses, aiSdk, langChain])(
  'MSG-1 whatever other fields messages of $name and their blocks have, they come back through a manager that has room',
  async (kit) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('default', 'managed', 'unmanaged'),
        conversationOf(kit, 6),
        moreFields,
        async (preset, [first, exchanges], fields) => {
          const fielded = fielder(fields, kit === anthropic ? 3 : Infinity)
          const words = fielded(first)
          const added = exchanges.map((exchange, n) => exchange(n).map(fielded))
          const { lists, given } = await converse(
            kit,
            preset,
            1_000_000,
            words,
            added.map((messages) => () => messages),
          )
          const expected = kit === anthropic ? joined(given) : given
          expect(lists.at(-1)).toEqual(kit === openAi ? withNames(expected) : expected)
        },
      ),
      { numRuns: 12 },
    )
  },
)

test.each(['managed', 'unmanaged'])(
  'MSG-1 under %s a mark for the cache on a result or in it comes back',
  async (preset) => {
    const window = managedWindow<Fields>(newManager(preset, 100_000), untyped(anthropicAdapter)())
    const mark = { cache_control: { type: 'ephemeral' } }
    const call = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} })
    const given = [
      user('go'),
      { role: 'assistant', content: [call('a'), call('b')] },
      user([
        { type: 'tool_result', tool_use_id: 'a', content: 'found', is_error: false, ...mark },
        { type: 'tool_result', tool_use_id: 'b', content: [{ type: 'text', text: 'x', ...mark }], ...mark },
      ]),
    ]
    window.add(given)
    expect((await window.next()).messages).toEqual(given)
  },
)

/** The ids of calls that a client counts anew are made unique. */
function withNames(messages: readonly Fields[]): readonly Fields[] {
  let count = 0
  let name = ''
  const renamed = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value).replaceAll('"same"', JSON.stringify(name)))
  return messages.map((message) => {
    if (!JSON.stringify(message).includes('"same"')) return message
    if (message['role'] === 'assistant') name = ++count === 1 ? 'same' : `same_${count}`
    return renamed(message) as Fields
  })
}

/** User messages in a row as one, a text as a block. */
function joined(messages: readonly Fields[]): readonly Fields[] {
  const list: Fields[] = []
  for (const message of messages) {
    const last = list.at(-1)
    const blocks = (content: unknown) =>
      typeof content === 'string' ? [{ type: 'text', text: content }] : (content as object[])
    if (last?.['role'] === 'user' && message['role'] === 'user')
      list[list.length - 1] = user([...blocks(last['content']), ...blocks(message['content'])])
    else list.push(message)
  }
  return list
}

/** Changes every text in a value, and puts a mark on every object, as long as they are no objects of other classes. */
function spoil(value: unknown, isMessage = true): void {
  if (typeof value !== 'object' || value === null) return
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  if (!isMessage && !isPlain) return
  const fields = value as Record<string, unknown>
  for (const [key, inner] of Object.entries(fields)) {
    if (typeof inner === 'string') fields[key] = `spoilt ${key}`
    else spoil(inner, false)
  }
  if (!Array.isArray(value)) fields['cache_control'] = { type: 'ephemeral' }
}

test.each([openAi, anthropic, responses, aiSdk, langChain])(
  'MSG-2 whoever changes the messages for $name that they added or got changes no later request',
  async (kit) => {
    const first = (): Fields => (kit === langChain ? (new HumanMessage('go') as never) : user('go'))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('default', 'fifo'),
        fc.array(kit.exchange, { maxLength: 6, size: 'max' }),
        async (preset, exchanges) => {
          const [calm, spoilt] = [0, 1].map(() => managedWindow(newManager(preset, 3000), kit.adapter()))
          for (const [n, exchange] of [() => [first()], ...exchanges].entries()) {
            calm?.add(exchange(n))
            const given = exchange(n)
            spoilt?.add(given)
            given.forEach((message) => spoil(message))
            const [expected, got] = [await calm?.next(), await spoilt?.next()]
            expect(got?.messages).toEqual(expected?.messages)
            expect(got?.turn.ledger).toEqual(expected?.turn.ledger)
            got?.messages.forEach((message) => spoil(message))
          }
        },
      ),
      { numRuns: 8 },
    )
  },
)

/** All texts in a message, wherever they are. */
function wordsOf(message: Fields): string {
  const words: string[] = []
  JSON.stringify(message, (_, value: unknown) => (typeof value === 'string' ? words.push(value) : value))
  return words.join('|')
}

const BY_STRATEGY = [
  ...new Map(presets.map((name) => [completeConfig(presetConfig(name)).strategy, name])).values(),
]

test.each([openAi, anthropic, responses, aiSdk, langChain])(
  'VALID-2 under every strategy each list for $name is valid, and each message is the client’s own or was changed',
  async (kit) => {
    let edited = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BY_STRATEGY),
        conversationOf(kit, 10).filter(([, exchanges]) => exchanges.length > 4),
        async (preset, [first, exchanges]) => {
          const { lists, given } = await converse(kit, preset, 2000, first, exchanges)
          for (const list of lists) expect(kit.refused(list), preset).toEqual([])
          const last = lists.at(-1) ?? []
          const before = given.map(wordsOf)
          const isIn = (list: readonly Fields[], message: Fields): boolean =>
            list.some((one) => isDeepStrictEqual(one, message))
          // Whatever is not the client's own message says something else.
          for (const message of last)
            if (kit !== anthropic && !isIn(given, message))
              expect(before, JSON.stringify(message)).not.toContain(wordsOf(message))
          if (given.some((message) => !isIn(last, message))) edited += 1
        },
      ),
      { numRuns: 15 },
    )
    expect(edited).toBeGreaterThan(0)
  },
)

test('what is no message of the client’s is refused with its place and value', () => {
  const wrong = (make: () => unknown, ...messages: readonly unknown[]): string => {
    try {
      untyped(make)().toEngine(messages as Fields[])
      return ''
    } catch (error) {
      expect(error).toBeInstanceOf(ProblemError)
      return (error as Error).message
    }
  }
  const places = [openAiAdapter, anthropicAdapter, responsesAdapter, aiSdkAdapter].flatMap((make) => [
    wrong(make, user('x'), user(5)),
    wrong(make, user('x'), { role: 'critic', content: 'y' }),
    wrong(make, user('x'), null),
    wrong(make, user('x'), user([7])),
    wrong(make, user('')),
  ])
  expect(places.slice(0, 5)).toEqual([
    'messages[1].content has to be a text or a list of parts, but is 5',
    'messages[1].role has to be system, developer, user, assistant, tool, function, but is "critic"',
    'messages[1] has to be an object, but is null',
    'messages[1].content[0] has to be a part, which is an object, but is 7',
    'messages[0].content has to be what the user wants, because the conversation begins with it, but is ""',
  ])
  for (const [at, said] of places.entries()) expect(said, String(at)).toMatch(/^messages\[\d\].* has to be /)
  expect(wrong(openAiAdapter, user('x'), { role: 'tool', content: 'y' })).toContain(
    'messages[1].tool_call_id',
  )
  expect(wrong(openAiAdapter, user('x'), { role: 'assistant', tool_calls: [{}] })).toContain(
    'messages[1].tool_calls[0]',
  )
  expect(wrong(langChainAdapter, user('x'), { type: 'remove', id: 'a' })).toContain('messages[1].type')
  const old = { type: 'tool-result', toolCallId: 'a', toolName: 'r', result: 'y' }
  expect(wrong(aiSdkAdapter, user('x'), { role: 'tool', content: [old] })).toBe(
    'messages[1].content[0].output has to be an output with its type, which the AI SDK has since version 5, but is missing',
  )
  expect(wrong(aiSdkAdapter, { role: 'user', parts: [{ type: 'text', text: 'x' }] })).toMatch(
    /^messages\[0\] has to be a message for a model: convertToModelMessages makes it of a page’s, but is /,
  )
})

/** A call and its result as each client has them, and something else that only it has. */
const OF_CLIENTS: Readonly<Record<string, readonly Fields[]>> = {
  Anthropic: [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'r', input: {} }] },
    user([{ type: 'tool_result', tool_use_id: 'a', content: 'y' }]),
    user([{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AA==' } }]),
  ],
  OpenAI: [
    { role: 'assistant', content: null, tool_calls: [openAiCall('a')] },
    { role: 'assistant', content: 'I look.', tool_calls: [openAiCall('a')] },
    { role: 'assistant', content: null, function_call: { name: 'r', arguments: '{}' } },
    { role: 'tool', tool_call_id: 'a', content: 'y' },
    user([{ type: 'image_url', image_url: { url: 'https://a.example/a.png' } }]),
  ],
  Responses: [
    { type: 'function_call', call_id: 'a', name: 'r', arguments: '{}' },
    { type: 'function_call_output', call_id: 'a', output: 'y' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'y' }] },
  ],
  'AI SDK': [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'r', input: {} }] },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'a', toolName: 'r', output: { type: 'text', value: 'y' } },
      ],
    },
    user([{ type: 'file', data: 'AA==', mediaType: 'image/png' }]),
  ],
  LangChain: [
    new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'r', args: {} }] }),
    new AIMessage('hi').toDict(),
    JSON.parse(JSON.stringify(new HumanMessage('hi'))) as Fields,
    { role: 'assistant', content: '', tool_calls: [{ id: 'a', name: 'r', args: {}, type: 'tool_call' }] },
    { type: 'human', content: 'hi' },
  ] as unknown as readonly Fields[],
  'OpenAI Agents SDK': [
    { type: 'function_call', id: 'fc_1', callId: 'a', name: 'r', arguments: '{}', status: 'completed' },
    { type: 'function_call_result', name: 'r', callId: 'a', status: 'completed', output: 'y' },
    { type: 'hosted_tool_call', id: 'ws_1', name: 'web_search', status: 'completed' },
    { type: 'message', role: 'assistant', status: 'completed', content: [], providerData: { id: 'm' } },
  ],
}

function openAiCall(id: string): Fields {
  return { id, type: 'function', function: { name: 'r', arguments: '{}' } }
}

const PAIRS = [openAi, anthropic, responses, aiSdk, langChain].flatMap((kit) =>
  Object.keys(OF_CLIENTS).map((other) => [kit.name, other, kit] as const),
)

test.each(PAIRS)(
  'MSG-1 the adapter for %s refuses what is recognisably of %s, unless it takes it',
  (name, other, kit) => {
    for (const message of OF_CLIENTS[other] ?? []) {
      const read = () =>
        kit.adapter().toEngine([kit === langChain ? user('go') : (kit.user[0] ?? {}), message])
      // LangChain’s messages have the blocks of every provider, and its plain ones the calls of OpenAI.
      const takes =
        name === other ||
        (kit === langChain && !['AI SDK', 'OpenAI Agents SDK'].includes(other) && !('call_id' in message))
      const old = kit === langChain && 'function_call' in message
      if (takes && !old) expect(read, JSON.stringify(message)).not.toThrow()
      else expect(read, JSON.stringify(message)).toThrow(/^messages\[1\].* has to be /)
    }
  },
)

test('what is of another client is refused with its place, and what may be new is not', () => {
  const call = { role: 'assistant', content: 'I look.', tool_calls: [openAiCall('a')] }
  expect(() => untyped(anthropicAdapter)().toEngine([user('go'), call])).toThrow(
    'messages[1] has to be a message of Anthropic, not of OpenAI’s chat completions or LangChain, but is {"role":"assistant"',
  )
  const result = user([
    { type: 'text', text: 'a' },
    { type: 'tool_result', tool_use_id: 'a', content: 'y' },
  ])
  expect(() => untyped(aiSdkAdapter)().toEngine([user('go'), result])).toThrow(
    'messages[1].content[1] has to be a part of the AI SDK, not of Anthropic or LangChain, but is {"type":"tool_result"',
  )
  for (const { adapter } of [openAi, anthropic, responses, aiSdk, langChain]) {
    const made = adapter()
    const unknown = [
      user('go'),
      { role: 'assistant', content: [{ type: 'hologram', source: 'a', data: [1] }] },
      user([{ type: 'image_3d', url: 'https://a.example/a' }]),
    ]
    expect(made.fromEngine(made.toEngine(unknown))).toEqual(unknown)
  }
})

test('PAIR-1 a result without its call and a call without an id are refused where they stand', () => {
  const call = { type: 'tool_use', id: 'a', name: 'read', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'y' }
  const anthropic = (...messages: readonly Fields[]) => untyped(anthropicAdapter)().toEngine(messages, true)
  const reply = { role: 'assistant', content: [call] }
  expect(() => anthropic(user('x'), user([result]))).toThrow(
    'messages[1] has to be a message whose results answer calls before it, not a, but is {"role":"user"',
  )
  expect(() => anthropic(user('x'), reply, user([result]), user([{ ...result, tool_use_id: 'b' }]))).toThrow(
    /^messages\[3\] .* not b, /,
  )
  expect(() => anthropic(user('x'), { role: 'assistant', content: [{ ...call, id: undefined }] })).toThrow(
    'messages[1] has to be a message whose calls and results have ids, but is',
  )
  const openAi = untyped(openAiAdapter)()
  openAi.toEngine([user('x'), { role: 'assistant', content: 'hi' }])
  const late = { role: 'tool', tool_call_id: 'b', content: 'y' }
  expect(() => openAi.toEngine([late], true)).toThrow(/^messages\[0\] has to be .* not b, but is/)
  const made = { id: 'b', type: 'function', function: { name: 'read', arguments: '{}' } }
  // A call of an earlier list is answered by a later one.
  openAi.toEngine([{ role: 'assistant', content: null, tool_calls: [made] }])
  expect(() => openAi.toEngine([late], true)).not.toThrow()
})

test('PAIR-1 a client whose ids begin anew in each reply goes on after an interruption', async () => {
  const window = managedWindow<Fields>(newManager('default', 8000), untyped(openAiAdapter)())
  const [go, stop] = [user('go'), user('stop')]
  window.add([go, calling('x'), stop, calling('x'), found('x', 'second')])
  const { messages } = await window.next()
  expect(messages).toMatchObject([
    go,
    calling('x'),
    found('x', NONE),
    stop,
    { tool_calls: [{ id: 'x_2' }] },
    found('x_2', 'second'),
  ])
})

test('VALID-2 of two results of a call the first one stays, wherever the second comes', async () => {
  const window = managedWindow<Fields>(newManager('default', 8000), untyped(openAiAdapter)())
  const [go, stop, on, reply] = [user('go'), user('stop'), user('on'), { role: 'assistant', content: 'ok' }]
  // In the list of the first, and in a later one.
  window.add([go, calling('a'), found('a', 'first'), found('a', 'second'), reply, on])
  const { messages, repairs } = await window.next()
  expect(messages).toEqual([go, calling('a'), found('a', 'first'), reply, on])
  window.add([reply, found('a', 'third'), calling('b')])
  window.add([found('b', 'B')])
  window.add([found('b', 'again'), stop])
  const later = await window.next()
  // Without the result between them they are one reply.
  expect(later.messages.slice(5)).toEqual([{ ...calling('b'), content: 'ok' }, found('b', 'B'), stop])
  // A late one takes the place of its call's result once.
  window.add([calling('c'), stop, reply, found('c', 'C'), found('c', 'C again'), on])
  const last = await window.next()
  expect(last.messages.slice(8)).toEqual([calling('c'), found('c', 'C'), stop, reply, on])
  const told = [repairs, later.repairs, last.repairs].map((all) =>
    all.map(({ rule, action, ids }) => `${rule} ${action} ${ids.join()}`),
  )
  expect(told).toEqual([
    ['duplicate-result drop-part a'],
    ['duplicate-result drop-part a', 'duplicate-result drop-part b'],
    ['unanswered-call move-part c', 'duplicate-result drop-part c'],
  ])
})

test.each([
  [
    'chat completions',
    openAiAdapter,
    'openai',
    (id: string, name: string, result: string): readonly Fields[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'function', function: { name, arguments: '{"a":1}' }, own: 1 }],
      },
      { role: 'tool', tool_call_id: id, content: result, own: 2 },
    ],
  ],
  [
    'chat completions, custom tools',
    openAiAdapter,
    'openai',
    (id: string, name: string, result: string): readonly Fields[] => [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id, type: 'custom', custom: { name, input: 'ls' } }],
      },
      { role: 'tool', tool_call_id: id, content: result },
    ],
  ],
  [
    'Responses',
    responsesAdapter,
    'openai-responses',
    (id: string, name: string, result: string): readonly Fields[] => [
      { type: 'function_call', call_id: id, name, arguments: '{"a":1}', own: 1 },
      { type: 'function_call_output', call_id: id, output: result, own: 2 },
    ],
  ],
  [
    'Responses, custom tools',
    responsesAdapter,
    'openai-responses',
    (id: string, name: string, result: string): readonly Fields[] => [
      { type: 'custom_tool_call', call_id: id, name, input: 'ls' },
      { type: 'custom_tool_call_output', call_id: id, output: result },
    ],
  ],
] as const)(
  'VALID-2 ids and names of tools of a history are written as OpenAI takes them, in both halves: %s',
  async (_, make, provider, pair) => {
    const tools = [{ name: 'declared.here', input_schema: {} }]
    const adapter = untyped(make)()
    const window = managedWindow<Fields>(newManager('default', 8000), adapter, { tools })
    // OpenAI takes up to 64 characters in an id, and letters, digits, _ and - in a name.
    const [long, other] = [`call_${'x'.repeat(80)}`, `call_${'x'.repeat(81)}`]
    const plain = `call_${'x'.repeat(59)}`
    const known = pair('ok', 'declared.here', 'C')
    window.add([user('go'), ...pair(long, 'my.tool', 'A'), ...pair(other, 'read', 'B'), ...known, user('on')])
    const { messages, repairs } = await window.next()
    const second = `${plain.slice(0, 58)}_2`
    const fit = [...pair(plain, 'my_tool', 'A'), ...pair(second, 'read', 'B')]
    expect(messages).toEqual([user('go'), ...fit, ...known, user('on')])
    const sent = provider === 'openai' ? { messages: messages.slice(0, 5) } : { input: messages.slice(0, 5) }
    expect(validate(sent as never, provider)).toEqual([])
    expect(repairs.map(({ action, ids, text: to }) => `${action} ${ids.join()} ${to}`)).toEqual([
      `rename-call ${long} ${plain}`,
      `rename-tool ${long} my_tool`,
      `rename-call ${other} ${second}`,
    ])
    // What a server made for this window it takes back: some write a proof into the id.
    const live = pair(`proof_${'y'.repeat(80)}`, 'a.b', 'D')
    window.add(live)
    const next = await window.next()
    expect(next.messages.slice(messages.length)).toEqual(live)
    expect(next.repairs).toEqual([])
  },
)

test('a wrong message changes nothing: the conversation goes on without it', async () => {
  const window = managedWindow(newManager('default', 8000), openAiAdapter<Fields & { role: string }>())
  expect(() =>
    window.add([
      { role: 'system', content: 'Be brief.' },
      { role: 'critic', content: 'no' },
    ]),
  ).toThrow(/critic/)
  window.add([{ role: 'system', content: 'Be brief.' }])
  await expect(window.next()).rejects.toThrow('only a system message')
  window.add([{ role: 'user', content: 'go' }])
  const { messages, repairs } = await window.next()
  expect(messages.map(({ content }) => content)).toEqual(['Be brief.', 'go'])
  expect(repairs).toEqual([])
})

test('two calls of one reply with one id have their results in order', async () => {
  const window = managedWindow(newManager('default', 8000), openAiAdapter<Fields & { role: string }>())
  window.add([{ role: 'user', content: 'go' }])
  await window.next()
  const call = { id: 'same', type: 'function', function: { name: 'r', arguments: '{}' } }
  window.add([
    { role: 'assistant', content: null, tool_calls: [call, call] },
    { role: 'tool', tool_call_id: 'same', content: 'first' },
    { role: 'tool', tool_call_id: 'same', content: 'second' },
  ])
  const { messages } = await window.next()
  expect(messages.slice(1)).toMatchObject([
    { tool_calls: [{ id: 'same' }, { id: 'same_2' }] },
    { tool_call_id: 'same', content: 'first' },
    { tool_call_id: 'same_2', content: 'second' },
  ])
})

test('VALID-2 words in front of results go back behind them, and tools passed beside the messages are no repair', async () => {
  const window = managedWindow<Fields>(newManager('default', 8000), untyped(anthropicAdapter)())
  const result = { type: 'tool_result', tool_use_id: 'a', content: 'found', cache_control: null }
  const words = { type: 'text', text: 'and hurry', citations: [] }
  window.add([
    user('go'),
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'read', input: {} }] },
    user([words, result], { own: 1 }),
  ])
  const { messages, repairs } = await window.next()
  expect(messages.at(-1)).toEqual(user([result, words], { own: 1 }))
  expect(repairs).toEqual([])
})

test.each([[[]], [''], [null], [[{ type: 'text', text: '' }]]])(
  'VALID-2 a reply without words, whose content is %j, is not sent to Anthropic',
  async (content) => {
    const window = managedWindow<Fields>(newManager('default', 8000), untyped(anthropicAdapter)())
    window.add([user('x'), { role: 'assistant', content }, user('z')])
    const { messages } = await window.next()
    expect(messages).toEqual([
      user([
        { type: 'text', text: 'x' },
        { type: 'text', text: 'z' },
      ]),
    ])
    expect(validate({ messages: messages as never[] }, 'anthropic')).toEqual([])
  },
)

const called = (id: string) => ({ id, type: 'function', function: { name: 'r', arguments: '{}' } })
const calling = (...ids: readonly string[]): Fields => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map(called),
})
const found = (id: string, content: string): Fields => ({ role: 'tool', tool_call_id: id, content })
const NONE = '[No result was recorded for this call.]'

test('VALID-2 a call that the conversation went on without gets a made-up result, or the one that came too late', async () => {
  const window = managedWindow<Fields>(newManager('default', 8000), untyped(openAiAdapter)())
  const [go, stop, on] = [user('go'), user('stop'), user('on')]
  const reply = { role: 'assistant', content: 'ok' }
  window.add([go, calling('a', 'b'), found('b', 'B'), stop, reply, on, calling('c'), reply])
  window.add([calling('d')])
  await expect(window.next()).rejects.toThrow('add the results of the last reply first: of d')
  window.add([found('d', 'D')])
  const { messages, repairs } = await window.next()
  expect(messages).toEqual([
    go,
    calling('a', 'b'),
    found('b', 'B'),
    found('a', NONE),
    stop,
    reply,
    on,
    calling('c'),
    found('c', NONE),
    reply,
    calling('d'),
    found('d', 'D'),
  ])
  expect(validate({ messages: messages as never[] }, 'openai')).toEqual([])
  expect(repairs.map(({ action, ids }) => `${action} ${ids.join()}`)).toEqual([
    'insert-result a',
    'insert-result c',
  ])
  // Told once; the result that then comes is told, too.
  window.add([calling('e'), reply, found('e', 'E'), calling('f'), stop])
  const later = await window.next()
  expect(later.messages.slice(-5)).toEqual([
    calling('e'),
    found('e', 'E'),
    { ...calling('f'), content: 'ok' },
    found('f', NONE),
    stop,
  ])
  window.add([reply, found('f', 'F'), on])
  const last = await window.next()
  expect(last.messages.slice(-5)).toEqual([
    { ...calling('f'), content: 'ok' },
    found('f', NONE),
    stop,
    reply,
    on,
  ])
  const told = [later, last].flatMap((one) => one.repairs.map(({ action, ids }) => `${action} ${ids.join()}`))
  expect(told).toEqual(['move-part e', 'insert-result f', 'drop-part f'])
})

test('PAIR-1 a LangChain user message with a result in it, as Anthropic has it, answers the call', async () => {
  const window = managedWindow<Fields>(newManager('default', 8000), untyped(langChainAdapter)())
  const given = [
    new HumanMessage('go'),
    new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'r', args: {}, type: 'tool_call' }] }),
    new HumanMessage({ content: [{ type: 'tool_result', tool_use_id: 'a', content: 'A' }] }),
  ] as unknown as readonly Fields[]
  window.add(given)
  const { messages, repairs } = await window.next()
  expect(messages).toEqual(given)
  expect(repairs).toEqual([])
})

test('VALID-2 what a program said as the system is said as the user’s once no words of the user stand before it', () => {
  const adapter = untyped(anthropicAdapter)()
  const reply = { role: 'assistant', content: 'so' }
  const rule = { role: 'system', content: 'Now in French.', own: 1 }
  const { messages } = adapter.toEngine([user('go'), reply, user('on'), rule])
  const [first, said, on, told] = messages as Message[]
  const sent = (...parts: readonly Part[]) =>
    adapter.fromEngine({ messages: [first, said, { role: 'user', content: parts }] } as AnthropicRequest)
  const [words, order] = [on, told].map((message) => message?.content as Part[])
  expect(sent(...(words ?? []), ...(order ?? []))).toEqual([user('go'), reply, user('on'), rule])
  expect(sent(...(order ?? []))).toEqual([
    user('go'),
    reply,
    { role: 'user', content: [{ type: 'text', text: 'Now in French.' }], own: 1 },
  ])
})
