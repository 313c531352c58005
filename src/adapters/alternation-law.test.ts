import {
  AIMessage,
  HumanMessage,
  mapStoredMessagesToChatMessages,
  ToolMessage,
} from '@langchain/core/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newManager } from '../testing/new-manager.ts'
import { aiSdkAdapter, langChainAdapter, managedWindow, openAiAdapter } from './index.ts'
import type { Adapter } from './index.ts'

type Fields = Readonly<Record<string, unknown>>

const RESULT = Array.from({ length: 25 }, (_, line) => `${line}: order ord_${line * 7919} handled`).join('\n')

/** How a client writes what happens in every conversation. */
interface Kit {
  readonly name: string
  readonly adapter: () => unknown
  readonly user: (words: string) => unknown
  readonly says: (words: string) => unknown
  readonly calls: (words: string, id: string) => readonly unknown[]
  /** Who speaks in a message, as a server that takes nobody twice in a row sees it. */
  readonly roleOf: (message: never) => string
}

const kits: readonly Kit[] = [
  {
    name: 'OpenAI',
    adapter: openAiAdapter,
    user: (content) => ({ role: 'user', content }),
    says: (content) => ({ role: 'assistant', content, refusal: null, annotations: [] }),
    calls: (content, id) => [
      {
        role: 'assistant',
        content,
        refusal: null,
        tool_calls: [{ id, type: 'function', function: { name: 'r', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: id, content: RESULT },
    ],
    roleOf: ({ role }: Fields) => (role === 'tool' ? 'user' : String(role)),
  },
  {
    name: 'the AI SDK',
    adapter: aiSdkAdapter,
    user: (content) => ({ role: 'user', content }),
    says: (text) => ({ role: 'assistant', content: [{ type: 'text', text }] }),
    calls: (text, toolCallId) => [
      {
        role: 'assistant',
        content: [
          { type: 'text', text },
          { type: 'tool-call', toolCallId, toolName: 'r', input: {} },
        ],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId, toolName: 'r', output: { type: 'text', value: RESULT } },
        ],
      },
    ],
    roleOf: ({ role }: Fields) => (role === 'tool' ? 'user' : String(role)),
  },
  {
    name: 'LangChain',
    adapter: () => langChainAdapter(mapStoredMessagesToChatMessages),
    user: (words) => new HumanMessage({ content: words, id: `h ${words.length}` }),
    says: (words) =>
      new AIMessage({ content: words, id: `run-${words.length}`, response_metadata: { a: 1 } }),
    calls: (words, id) => [
      new AIMessage({
        content: [{ type: 'text', text: words }],
        tool_calls: [{ id, name: 'r', args: {}, type: 'tool_call' }],
      }),
      new ToolMessage({ content: RESULT, tool_call_id: id }),
    ],
    roleOf: (message: AIMessage) => (message.getType() === 'ai' ? 'assistant' : 'user'),
  },
]

const PRESETS = [
  'managed',
  'hybrid',
  'fifo',
  'lru',
  'rolling_summary',
  'compaction_first',
  'handover',
  'tiered',
]

/** The marks in what is sent, such as `k12`, in order. */
const marksIn = (value: unknown): readonly string[] => JSON.stringify(value).match(/\bk\d+\b/g) ?? []

test.each(kits)(
  'VALID-3 for $name nobody speaks twice in a row because of an edit, whatever left between',
  async (kit) => {
    let joined = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...PRESETS),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 45 }),
        async (preset, ends) => {
          const window = managedWindow(newManager(preset, 2500), kit.adapter() as Adapter<unknown>)
          window.add([kit.user('k0 Find the newest release.')])
          for (const [nth, isEnd] of ends.entries()) {
            const { messages, turn } = await window.next()
            if (turn.ended !== null) return
            const turns = messages.map((message) => kit.roleOf(message as never))
            const twice = turns.flatMap((role, at) => {
              const [one, other] = [messages[at - 1], messages[at]]
              // Several results of one reply are one message of the user's.
              const isResults = [one, other].every((each) => JSON.stringify(each ?? null).includes('ord_0'))
              return role === turns[at - 1] && !isResults ? [[one, other]] : []
            })
            expect(twice, preset).toEqual([])
            const own = messages.filter((message) => marksIn(message).length > 1)
            joined += own.length
            const words = `k${nth + 1} so it goes on with the handler of the queue`
            window.add(isEnd ? [kit.says(words), kit.user(`k${nth + 1} go on`)] : kit.calls(words, `c${nth}`))
          }
        },
      ),
      { numRuns: 14 },
    )
    expect(joined).toBeGreaterThan(0)
  },
)

test('MSG-1 what an edit made neighbours is one text, and a message with fields of its own stays one', async () => {
  const call = (id: string) => ({ id, type: 'function', function: { name: 'r', arguments: '{}' } })
  const talk = (more: object): Fields[] => [
    { role: 'user', content: 'k0 go', ...more },
    { role: 'assistant', content: 'k1', ...more, tool_calls: [call('a')] },
    { role: 'tool', tool_call_id: 'a', content: 'a' },
    { role: 'assistant', content: 'k2', reasoning_content: 'hm', tool_calls: [call('b')] },
    { role: 'tool', tool_call_id: 'b', content: 'b' },
    { role: 'assistant', content: 'k3' },
    { role: 'user', content: 'k4', name: 'ann' },
  ]
  /** Without the first call, and with what the engine writes before the user's first words. */
  const sent = (more: object) => {
    const adapter = openAiAdapter<Fields & { readonly role: string }>()
    const [first, reply, , next, ...rest] = adapter.toEngine(talk(more) as never).messages
    const parts = (message: typeof first) =>
      typeof message?.content === 'string' ? [] : (message?.content ?? [])
    const note = { type: 'text', text: 'A summary.' } as const
    return adapter.fromEngine({
      messages: [
        { role: 'user', content: [note, ...parts(first)] },
        { role: 'assistant', content: [...parts(reply).slice(0, 1), ...parts(next)] },
        ...rest,
      ],
    })
  }
  const calls = [call('b')]
  const end = talk({}).slice(4)
  expect(sent({})).toEqual([
    { role: 'user', content: 'A summary.\n\nk0 go' },
    { role: 'assistant', content: 'k1\n\nk2', reasoning_content: 'hm', tool_calls: calls },
    ...end,
  ])
  expect(sent({ own: 1 })).toEqual([
    { role: 'user', content: 'A summary.\n\nk0 go', own: 1 },
    { role: 'assistant', content: 'k1', own: 1 },
    { role: 'assistant', content: 'k2', reasoning_content: 'hm', tool_calls: calls },
    ...end,
  ])
  // Where a reply between results and the user's words left, something stands there.
  const adapter = openAiAdapter()
  const { messages } = adapter.toEngine(talk({}) as never)
  const [results, , words] = messages
    .slice(-3)
    .map(({ content }) => (typeof content === 'string' ? [] : content))
  const content = [...(results ?? []), ...(words ?? [])]
  expect(
    adapter.fromEngine({ messages: [...messages.slice(0, -3), { role: 'user', content }] }).slice(-3),
  ).toEqual([end[0], { role: 'assistant', content: '[A reply was removed.]' }, end[2]])
})

test('VALID-2 an empty message that an edit put beside one with parts is a part, too', () => {
  const file = { type: 'file', file: { file_id: 'file-1' } }
  const content = [file, { type: 'text', text: 'Read it.' }]
  const adapter = openAiAdapter()
  const { messages } = adapter.toEngine([
    { role: 'user', content },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: '' },
  ] as never)
  const said = messages.flatMap((message) =>
    message.role === 'user' && typeof message.content !== 'string' ? message.content : [],
  )
  const sent = adapter.fromEngine({ messages: [{ role: 'user', content: said }] })
  expect(sent).toEqual([{ role: 'user', content: [...content, { type: 'text', text: '[empty]' }] }])
})
