import { expect, test } from 'vitest'
import { newManager } from '../testing/new-manager.ts'
import type { Message, Part } from '../engine/index.ts'
import {
  aiSdkAdapter,
  anthropicAdapter,
  langChainAdapter,
  managedWindow,
  openAiAdapter,
  responsesAdapter,
} from './index.ts'
import type { Adapter } from './index.ts'

type Fields = Readonly<Record<string, unknown>>

const user = (content: unknown): Fields => ({ role: 'user', content })
const WORDS = 'word '.repeat(250)
const MARK = { cache_control: { type: 'ephemeral' } }
const NONE = '[No result was recorded for this call.]'

test.each(['managed', 'fifo', 'token_trim', 'atomic_window', 'tiered', 'handover', 'rolling_summary'])(
  'EDITAPI-1 under %s what OpenAI compacted, which only its model can read, stays as it came',
  async (preset) => {
    const adapter = responsesAdapter<Fields>()
    const window = managedWindow(newManager(preset, 8000), adapter)
    const said = (from: number, to: number): Fields[] =>
      Array.from({ length: to - from }, (_, nth) => [
        { role: 'assistant', content: `a${from + nth} ${WORDS}` },
        user(`q${from + nth} ${WORDS}`),
      ]).flat()
    // As the API's documentation has it: an opaque item that carries the context on.
    const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'ENC'.repeat(200) }
    window.add([user('task'), ...said(0, 4), item, { role: 'assistant', content: 'ok' }, user('go')])
    for (let turn = 4; turn < 20; turn += 1) {
      window.add(said(turn, turn + 1))
      const { messages } = await window.next()
      expect(messages.filter(({ type }) => type === 'compaction')).toEqual([item])
      // In front of what came after it.
      const after = messages.slice(messages.findIndex(({ type }) => type === 'compaction'))
      expect(after).not.toContainEqual(user(`q0 ${WORDS}`))
      expect(JSON.stringify(after)).toContain(`q${turn} word`)
    }
  },
)

const TEXT = { type: 'text', text: 'So I go on.' }
const SUMMARY = { type: 'compaction', content: 'All of it was read.', signature: 'proof' }

/** What a provider compacted, in the words of each client. */
const COMPACTED: readonly (readonly [string, () => unknown, readonly Fields[]])[] = [
  [
    'the AI SDK, by Anthropic',
    aiSdkAdapter,
    [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'All was read.', providerOptions: { anthropic: { type: 'compaction' } } },
          TEXT,
        ],
      },
    ],
  ],
  [
    'the AI SDK, by OpenAI',
    aiSdkAdapter,
    [
      {
        role: 'assistant',
        content: [
          {
            type: 'custom',
            kind: 'openai.compaction',
            providerOptions: { openai: { type: 'compaction', itemId: 'i', encryptedContent: 'proof' } },
          },
          TEXT,
        ],
      },
    ],
  ],
  ['LangChain', langChainAdapter, [{ role: 'assistant', content: [SUMMARY, TEXT] }]],
  [
    'LangChain, wrapped',
    langChainAdapter,
    [{ role: 'assistant', content: [{ type: 'non_standard', value: SUMMARY }, TEXT] }],
  ],
  [
    'Responses',
    responsesAdapter,
    [
      { type: 'compaction', id: 'i', encrypted_content: 'proof' },
      { role: 'assistant', content: 'So I go on.' },
    ],
  ],
]

test.each(COMPACTED)(
  'EDITAPI-1 what a provider compacted comes back as it was, and nothing before it counts: %s',
  async (_name, make, reply) => {
    for (const preset of ['managed', 'fifo', 'lru', 'atomic_window', 'context_editing']) {
      const window = managedWindow(newManager(preset, 50_000), make() as Adapter<Fields>)
      window.add([user('Read on.')])
      for (let turn = 0; turn < 8; turn += 1) {
        const { turn: before } = await window.next()
        if (turn === 7) expect(before.ledger.used).toBeGreaterThan(20_000)
        // The AI SDK adds the compaction's own tokens to the sum.
        const did = turn === 7
        const usage = did ? before.ledger.used * 2 : before.ledger.used
        window.add(did ? reply : [{ role: 'assistant', content: `${turn}` }, user(WORDS.repeat(12))], {
          inputTokens: usage,
        })
      }
      window.add([user('next')])
      for (let turn = 0; turn < 3; turn += 1) {
        const { messages, turn: now } = await window.next()
        expect(now.ledger.used).toBeLessThan(1000)
        const at = messages.findIndex((one) => JSON.stringify(one) === JSON.stringify(reply[0]))
        expect(messages.slice(at, at + reply.length)).toEqual(reply)
        expect(at).toBeLessThan(2)
        expect(now.pressure?.used).toBeLessThan(turn === 0 ? Infinity : 1000)
        window.add([{ role: 'assistant', content: 'Well.' }, user(`on ${turn}`)], { inputTokens: 400 })
      }
    }
  },
)

/** A round of an agent that asks before it runs a tool, in the words of each client: what it asks, the answer, what follows. */
const ROUNDS: readonly (readonly [string, () => unknown, (nth: number) => readonly (readonly Fields[])[]])[] =
  [
    [
      'the AI SDK',
      aiSdkAdapter,
      (nth) => {
        const call = { type: 'tool-call', toolCallId: `c${nth}`, toolName: 'remove', input: { nth } }
        const request = { type: 'tool-approval-request', approvalId: `a${nth}`, toolCallId: `c${nth}` }
        const response = { type: 'tool-approval-response', approvalId: `a${nth}`, approved: true }
        const output = { type: 'text', value: WORDS }
        const result = { type: 'tool-result', toolCallId: `c${nth}`, toolName: 'remove', output }
        return [
          [{ role: 'assistant', content: [call, request] }],
          [{ role: 'tool', content: [response] }],
          [{ role: 'tool', content: [result] }],
        ]
      },
    ],
    [
      'the Responses API',
      responsesAdapter,
      (nth) => {
        const call = { name: 'remove', server_label: 's', arguments: `{"nth":${nth}}` }
        return [
          [{ type: 'mcp_approval_request', id: `a${nth}`, ...call }],
          [{ type: 'mcp_approval_response', approval_request_id: `a${nth}`, approve: true }],
          [{ type: 'mcp_call', id: `m${nth}`, ...call, output: WORDS }],
        ]
      },
    ],
  ]

test.each(ROUNDS)(
  'EVI-3 in %s the newest user message stays while a person approves call after call',
  async (_, make, roundOf) => {
    for (const preset of ['hybrid', 'fifo', 'lru', 'priority', 'token_trim', 'atomic_window']) {
      const window = managedWindow(newManager(preset, 4000), make() as Adapter<Fields>)
      const well = { role: 'assistant', content: 'Well.' }
      window.add([user('Keep the list.'), well, user('Which file is the longest?')])
      await window.next()
      for (let nth = 0; nth < 20; nth += 1) {
        const [request = [], answer = [], ran = []] = roundOf(nth)
        window.add(request)
        window.add(answer)
        const { messages } = await window.next()
        expect(JSON.stringify(messages), preset).toContain('Which file is the longest?')
        expect(messages.at(-1)).toEqual(answer[0])
        window.add(ran)
      }
    }
  },
)

test('EDITAPI-1 what OpenAI compacted leaves when a person starts over', async () => {
  const manager = newManager('managed', 8000)
  const window = managedWindow(manager, responsesAdapter<Fields>())
  const item = { type: 'compaction', id: 'cmp_1', encrypted_content: 'ENC' }
  window.add([user('task'), item, { role: 'assistant', content: 'ok' }, user('go')])
  expect((await window.next()).messages).toContainEqual(item)
  window.add([{ role: 'assistant', content: 'done' }, user('something else')])
  manager.reset()
  expect((await window.next()).messages).toEqual([user('something else')])
  window.add([{ role: 'assistant', content: 'well' }, user('on')])
  expect((await window.next()).messages).not.toContainEqual(item)
})

test('VALID-2 an interrupted call of each kind gets the output that its kind has in the Responses API', async () => {
  const window = managedWindow<Fields>(newManager('default', 50_000), responsesAdapter<Fields>())
  const call = (type: string, call_id: string, more: Fields): Fields => ({
    type,
    id: `item_${call_id}`,
    call_id,
    ...more,
  })
  const calls = [
    call('function_call', 'c0', { name: 'read', arguments: '{}' }),
    call('custom_tool_call', 'c1', { name: 'patch', input: '*** Begin' }),
    call('shell_call', 'c2', { action: { commands: ['ls'] }, status: 'completed' }),
    call('apply_patch_call', 'c3', { operation: { type: 'delete_file', path: 'a' }, status: 'completed' }),
    call('local_shell_call', 'c4', { action: { type: 'exec', command: ['ls'], env: {} } }),
    // A screenshot and found tools cannot be made up.
    call('computer_call', 'c5', { action: { type: 'screenshot' }, pending_safety_checks: [] }),
    call('tool_search_call', 'c6', { execution: 'client', arguments: {} }),
  ]
  window.add([user('go'), ...calls, user('stop')])
  const { messages } = await window.next()
  const removed = {
    type: 'message',
    role: 'assistant',
    content: '[A call that was interrupted was removed.]',
  }
  expect(messages).toEqual([
    user('go'),
    ...calls.slice(0, 5),
    removed,
    removed,
    { type: 'function_call_output', call_id: 'c0', output: NONE },
    { type: 'custom_tool_call_output', call_id: 'c1', output: NONE },
    {
      type: 'shell_call_output',
      call_id: 'c2',
      output: [{ stdout: NONE, stderr: '', outcome: { type: 'exit', exit_code: 1 } }],
    },
    { type: 'apply_patch_call_output', call_id: 'c3', status: 'failed', output: NONE },
    { type: 'local_shell_call_output', id: 'c4', output: NONE },
    user('stop'),
  ])
})

const SEARCHED = {
  type: 'search_result',
  source: 'https://x',
  title: 'T',
  content: [{ type: 'text', text: 'b' }],
}
const TOOL = { type: 'tool_reference', tool_name: 'q' }
const FILE = {
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data: 'notes' },
  title: 'N',
  citations: { enabled: true },
}

test.each(['default', 'tiered_full'])(
  'MSG-1 under %s a mark for the cache comes and goes, and the blocks stay the client’s own',
  async (preset) => {
    const adapter = anthropicAdapter<Fields & { role: string; content: unknown[] }>()
    const window = managedWindow(newManager(preset, 50_000), adapter)
    const upload = { type: 'container_upload', file_id: 'f' }
    window.add([{ role: 'user', content: [{ type: 'text', text: 'go' }, upload] }])
    for (let turn = 0; turn < 8; turn += 1) {
      const { messages } = await window.next()
      const blocks = messages.flatMap(({ content }) => content as Fields[])
      const plain = blocks.map(({ cache_control: _, ...block }) => block)
      expect(blocks.filter(({ cache_control: mark }) => mark !== undefined).length).toBeLessThanOrEqual(4)
      expect(plain[1]).toEqual(upload)
      const results = plain.filter(({ type }) => type === 'tool_result')
      expect(results).toHaveLength(turn)
      for (const { content } of results) expect(content).toEqual([SEARCHED, TOOL, FILE])
      const id = `c${turn}`
      const result = { type: 'tool_result', tool_use_id: id, content: [SEARCHED, TOOL, FILE], ...MARK }
      window.add([
        { role: 'assistant', content: [{ type: 'tool_use', id, name: 'find', input: {} }] },
        { role: 'user', content: [result] },
      ])
    }
  },
)

test('VALID-1 marks on what a server tool did count among the four, and each call stays with its result', async () => {
  const adapter = anthropicAdapter<Fields & { role: string; content: unknown[] }>()
  const window = managedWindow(newManager('default', 50_000), adapter)
  window.add([{ role: 'user', content: [{ type: 'text', text: 'go' }] }])
  const plain: Fields[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const ids = [`s${turn}`, `t${turn}`]
    const uses = ids.map((id) => ({ type: 'server_tool_use', id, name: 'web_search', input: {} }))
    const found = ids.map((id) => ({ type: 'web_search_tool_result', tool_use_id: id, content: [] }))
    plain.push(...uses, ...found)
    window.add([
      {
        role: 'assistant',
        content: [...uses, ...found.map((one) => ({ ...one, ...MARK })), { type: 'text', text: 'ok' }],
      },
      { role: 'user', content: [{ type: 'text', text: 'on' }] },
    ])
    const { messages } = await window.next()
    const blocks = messages.flatMap(({ content }) => content as Fields[])
    expect(blocks.filter(({ cache_control: mark }) => mark !== undefined)).toHaveLength(Math.min(turn + 1, 4))
    const ofServer = blocks.filter(({ type }) => type !== 'text')
    expect(ofServer.map(({ cache_control: _, ...block }) => block)).toEqual(plain)
    expect(ofServer.at(-1)).toMatchObject(MARK)
  }
})

test('VALID-2 a list in which an approval lost its request still begins with the user', () => {
  const adapter = aiSdkAdapter<Fields & { role: string; content: unknown[] }>()
  const given = [
    user('go'),
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'del', input: {}, providerExecuted: true },
        { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
      ],
    },
    { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'p', approved: true }] },
    { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
    user('on'),
  ]
  const { messages } = adapter.toEngine(given as never)
  expect(adapter.fromEngine({ messages: messages.slice(2) })).toEqual([
    user([{ type: 'text', text: '[The assistant begins the conversation.]' }]),
    ...given.slice(3),
  ])
})

test('VALID-2 a list from which the user’s words left has a program’s in their place', () => {
  const adapter = openAiAdapter<Fields & { role: string }>()
  const call = { id: 'c', type: 'function', function: { name: 'read', arguments: '{}' } }
  const loop = [
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c', content: 'text' },
  ]
  const told = { role: 'developer', content: 'Mind the tests.' }
  const given = [
    { role: 'system', content: 'S' },
    user('go'),
    { role: 'assistant', content: 'ok' },
    told,
    ...loop,
  ]
  const { messages } = adapter.toEngine(given as never)
  const asSent = messages
    .slice(2)
    .map((one): Message => (one.role === 'system' ? { ...one, role: 'user' } : one))
  expect(adapter.fromEngine({ messages: asSent })).toEqual([given[0], user('Mind the tests.'), ...loop])
})

const AT = 'https://example.test/a.png'
const SHOWN = { type: 'image_url', image_url: { url: AT } }

/** A call, the user's words and a picture instead of its result, and what is sent once the words left. */
const INTERRUPTED: readonly (readonly [string, () => unknown, Fields, Fields, readonly Fields[]])[] = [
  [
    'chat completions',
    openAiAdapter,
    {
      role: 'assistant',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'r', arguments: '{}' } }],
    },
    { role: 'user', name: 'ann', content: [{ type: 'text', text: 'stop' }, SHOWN] },
    [
      { role: 'tool', tool_call_id: 'c', content: NONE },
      { role: 'user', name: 'ann', content: [SHOWN] },
    ],
  ],
  [
    'the Responses API',
    responsesAdapter,
    { type: 'function_call', call_id: 'c', name: 'r', arguments: '{}' },
    user([
      { type: 'input_text', text: 'stop' },
      { type: 'input_image', image_url: AT, detail: 'auto' },
    ]),
    [
      { type: 'function_call_output', call_id: 'c', output: NONE },
      user([{ type: 'input_image', image_url: AT, detail: 'auto' }]),
    ],
  ],
  [
    'the AI SDK',
    aiSdkAdapter,
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'r', input: {} }] },
    user([
      { type: 'text', text: 'stop' },
      { type: 'file', data: AT, mediaType: 'image/png' },
    ]),
    [
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c', toolName: 'r', output: { type: 'text', value: NONE } },
        ],
      },
      user([{ type: 'file', data: AT, mediaType: 'image/png' }]),
    ],
  ],
]

test.each(INTERRUPTED)(
  'VALID-2 in %s the made-up result of a call is no part of a message that lost its beginning',
  (_, make, call, said, expected) => {
    const adapter = make() as Adapter<Fields>
    const { messages } = adapter.toEngine([user('go'), call, said])
    const [go, reply, { content } = { content: [] }] = messages
    const left: Part[] = [
      { type: 'tool_result', tool_use_id: 'c', content: NONE },
      ...(content.slice(1) as Part[]),
    ]
    const sent = adapter.fromEngine({ messages: [go, reply, { role: 'user', content: left }] as Message[] })
    expect(sent.slice(2)).toEqual(expected)
  },
)

test('VALID-2 a picture that a tool returned beside a blank text stays, and the blank text is not sent', async () => {
  const window = managedWindow(newManager('managed', 8000), anthropicAdapter<Fields & { role: string }>())
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } }
  const result = { type: 'tool_result', tool_use_id: 'c' }
  const call = {
    role: 'assistant',
    content: [{ type: 'tool_use', id: 'c', name: 'look', input: {} }],
  }
  const blank = { type: 'text', text: ' ' }
  window.add([user('go'), call, user([{ ...result, content: [blank, image] }])] as never)
  const { messages, turn } = await window.next()
  expect(messages).toEqual([user('go'), call, user([{ ...result, content: [image] }])])
  expect(turn.ledger.used).toBeGreaterThan(1000)
})

test('VALID-2 thinking during which a stream of Anthropic’s was stopped has no signature, and is left out', async () => {
  // What the client’s stream has then, with what a program says instead of the rest.
  const half = { type: 'thinking', thinking: 'Perhaps', signature: '' }
  const whole = { type: 'thinking', thinking: 'So it is.', signature: 'proof' }
  const stopped = { type: 'text', text: '[stopped by the user]' }
  const said = (...content: readonly Fields[]): Fields => ({ role: 'assistant', content, own: 1 })
  const window = managedWindow(newManager('managed', 8000), anthropicAdapter() as unknown as Adapter<Fields>)
  window.add([
    user('a'),
    said(whole, stopped),
    user('b'),
    said(half, stopped),
    user('c'),
    said(half),
    user('d'),
  ])
  const { messages, repairs } = await window.next()
  const [c, d] = ['c', 'd'].map((text) => ({ type: 'text', text }))
  expect(messages).toEqual([user('a'), said(whole, stopped), user('b'), said(stopped), user([c, d])])
  expect(repairs.map(({ rule, action, index }) => `${rule} ${action} ${index}`)).toEqual([
    'thinking-signature drop-part 3',
    'thinking-signature drop-part 5',
  ])
  // Servers that sign nothing have it in front of calls.
  const call = { type: 'tool_use', id: 't', name: 'r', input: {} }
  const result = user([{ type: 'tool_result', tool_use_id: 't', content: 'R' }])
  window.add([said(half, call), result])
  expect((await window.next()).messages.slice(-2)).toEqual([said(half, call), result])
})

test('VALID-2 a reply with calls whose thinking left keeps a field for it, where it had one', () => {
  // Kimi: "reasoning_content is missing in assistant tool call message", also for an empty one.
  const adapter = openAiAdapter<Fields & { role: string }>()
  const call = { id: 'a', type: 'function', function: { name: 'r', arguments: '{}' } }
  const thought = { role: 'assistant', content: 'I look.', reasoning_content: 'Where?', tool_calls: [call] }
  const { messages } = adapter.toEngine([{ role: 'user', content: 'go' }, thought])
  const [first, reply] = messages
  if (first === undefined || reply === undefined) throw new Error('no reply')
  const without = (...types: readonly string[]) => {
    const content = (reply.content as readonly Part[]).filter(({ type }) => !types.includes(type))
    return adapter.fromEngine({ messages: [first, { ...reply, content }] })[1]
  }
  expect(without()).toEqual(thought)
  expect(without('thinking')).toEqual({ ...thought, reasoning_content: ' ' })
  expect(without('thinking', 'tool_use')).toEqual({ role: 'assistant', content: 'I look.' })
})
