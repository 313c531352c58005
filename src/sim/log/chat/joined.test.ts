import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

type Chat = readonly { readonly role: string; readonly content: unknown; readonly [key: string]: unknown }[]

const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')
const usage = (n: number) => ({ prompt_tokens: 100 + n, completion_tokens: n + 1 })
const completion = (message: unknown, n: number) => ({
  object: 'chat.completion',
  model: `m${n}`,
  choices: [{ message }],
  usage: usage(n),
})

/** A chat, and each of its calls with everything before it. */
const chatOf = (replies: number): Chat => [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Go.' },
  ...Array.from({ length: replies }, (_, n) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${n}`, function: { name: 'read', arguments: `{"n":${n}}` } }],
    },
    { role: 'tool', tool_call_id: `c${n}`, content: `result ${n}` },
  ]).flat(),
  { role: 'assistant', content: 'Done.' },
]
const callsOf = (chat: Chat) =>
  chat.flatMap((message, at) =>
    message.role === 'assistant' ? [{ messages: chat.slice(0, at), reply: message }] : [],
  )

type Call = ReturnType<typeof callsOf>[number]

const SHAPES: Record<string, (call: Call, n: number) => unknown> = {
  'a gateway': ({ messages, reply }: Call, n: number) => ({
    request_id: `r${n}`,
    messages,
    response: completion(reply, n),
  }),
  'bodies of requests and responses': (
    { messages, reply }: ReturnType<typeof callsOf>[number],
    n: number,
  ) => ({
    request_body: { model: 'm', messages },
    response_body: completion(reply, n),
  }),
  'inputs that are lists': ({ messages, reply }: Call, n: number) => ({
    type: 'GENERATION',
    model: `m${n}`,
    input: messages,
    output: reply,
    usage: { input: 100 + n, output: n + 1 },
  }),
  'inputs and outputs': ({ messages, reply }: Call, n: number) => ({
    type: 'GENERATION',
    model: `m${n}`,
    input: { messages },
    output: reply,
    usage: { input: 100 + n, output: n + 1 },
  }),
}

describe('calls that are recorded one by one, each with everything before it', () => {
  it.each(Object.entries(SHAPES))(
    'from %s are one conversation, with the usage and model of each',
    (_, shape) => {
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 6 }), fc.boolean(), (replies, isPage) => {
          const chat = chatOf(replies)
          const calls = callsOf(chat).map(shape)
          const traces = readTraces(isPage ? JSON.stringify({ data: calls }) : lines(calls))
          expect(traces).toHaveLength(1)
          const whole = readTrace(JSON.stringify(chat))
          expect(traces[0]?.messages).toEqual(whole.messages)
          expect(traces[0]?.system).toBe('Be brief.')
          expect(traces[0]?.turns.map((turn) => [turn.usage?.input, turn.usage?.output, turn.model])).toEqual(
            calls.map((__, n) => [100 + n, n + 1, `m${n}`]),
          )
          expect(traces[0]?.intake.inferred.slice(-1)).toEqual([
            `The log has each call with everything before it: ${replies + 1} calls are joined into this conversation.`,
          ])
        }),
        { numRuns: 12 },
      )
    },
  )

  it('are joined where a client sends a reply back without its thinking, or with an empty text', () => {
    const user = { role: 'user', content: 'Go.' }
    const one = {
      messages: [user],
      response: completion({ role: 'assistant', reasoning_content: 'Hm.', content: 'A.' }, 0),
    }
    const said = [
      { type: 'text', text: ' ' },
      { type: 'text', text: 'A.' },
    ]
    const two = {
      messages: [user, { role: 'assistant', content: said }, { role: 'user', content: 'On.' }],
      response: completion({ role: 'assistant', content: 'B.' }, 1),
    }
    const traces = readTraces(lines([one, two]))
    expect(traces).toHaveLength(1)
    expect(traces[0]?.turns.map(({ usage: used }) => used?.input)).toEqual([100, 101])
  })

  it('are joined where Claude Code marks each request in its system prompt', () => {
    const billed = (mark: string, messages: Chat, text: string, input_tokens: number) => ({
      request: {
        model: 'm',
        system: [
          { type: 'text', text: `x-anthropic-billing-header: cc_version=2.1.36; cch=${mark};` },
          { type: 'text', text: 'Be brief.' },
        ],
        messages,
      },
      response: {
        role: 'assistant',
        content: [{ type: 'text', text }],
        usage: { input_tokens, output_tokens: 1 },
      },
    })
    const first = { role: 'user', content: 'Go.' }
    const later = [first, { role: 'assistant', content: 'A.' }, { role: 'user', content: 'On.' }]
    const traces = readTraces(lines([billed('a1b2c', [first], 'A.', 100), billed('d4e5f', later, 'B.', 120)]))
    expect(traces).toHaveLength(1)
    expect(traces[0]?.turns.map(({ usage: used }) => used?.input)).toEqual([100, 120])
  })

  it('stay apart where the messages, the system prompt or the reply differ, and where nothing is continued', () => {
    const one = {
      messages: [{ role: 'user', content: 'Go.' }],
      response: completion({ role: 'assistant', content: 'A.' }, 0),
    }
    const other = {
      messages: [
        { role: 'user', content: 'Go.' },
        { role: 'assistant', content: 'B.' },
        { role: 'user', content: 'On.' },
      ],
      response: completion({ role: 'assistant', content: 'C.' }, 1),
    }
    const prompted = { ...other, messages: [{ role: 'system', content: 'Be brief.' }, ...other.messages] }
    expect(readTraces(lines([one, one, other, prompted]))).toHaveLength(4)
  })
})

it('TOK-2 runs that begin alike each get one of the calls that they share', () => {
  const run = (end: string) => {
    const chat = [
      { role: 'user', content: 'Name a river.' },
      { role: 'assistant', content: 'Aare.' },
      { role: 'user', content: 'Another.' },
      { role: 'assistant', content: end },
    ]
    return callsOf(chat).map(({ messages, reply }, n) => ({ messages, response: completion(reply, n) }))
  }
  const traces = readTraces(lines([...run('Rhine.'), ...run('Rhone.'), ...run('Inn.')]))
  expect(traces.map(({ turns }) => turns.map((turn) => turn.usage?.input))).toEqual([
    [100, 101],
    [100, 101],
    [100, 101],
  ])
  for (const trace of traces) expect(trace.intake.inferred.join(' ')).toContain('2 calls are joined')
})

it('TOK-2 a compaction of the provider is a block of its reply, and does not part the calls', () => {
  const replies = ['Aare.', 'Rhine.', 'Inn.', 'Elbe.'].map((text, n) => ({
    role: 'assistant',
    content: [...(n === 1 ? [{ type: 'compaction', content: 'Rivers.' }] : []), { type: 'text', text }],
  }))
  const chat = replies.flatMap((reply, n) => [{ role: 'user', content: `River ${n}?` }, reply])
  const calls = callsOf(chat).map(({ messages, reply }, n) => ({
    request: { model: 'm', messages },
    response: { type: 'message', ...reply, usage: { input_tokens: 100 + n, output_tokens: 5 } },
  }))
  for (const recordedEdits of ['undo', 'keep'] as const) {
    const traces = readTraces(lines(calls), { recordedEdits })
    expect(traces.map(({ turns }) => turns.map((turn) => turn.usage?.input))).toEqual([[100, 101, 102, 103]])
  }
  expect(readTrace(lines(calls)).recordedEdits).toMatchObject([{ turn: 1, summary: 'Rivers.' }])
})
