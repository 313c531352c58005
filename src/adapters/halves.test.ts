import type Anthropic from '@anthropic-ai/sdk'
import { generateText, jsonSchema, tool } from 'ai'
import type { ModelMessage } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { expect, test } from 'vitest'
import { validate } from '../engine/index.ts'
import type { Part } from '../engine/index.ts'
import {
  aiSdkAdapter,
  anthropicAdapter,
  langChainAdapter,
  managedWindow,
  openAiAdapter,
  responsesAdapter,
} from './index.ts'
import { newManager } from '../testing/new-manager.ts'
import type { Adapter, ManagedWindow } from './index.ts'

type Fields = Readonly<Record<string, unknown>>

function newWindow(make: () => unknown, preset = 'managed', limit = 50_000): ManagedWindow<Fields> {
  return managedWindow(newManager(preset, limit), make() as Adapter<Fields>)
}

const long = (n: number): string =>
  Array.from({ length: 30 }, (_, line) => `${n}.${line}: order ord_${line * 7919 + n} handled`).join('\n')
const user = (content: unknown): Fields => ({ role: 'user', content })
const said = (content: unknown): Fields => ({ role: 'assistant', content })

const PRESETS = ['default', 'fifo', 'lru', 'token_trim', 'atomic_window', 'tiered_full', 'delegation_first']

/** Every object in a list of messages. */
function objectsIn(value: unknown): readonly Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Fields, ...Object.values(value).flatMap(objectsIn)]
}

/** Ids of calls and of results of tools that the provider runs. */
function halvesIn(messages: readonly Fields[]) {
  const all = objectsIn(messages)
  const ids = (key: string, is: (one: Fields) => boolean) => all.filter(is).map((one) => String(one[key]))
  return {
    calls: [
      ...ids('id', ({ type }) => type === 'server_tool_use' || type === 'mcp_approval_request'),
      ...ids('toolCallId', (one) => one['type'] === 'tool-call' && one['providerExecuted'] === true),
      ...ids('call_id', ({ type, call_id: id }) => type === 'program' && id !== undefined),
    ],
    results: [
      ...ids('tool_use_id', ({ type }) => type === 'web_search_tool_result'),
      ...ids('approval_request_id', ({ type }) => type === 'mcp_approval_response'),
      ...ids('toolCallId', (one) => one['type'] === 'tool-result' && one['own'] === true),
      ...ids('call_id', ({ type }) => type === 'program_output'),
    ],
    callers: all.flatMap(({ caller }) => {
      if (caller === undefined) return []
      const { tool_id: tool, caller_id: program } = caller as Fields
      return [tool ?? program]
    }),
  }
}

const call = (id: string): Fields => ({ type: 'server_tool_use', id, name: 'web_search', input: { q: 'x' } })
const result = (id: string, n: number): Fields => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: [{ type: 'web_search_result', url: 'u', title: long(n) }],
})
const text = (n: number): Fields => ({ type: 'text', text: long(n) })

/** What a turn adds before its request, and after it. */
const KITS: readonly (readonly [string, () => unknown, (n: number) => readonly (readonly Fields[])[]])[] = [
  [
    'Anthropic',
    anthropicAdapter,
    (n) => [[said([text(n), call(`s${n}`)])], [said([result(`s${n}`, n), text(n)]), user('on')]],
  ],
  [
    'Anthropic, from the code of a server tool',
    anthropicAdapter,
    (n) => [
      [
        said([
          call(`s${n}`),
          { type: 'tool_use', id: `t${n}`, name: 'r', input: {}, caller: { type: 'code', tool_id: `s${n}` } },
        ]),
        user([{ type: 'tool_result', tool_use_id: `t${n}`, content: long(n) }]),
      ],
      [said([result(`s${n}`, n), text(n)]), user('on')],
    ],
  ],
  [
    'Responses, from a program of the model’s',
    responsesAdapter,
    (n) => {
      const caller = { type: 'program', caller_id: `s${n}` }
      const ids = { id: `f${n}`, call_id: `t${n}` }
      return [
        [
          { type: 'reasoning', id: `rs${n}`, summary: [] },
          { type: 'program', id: `p${n}`, call_id: `s${n}`, code: long(n), fingerprint: 'f' },
          { type: 'function_call', ...ids, name: 'r', arguments: '{}', caller },
          { type: 'function_call_output', call_id: `t${n}`, output: long(n), caller },
        ],
        [
          { type: 'program_output', id: `o${n}`, call_id: `s${n}`, result: long(n), status: 'completed' },
          { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: long(n) }] },
          user('on'),
        ],
      ]
    },
  ],
  [
    'LangChain',
    langChainAdapter,
    (n) => [[said([text(n), call(`s${n}`)])], [said([result(`s${n}`, n), text(n)]), user('on')]],
  ],
  [
    'the AI SDK',
    aiSdkAdapter,
    (n) => [
      [
        said([
          text(n),
          { type: 'tool-call', toolCallId: `s${n}`, toolName: 'w', input: {}, providerExecuted: true },
        ]),
      ],
      [
        said([
          {
            type: 'tool-result',
            toolCallId: `s${n}`,
            toolName: 'w',
            output: { type: 'text', value: long(n) },
            own: true,
          },
          text(n),
        ]),
        user('on'),
      ],
    ],
  ],
  [
    'Responses',
    responsesAdapter,
    (n) => [
      [
        { type: 'mcp_approval_request', id: `s${n}`, name: 'n', server_label: 's', arguments: long(n) },
        { type: 'mcp_approval_response', approval_request_id: `s${n}`, approve: true },
      ],
      [
        { type: 'mcp_call', id: `m${n}`, name: 'n', server_label: 's', arguments: '{}', output: long(n) },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: long(n) }] },
        user('on'),
      ],
    ],
  ],
]

test.each(KITS)(
  'PAIR-2 what the provider ran itself is sent with its result or not at all, in two replies as well: %s',
  async (_, make, turn) => {
    for (const preset of PRESETS) {
      const window = newWindow(make, preset, 4000)
      window.add([user('Find the newest release.')])
      let given = 0
      let last = halvesIn([])
      for (let n = 0; n < 14; n += 1)
        for (const messages of turn(n)) {
          window.add(messages)
          given += halvesIn(messages).calls.length
          const next = await window.next()
          if (next.turn.ended !== null) break
          last = halvesIn(next.messages)
          // The call of the running turn may still wait.
          const calls = last.calls.filter((id) => id !== `s${n}` || last.results.includes(id))
          expect(last.results, preset).toEqual(calls)
          for (const id of last.callers) expect(last.calls, preset).toContain(id)
        }
      expect(last.calls.length, preset).toBeLessThan(given)
    }
  },
)

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

test('PAIR-2 the AI SDK runs a tool that a person approved, and a request for approval leaves with its call', async () => {
  let steps = 0
  let executed = 0
  const model = new MockLanguageModelV3({
    doGenerate: () => {
      const asks = steps++ % 2 === 0
      return Promise.resolve({
        finishReason: { unified: asks ? ('tool-calls' as const) : ('stop' as const), raw: undefined },
        usage,
        warnings: [],
        content: asks
          ? [{ type: 'tool-call' as const, toolCallId: `a${steps}`, toolName: 'del', input: '{}' }]
          : [{ type: 'text' as const, text: 'Done.' }],
      })
    },
  })
  const execute = () => Promise.resolve(long(++executed))
  const tools = { del: tool({ inputSchema: jsonSchema({ type: 'object' }), needsApproval: true, execute }) }
  const window = managedWindow(newManager('token_trim', 3000), aiSdkAdapter<ModelMessage>())
  for (let n = 1; n <= 14; n += 1) {
    window.add([{ role: 'user', content: `delete ${n}` }])
    const { messages } = await window.next()
    const asking = await generateText({ model, tools, messages })
    window.add(asking.response.messages)
    await expect(window.next()).rejects.toThrow('add the results of the last reply first: of a')
    const [request] = asking.content.flatMap((part) => (part.type === 'tool-approval-request' ? [part] : []))
    const approvalId = request?.approvalId ?? ''
    window.add([{ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved: true }] }])
    const failed = await window.next()
    const next = await window.next()
    expect(next.messages).toEqual(failed.messages)
    expect(next.repairs).toEqual([])
    const done = await generateText({ model, tools, messages: next.messages })
    expect(executed).toBe(n)
    window.add(done.response.messages)
  }
  window.add([{ role: 'user', content: 'And now?' }])
  const { messages } = await window.next()
  const all = objectsIn(messages)
  expect(all.filter(({ type }) => type === 'tool-call').length).toBeLessThan(14)
  const calls = new Set(all.flatMap((one) => (one['type'] === 'tool-call' ? [one['toolCallId']] : [])))
  const requests = all.filter(({ type }) => type === 'tool-approval-request')
  expect(requests.length).toBeGreaterThan(0)
  for (const { toolCallId } of requests) expect(calls).toContain(toolCallId)
  const asked = new Set(requests.map(({ approvalId }) => approvalId))
  for (const { type, approvalId } of all)
    if (type === 'tool-approval-response') expect(asked).toContain(approvalId)
})

const callOf = (id: string): Fields => ({ type: 'tool-call', toolCallId: id, toolName: 'del', input: {} })
const asked = (id: string): Fields => ({
  type: 'tool-approval-request',
  approvalId: `p-${id}`,
  toolCallId: id,
})
const allowed = (id: string): Fields => ({
  type: 'tool-approval-response',
  approvalId: `p-${id}`,
  approved: true,
})
const resultOf = (id: string): Fields => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'del',
  output: { type: 'text', value: 'done' },
})

test('MAN-1 an approval may stand before the result of another call, as the AI SDK writes it', async () => {
  const window = newWindow(aiSdkAdapter)
  const given = [
    user('go'),
    said([callOf('a'), callOf('b'), asked('a')]),
    { role: 'tool', content: [allowed('a'), resultOf('b')] },
  ]
  window.add([user('go')])
  await window.next()
  window.add(given.slice(1))
  expect((await window.next()).messages).toEqual(given)
  window.add([{ role: 'tool', content: [resultOf('a')] }])
  const sent = (await window.next()).messages
  expect(objectsIn(sent).filter(({ type }) => type === 'tool-result')).toHaveLength(2)
})

test('MSG-1 what the engine says beside results is a message of the user in the AI SDK', () => {
  const adapter = aiSdkAdapter<Fields & { role: string; content: unknown[] }>()
  const answers = { role: 'tool', content: [resultOf('a'), allowed('b')] }
  const given = [user('go'), said([callOf('a'), callOf('b'), asked('b')]), answers]
  const { messages } = adapter.toEngine(given as never)
  const [first, reply, last] = messages
  const [result] = (last?.content ?? []) as readonly Part[]
  if (first === undefined || reply === undefined || result === undefined) throw new Error('no result')
  const note: Part = { type: 'text', text: '[Summary]' }
  for (const content of [
    [result, note],
    [note, result],
  ]) {
    const written = adapter.fromEngine({ messages: [first, reply, { role: 'user', content }] })
    expect(written.slice(2)).toEqual([
      { role: 'tool', content: [resultOf('a')] },
      { role: 'user', content: [note] },
    ])
  }
})

test('VALID-2 an approved call of which the user then thought otherwise gets a made-up result', async () => {
  const window = newWindow(aiSdkAdapter)
  const asking = said([
    { type: 'tool-call', toolCallId: 'c', toolName: 'del', input: {} },
    { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'c' },
  ])
  const approved = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: 'p', approved: true }],
  }
  const given = [user('go'), said('Sure?'), user('yes'), asking, approved]
  window.add(given)
  expect((await window.next()).messages).toEqual(given)
  window.add([user('stop')])
  const { messages, repairs } = await window.next()
  expect(repairs.map(({ action }) => action)).toEqual(['insert-result'])
  expect(objectsIn(messages).filter(({ type }) => type === 'tool-result')).toMatchObject([
    { toolCallId: 'c' },
  ])
})

test.each([
  ['OpenAI', openAiAdapter, said('Hello, how can I help?')],
  [
    'the AI SDK',
    aiSdkAdapter,
    said([
      { type: 'reasoning', text: 'hm' },
      { type: 'text', text: 'Hello' },
    ]),
  ],
  ['LangChain', langChainAdapter, said('Hello')],
  [
    'Responses',
    responsesAdapter,
    { ...said([{ type: 'output_text', text: 'Hello' }]), type: 'message', id: 'm' },
  ],
  ['Anthropic', anthropicAdapter, said('Hello')],
])('MSG-1 a conversation may begin with the agent: %s', async (name, make, greeting) => {
  const window = newWindow(make)
  window.add([greeting])
  await expect(window.next()).rejects.toThrow('add the first message of the user')
  const rest = [user('go'), said('yes'), user('on')]
  window.add(rest)
  const { messages, repairs } = await window.next()
  const front =
    name === 'Anthropic' ? [user([{ type: 'text', text: '[The assistant begins the conversation.]' }])] : []
  expect(messages).toEqual([...front, greeting, ...rest])
  expect(repairs).toEqual([])
  expect(() => newWindow(make).add([greeting, said('more')])).not.toThrow()
})

/** A call, its result, and what the user says in the message of the result, for clients where that is one. */
const CUT: readonly (readonly [string, () => unknown, (id: string) => readonly Fields[], Fields | null])[] = [
  [
    'OpenAI',
    openAiAdapter,
    (id) => [
      { ...said(null), tool_calls: [{ id, type: 'function', function: { name: 'r', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: id, content: 'R' },
    ],
    null,
  ],
  [
    'Responses',
    responsesAdapter,
    (id) => [
      { type: 'function_call', call_id: id, name: 'r', arguments: '{}' },
      { type: 'function_call_output', call_id: id, output: 'R' },
    ],
    null,
  ],
  [
    'Anthropic',
    anthropicAdapter,
    (id) => [
      said([{ type: 'tool_use', id, name: 'r', input: {} }]),
      user([{ type: 'tool_result', tool_use_id: id, content: 'R' }]),
    ],
    user([
      { type: 'tool_result', tool_use_id: 'gone', content: 'R' },
      { type: 'text', text: 'so' },
    ]),
  ],
  [
    'the AI SDK',
    aiSdkAdapter,
    (id) => [
      said([{ type: 'tool-call', toolCallId: id, toolName: 'r', input: {} }]),
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: id, toolName: 'r', output: { type: 'text', value: 'R' } },
        ],
      },
    ],
    null,
  ],
  [
    'LangChain',
    langChainAdapter,
    (id) => [
      { ...said(''), tool_calls: [{ type: 'tool_call', id, name: 'r', args: {} }] },
      { role: 'tool', content: 'R', tool_call_id: id },
    ],
    null,
  ],
]

const BEFORE = '[The conversation before this point was removed.]'

test.each(CUT)(
  'MSG-1 VALID-2 a history that another program cut may begin with calls, or with their results: %s',
  async (_, make, pair, mixed) => {
    const window = newWindow(make)
    const rest = [...pair('a'), ...pair('b'), said('done'), user('next'), said('yes'), user('on')]
    const [, loose = {}] = pair('gone')
    window.add([loose, loose, ...rest])
    const { messages, repairs } = await window.next()
    const [first, ...others] = messages
    expect(JSON.stringify(first)).toContain(BEFORE)
    expect(first?.['role']).toBe('user')
    expect(others).toEqual(rest)
    expect(repairs.map(({ rule, action, index }) => `${rule} ${action} ${index}`)).toEqual([
      'orphan-result drop-part 0',
      'orphan-result drop-part 1',
      'first-role insert-user 0',
    ])
    const more = [said('end'), user('go on'), ...pair('c')]
    window.add(more)
    expect((await window.next()).messages.slice(1)).toEqual([...rest, ...more])

    // Before the user said anything, and with a greeting in front.
    const working = newWindow(make)
    working.add([said('hi')])
    working.add(pair('a'))
    const [, greeted, ...worked] = (await working.next()).messages
    expect(JSON.stringify(greeted)).toContain('hi')
    expect(worked.slice(-1)).toEqual(pair('a').slice(-1))

    // What the user says beside a loose result stays.
    const begun = newWindow(make)
    begun.add([mixed ?? user('so'), said('yes'), user('on')])
    const sent = await begun.next()
    expect(objectsIn(sent.messages).filter(({ type }) => type === 'tool_result')).toEqual([])
    expect(JSON.stringify(sent.messages[0])).toContain('so')
    expect(sent.messages.slice(1)).toEqual([said('yes'), user('on')])
    expect(sent.repairs).toHaveLength(mixed === null ? 0 : 1)

    // A result further behind is a mistake of the program.
    expect(() => newWindow(make).add([user('go'), loose])).toThrow(/^messages\[1\] .* not gone, /)
  },
)

test('MSG-1 a directive of Anthropic’s without content comes back where it stood, with and without a list', async () => {
  for (const content of [{ content: [] }, {}]) {
    const window = managedWindow(
      newManager('managed', 50_000),
      anthropicAdapter<Anthropic.Beta.BetaMessageParam>(),
    )
    const asking = { role: 'system', ...content, output_config: { effort: 'low' } } as const
    const given = [user('a'), said('x'), asking, user('d')] as unknown as Anthropic.Beta.BetaMessageParam[]
    window.add(given)
    expect((await window.next()).messages).toEqual(given)
    expect(validate(given as never, 'anthropic')).toEqual([])
  }
})

test('MSG-1 a search for tools that the server ran has no id, and is sent whole', async () => {
  const search = (execution: unknown) => [
    { type: 'tool_search_call', call_id: null, execution, arguments: {}, status: 'completed' },
    { type: 'tool_search_output', call_id: null, execution, tools: [], status: 'completed' },
  ]
  const reply = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'k' }] }
  const window = newWindow(responsesAdapter)
  const given = [user('go'), ...search('server'), reply, user('on'), ...search(undefined), reply, user('on')]
  window.add(given)
  expect((await window.next()).messages).toEqual(given)
})

test.each([false, true])(
  'PAIR-2 a tool of the provider’s that a person refused keeps its call and the refusal; one by one: %s',
  async (apart) => {
    const call = { type: 'tool-call', toolCallId: 'm', toolName: 'mcp', input: {}, providerExecuted: true }
    const asked = said([
      { type: 'text', text: 'May I?' },
      call,
      { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'm' },
    ])
    const answer = {
      type: 'tool-approval-response',
      approvalId: 'a',
      approved: false,
      reason: 'no',
      providerExecuted: true,
    }
    const all = [
      user('go'),
      asked,
      { role: 'tool', content: [answer] },
      said('Then not.'),
      user('Thanks!'),
      said('Yes.'),
      user('on'),
    ]
    const window = newWindow(aiSdkAdapter)
    for (const part of apart ? all.map((message) => [message]) : [all]) window.add(part)
    const { messages, repairs } = await window.next()
    expect({ messages, repairs }).toEqual({ messages: all, repairs: [] })
    // Without an answer it is given up as before.
    const unanswered = newWindow(aiSdkAdapter)
    unanswered.add(all.filter((_, at) => at !== 2))
    expect(objectsIn((await unanswered.next()).messages).filter(({ type }) => type === 'tool-call')).toEqual(
      [],
    )
  },
)

test('PAIR-2 a program of the model’s waits for its calls, and its output comes from the provider', async () => {
  const caller = { type: 'program', caller_id: 'p' }
  const program = { type: 'program', id: 'p1', call_id: 'p', code: 'await r()', fingerprint: 'f' }
  const called = { type: 'function_call', id: 'f1', call_id: 'c', name: 'r', arguments: '{}', caller }
  const answer = { type: 'function_call_output', call_id: 'c', output: 'a', caller }
  const output = { type: 'program_output', id: 'o1', call_id: 'p', result: 'b', status: 'completed' }
  const words = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'k' }] }
  const reasoning = { type: 'reasoning', id: 'rs', summary: [] }
  const rounds = [[user('go')], [reasoning, program, called, answer], [output, words, user('on')]]
  const window = newWindow(responsesAdapter)
  const all: Fields[] = []
  for (const round of rounds) {
    window.add(round)
    all.push(...round)
    expect(await window.next()).toMatchObject({ messages: all, repairs: [] })
  }
  expect(validate({ input: all as never[] }, 'openai-responses', { tools: 'ignored' })).toEqual([])
  const history = newWindow(responsesAdapter)
  history.add(all)
  expect(await history.next()).toMatchObject({ messages: all, repairs: [] })
  // Where the user went on instead, nobody answers it any more, and its call stands for itself.
  const stopped = newWindow(responsesAdapter)
  stopped.add([user('go'), program, called, answer, user('stop')])
  const { messages } = await stopped.next()
  expect(
    objectsIn(messages).filter(({ type, caller: by }) => type === 'program' || by !== undefined),
  ).toEqual([])
  expect(messages).toContainEqual({
    type: 'function_call',
    id: 'f1',
    call_id: 'c',
    name: 'r',
    arguments: '{}',
  })
})

test('PAIR-1 the output of a local shell has the id of its call as its own', async () => {
  const window = newWindow(responsesAdapter)
  const given = [
    user('go'),
    { type: 'local_shell_call', id: 'ls', call_id: 'c', action: { type: 'exec', command: ['ls'], env: {} } },
    { type: 'local_shell_call_output', id: 'c', output: 'a.ts' },
  ]
  window.add(given)
  const { messages } = await window.next()
  expect(messages).toEqual(given)
  expect(validate({ input: messages as never[] }, 'openai-responses', { tools: 'ignored' })).toEqual([])
})

test('MAN-1 the advice for a request that does not fit names what a window has', async () => {
  const window = newWindow(openAiAdapter, 'default', 4000)
  window.add([{ role: 'system', content: 'word '.repeat(1400) }, user('word '.repeat(1200))])
  const { turn } = await window.next()
  expect(turn.fit.advice).toMatch(/, or call afterOverflow\.$/)
  expect(turn.request.messages).toHaveLength(1)
})
