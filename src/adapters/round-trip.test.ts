import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelMessage } from 'ai'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toOpenAi, toResponses } from '../engine/index.ts'
import type { Message, ResponsesItem } from '../engine/index.ts'
import { readTrace } from '../sim/index.ts'
import { endsWithin } from '../testing/ends-within.ts'
import { aiSdkAdapter, anthropicAdapter, openAiAdapter, responsesAdapter } from './index.ts'
import type { Adapter } from './index.ts'

const samples = join(import.meta.dirname, '..', '..', 'public', 'samples')

/** A conversation begins with the system, if at all, and with the user. */
function comesBack<Client>(
  make: () => Adapter<Client>,
  messages: readonly Client[],
  first = { role: 'user', content: 'go' } as unknown as Client,
): void {
  const adapter = make()
  const front = messages.findIndex(
    (message) => !/^(?:system|developer)/.test(String((message as { role?: unknown }).role)),
  )
  const all = messages.toSpliced(front === -1 ? messages.length : front, 0, first)
  expect(adapter.fromEngine(adapter.toEngine(all))).toEqual(all)
}

/** Few words, so that equal messages with different fields happen. */
const word = fc.constantFrom('yes', 'no', 'look at src/a.ts', '{"a":1}')
const extra = fc.constantFrom({}, { cache_control: { type: 'ephemeral' } }, { note: 7 })
const json = fc.jsonValue({ maxDepth: 2 })
const id = fc.uuid()

const anthropicBlock = fc.oneof(
  fc.record({ type: fc.constant('text'), text: word }),
  fc.record({ type: fc.constant('thinking'), thinking: word, signature: word }),
  fc.record({ type: fc.constant('redacted_thinking'), data: word }),
  fc.record({ type: fc.constant('tool_use'), id, name: word, input: json }),
  fc.record({
    type: fc.constant('tool_result'),
    tool_use_id: id,
    content: fc.oneof(word, fc.constant([{ type: 'text', text: 'x', own: 1 }])),
    is_error: fc.boolean(),
  }),
  fc.record({
    type: fc.constant('image'),
    source: fc.record({ type: fc.constant('base64'), media_type: fc.constant('image/png'), data: word }),
  }),
  fc.record({
    type: fc.constant('document'),
    source: fc.record({ type: fc.constant('file'), file_id: id }),
    title: word,
  }),
  fc.record({ type: fc.constant('server_tool_use'), id, name: fc.constant('web_search'), input: json }),
)
const withExtra = <Value extends object>(value: fc.Arbitrary<Value>) =>
  fc.tuple(value, extra).map(([own, more]) => ({ ...own, ...more }))

const anthropicMessages = fc.array(
  fc.record({
    role: fc.constantFrom('user', 'assistant'),
    content: fc.oneof(word, fc.array(withExtra(anthropicBlock), { minLength: 1, maxLength: 4 })),
  }),
)

test('MSG-1 Anthropic messages come back with every field, whatever blocks they have', () => {
  fc.assert(
    fc.property(anthropicMessages, (messages) => comesBack(() => anthropicAdapter(), messages)),
    { numRuns: 120 },
  )
})

const toolCall = fc.record({
  id,
  type: fc.constant('function'),
  function: fc.record({
    name: word,
    arguments: fc.oneof(
      word,
      json.map((value) => JSON.stringify(value)),
    ),
  }),
})
const openAiMessages = fc
  .tuple(
    fc.array(withExtra(fc.record({ role: fc.constantFrom('system', 'developer'), content: word })), {
      maxLength: 2,
    }),
    fc.array(
      withExtra(
        fc.oneof(
          fc.record({
            role: fc.constant('user'),
            content: fc.oneof(
              word,
              fc.array(fc.record({ type: fc.constant('text'), text: word }), { minLength: 1, maxLength: 3 }),
            ),
          }),
          fc.record({
            role: fc.constant('assistant'),
            content: fc.oneof(word, fc.constant(null)),
            reasoning_content: word,
          }),
          fc.record({
            role: fc.constant('assistant'),
            content: fc.constant(null),
            tool_calls: fc.array(toolCall, { minLength: 1, maxLength: 2 }),
          }),
          fc.record({ role: fc.constant('tool'), tool_call_id: id, content: word }),
        ),
      ),
    ),
  )
  .map(([front, rest]) => [...front, ...rest])

test('MSG-1 OpenAI chat messages come back with every field', () => {
  fc.assert(
    fc.property(openAiMessages, (messages) => comesBack(() => openAiAdapter<{ role: string }>(), messages)),
    { numRuns: 120 },
  )
})

const responsesItem = fc.oneof(
  fc.record({
    type: fc.constant('message'),
    role: fc.constantFrom('user', 'assistant', 'developer'),
    content: fc.array(fc.record({ type: fc.constant('output_text'), text: word }), {
      minLength: 1,
      maxLength: 2,
    }),
    id,
  }),
  fc.record({ role: fc.constant('user'), content: word }),
  fc.record({
    type: fc.constant('reasoning'),
    id,
    summary: fc.array(fc.record({ type: fc.constant('summary_text'), text: word }), { maxLength: 2 }),
    encrypted_content: word,
  }),
  fc.record({
    type: fc.constant('function_call'),
    call_id: id,
    name: word,
    arguments: json.map((value) => JSON.stringify(value)),
    status: word,
  }),
  fc.record({ type: fc.constant('function_call_output'), call_id: id, output: word }),
  fc.record({ type: fc.constant('custom_tool_call'), call_id: id, name: word, input: word }),
  fc.record({ type: fc.constant('local_shell_call'), call_id: id, action: json }),
  fc.record({ type: fc.constant('local_shell_call_output'), call_id: id, output: word }),
  fc.record({ type: fc.constant('web_search_call'), id, action: json }),
)

test('MSG-1 items of the Responses API come back with every field', () => {
  fc.assert(
    fc.property(fc.array(withExtra(responsesItem)), (items) =>
      comesBack(() => responsesAdapter<object>(), items),
    ),
    { numRuns: 120 },
  )
})

const aiPart = fc.oneof(
  fc.record({ type: fc.constant('text'), text: word }),
  fc.record({ type: fc.constant('reasoning'), text: word }),
  fc.record({
    type: fc.constant('file'),
    data: fc.uint8Array({ maxLength: 4 }),
    mediaType: fc.constantFrom('image/png', 'application/pdf', 'audio/wav'),
  }),
  fc.record({ type: fc.constant('tool-call'), toolCallId: id, toolName: word, input: json }),
  fc.record({ type: fc.constant('tool-approval-request'), approvalId: id, toolCallId: id }),
)
const aiResult = fc.record({
  type: fc.constant('tool-result'),
  toolCallId: id,
  toolName: word,
  output: fc.oneof(
    fc.record({ type: fc.constantFrom('text', 'error-text'), value: word }),
    fc.record({ type: fc.constantFrom('json', 'error-json'), value: json }),
    fc.record({
      type: fc.constant('content'),
      value: fc.constant([
        { type: 'text', text: 'x' },
        { type: 'image-data', data: 'AA==', mediaType: 'image/png' },
      ]),
    }),
  ),
})
const aiMessages = fc.array(
  withExtra(
    fc.oneof(
      fc.record({ role: fc.constantFrom('system', 'user', 'assistant'), content: word }),
      fc.record({
        role: fc.constantFrom('user', 'assistant'),
        content: fc.array(withExtra(aiPart), { minLength: 1, maxLength: 4 }),
      }),
      fc.record({ role: fc.constant('tool'), content: fc.array(aiResult, { minLength: 1, maxLength: 3 }) }),
    ),
  ),
)

test('MSG-1 messages of the AI SDK come back with every field', () => {
  fc.assert(
    fc.property(aiMessages, (messages) => comesBack(() => aiSdkAdapter(), messages)),
    { numRuns: 120 },
  )
})

test('MSG-1 what only a reply has goes back without it: Anthropic’s and OpenAI’s APIs refuse it in a request', () => {
  const asked = { role: 'user', content: 'go' }
  const content = [{ type: 'text', text: 'Done.', citations: null }]
  const reply = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    content,
    stop_reason: 'end_turn',
    usage: { input_tokens: 9, output_tokens: 2 },
  }
  const anthropic = anthropicAdapter()
  expect(anthropic.fromEngine(anthropic.toEngine([asked, reply]))).toEqual([
    asked,
    { role: 'assistant', content },
  ])
  // As `responses.parse` and `finalResponse()` of a stream of OpenAI's client write them.
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: '{"path":"a"}' }
  const said = { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed' }
  const text = { type: 'output_text', text: '{"n":1}', annotations: [] }
  const output = { type: 'function_call_output', call_id: 'c1', output: 'ok' }
  const responses = responsesAdapter()
  const list = [
    asked,
    { ...said, content: [{ ...text, parsed: { n: 1 } }] },
    { ...call, parsed_arguments: null },
    output,
  ]
  expect(responses.fromEngine(responses.toEngine(list))).toEqual([
    asked,
    { ...said, content: [text] },
    call,
    output,
  ])
})

test('MSG-1 the conversation of a sample comes back unchanged in each shape', () => {
  const { messages, system } = readTrace(readFileSync(join(samples, 'anthropic.json'), 'utf8'))
  expect(messages.length).toBeGreaterThan(20)
  comesBack(() => anthropicAdapter<Message>(), messages)
  comesBack(() => openAiAdapter(), toOpenAi({ system, messages }).messages)
  comesBack(
    () => responsesAdapter<ResponsesItem>(),
    toResponses({ messages }).input as readonly ResponsesItem[],
  )
})

test('a result that an edit shortened is written with what else the client had in it', () => {
  const adapter = aiSdkAdapter<ModelMessage>()
  const { messages } = adapter.toEngine([
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: { path: 'a' } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c1',
          toolName: 'read',
          output: { type: 'json', value: { long: true } },
          providerOptions: { own: { a: 1 } },
        },
      ],
    },
  ])
  const shortened = messages.with(2, {
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: 'c1', content: '[evicted]' }],
  })
  expect(adapter.fromEngine({ messages: shortened }).at(-1)).toEqual({
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c1',
        toolName: 'read',
        output: { type: 'text', value: '[evicted]' },
        providerOptions: { own: { a: 1 } },
      },
    ],
  })
})

test('TOK-4 a client whose calls all have one id, even within a reply, is read in linear time', () => {
  const call = { type: 'tool_use', id: 'c', name: 'read', input: {} }
  const result = { type: 'tool_result', tool_use_id: 'c', content: 'x' }
  const loop = [
    { role: 'assistant', content: [call] },
    { role: 'user', content: [result] },
  ]
  const wide = [
    { role: 'assistant', content: Array.from({ length: 10_000 }, () => call) },
    { role: 'user', content: Array.from({ length: 10_000 }, () => result) },
  ]
  const go = { role: 'user', content: 'go' }
  for (const rest of [Array.from({ length: 10_000 }, () => loop).flat(), wide]) {
    const work = (): void => {
      const adapter = anthropicAdapter()
      const back = adapter.fromEngine(adapter.toEngine([go, ...rest]))
      expect(back.length).toBe(rest.length + 1)
    }
    expect(endsWithin(8000, work)).toBe(true)
  }
})
