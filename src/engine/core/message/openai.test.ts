import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  arbitraryConversation,
  arbitraryDamage,
  arbitraryMessages,
  arbitraryOpenAiMessages,
} from '../../../testing/arbitrary.ts'
import { conversation, conversationText } from '../../../testing/conversation.ts'
import type { OpenAiMessage } from './request.ts'
import { mergeNeighbours } from './merge.ts'
import { partsOf } from './message.ts'
import type { Json, Message, Part } from './message.ts'
import { inputOf, fromOpenAiMessages, toOpenAi } from './openai.ts'
import { toResponses } from './responses.ts'

const sent = (text: string): readonly OpenAiMessage[] => toOpenAi({ messages: conversation(text) }).messages

describe('toOpenAi', () => {
  it('MSG-1 writes results as tool messages after their reply, and the user’s other parts after them', () => {
    const messages = sent(`
      user: fix it
      assistant: think hm + looking + call a read {"path":"x"} + call b list
      result b: error none
      result a: 12 chars
      & text hurry
      assistant: done
    `)
    expect(messages).toEqual([
      { role: 'user', content: 'fix it' },
      {
        role: 'assistant',
        content: 'looking',
        reasoning_content: 'hm',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path":"x"}' } },
          { id: 'b', type: 'function', function: { name: 'list', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: 'none' },
      { role: 'tool', tool_call_id: 'a', content: 'lorem ipsum.' },
      { role: 'user', content: 'hurry' },
      { role: 'assistant', content: 'done' },
    ])
  })

  it('MSG-1 a reply of calls only has null as content, one of thinking only an empty string', () => {
    expect(sent('assistant: call a x')[0]).toMatchObject({ content: null })
    expect(sent('assistant: think hm')[0]).toEqual({
      role: 'assistant',
      content: '',
      reasoning_content: 'hm',
    })
    expect(sent('assistant: redacted x')[0]).toEqual({ role: 'assistant', content: '' })
    expect(sent('assistant:')[0]).toEqual({ role: 'assistant', content: null })
  })

  it('MSG-1 puts the system prompt first and declares tools as functions', () => {
    const system = [
      { type: 'text', text: 'one' },
      { type: 'text', text: 'two' },
    ]
    const tools = [{ name: 'read', description: 'reads', input_schema: { type: 'object' } }]
    const messages = conversation('user: hi\nsystem: careful')
    expect(toOpenAi({ system, tools, messages })).toEqual({
      messages: [
        { role: 'system', content: 'one\n\ntwo' },
        { role: 'user', content: 'hi' },
        { role: 'system', content: 'careful' },
      ],
      tools: [
        {
          type: 'function',
          function: { name: 'read', description: 'reads', parameters: { type: 'object' } },
        },
      ],
    })
  })

  it('MSG-1 images of a result go into the user message after the results', () => {
    const messages = sent(
      'assistant: call a x + call b x\nresult a: see + image 8x8\nresult b: 2\n& text so?',
    )
    const url = 'data:image/png;base64,iVBORw0KGgo='
    expect(messages.slice(1)).toEqual([
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'text', text: 'see' },
          { type: 'text', text: '[image: see the next message]' },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '[image from the result of a]' },
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'so?' },
        ],
      },
    ])
  })

  it('MSG-1 leaves reasoning out if it is not wanted', () => {
    const request = { messages: conversation('assistant: think hm + call a x') }
    expect(toOpenAi(request, { reasoning: 'drop' }).messages[0]).not.toHaveProperty('reasoning_content')
  })
})

describe('fromOpenAiMessages', () => {
  it('MSG-1 joins parallel tool messages and keeps the user message after them apart', () => {
    const { system, messages, origins } = fromOpenAiMessages([
      { role: 'system', content: 'be brief' },
      { role: 'developer', content: [{ type: 'text', text: 'and kind' }] },
      { role: 'user', content: 'fix it' },
      {
        role: 'assistant',
        content: null,
        reasoning_content: 'hm',
        tool_calls: [
          { id: 'a', type: 'function', function: { name: 'read', arguments: '{"path": "x"}' } },
          { id: 'b', type: 'function', function: { name: 'read', arguments: '{"path": ' } },
        ],
      },
      { role: 'tool', tool_call_id: 'b', content: '' },
      { role: 'tool', tool_call_id: 'a', content: 'text of x' },
      { role: 'user', content: 'hurry' },
      { role: 'system', content: 'careful' },
      { role: 'assistant', content: '' },
    ])
    expect(system).toBe('be brief\n\nand kind')
    expect(conversationText(messages)).toBe(
      [
        'user: fix it',
        'assistant: think hm + call a read {"path":"x"} + call b read "{\\"path\\": "',
        'result b: ""',
        'result a: "text of x"',
        'user: hurry',
        'system: careful',
        'assistant: ""',
      ].join('\n'),
    )
    expect(origins).toEqual([[2], [3], [4, 5], [6], [7], [8]])
  })

  it('MSG-1 keeps arguments unchanged that are not JSON, or the JSON of a string', () => {
    expect(inputOf('{"a":1}')).toEqual({ a: 1 })
    expect(inputOf('{"a":')).toBe('{"a":')
    expect(inputOf('"a"')).toBe('"a"')
    // A tool without parameters: servers send nothing there.
    expect(inputOf('')).toEqual({})
    expect(inputOf(' \n')).toEqual({})
    expect(Object.keys(inputOf('{"__proto__": 1}') as object)).toEqual(['__proto__'])
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    expect(inputOf(deep)).toBe(deep)
    expect(inputOf('[{"a":'.repeat(200) + '1' + '}]'.repeat(200))).toBeInstanceOf(Array)
  })

  it('MSG-1 reads pictures by data URL and by address, sound and files', () => {
    const [message] = fromOpenAiMessages([
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/webp;base64,AAAA', detail: 'low' } },
          { type: 'image_url', image_url: { url: 'https://example.test/a.png' } },
          { type: 'input_audio', input_audio: { data: 'UklG', format: 'mp3' } },
          { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
          { type: 'file', file: { file_id: 'file-abc' } },
          { type: 'refusal', refusal: 'no' },
          { type: 'later_invention', value: 1 },
        ],
      },
    ]).messages
    expect(message?.content).toEqual([
      { type: 'image', source: { type: 'base64', media_type: 'image/webp', data: 'AAAA' }, detail: 'low' },
      { type: 'image', source: { type: 'url', url: 'https://example.test/a.png' } },
      { type: 'audio', source: { type: 'base64', media_type: 'audio/mp3', data: 'UklG' } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } },
      {
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
        title: 'a.pdf',
      },
      { type: 'document', source: { type: 'file', url: 'file-abc' } },
      { type: 'text', text: 'no' },
      { type: 'text', text: '[later_invention omitted]' },
    ])
  })

  it('MSG-1 VALID-2 a call without arguments is one for every provider', () => {
    const called = { id: 'c', type: 'function', function: { name: 'list', arguments: '' } } as const
    const { messages } = fromOpenAiMessages([{ role: 'assistant', content: null, tool_calls: [called] }])
    expect(messages[0]?.content).toEqual([{ type: 'tool_use', id: 'c', name: 'list', input: {} }])
    expect(toResponses({ messages }).input).toMatchObject([{ type: 'function_call', arguments: '{}' }])
  })
})

describe('there and back', () => {
  it('MSG-1 a file keeps its id and its name, and another provider’s is named', () => {
    const given = [
      { type: 'file', file: { file_id: 'file-abc' } },
      { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBE' } },
    ]
    const { messages } = fromOpenAiMessages([{ role: 'user', content: given }])
    expect(toOpenAi({ messages }).messages[0]?.content).toEqual(given)
    expect(toResponses({ messages }).input).toMatchObject([
      { content: [{ file_id: 'file-abc' }, { filename: 'a.pdf' }] },
    ])
    const other: Message = {
      role: 'user',
      content: [{ type: 'document', source: { type: 'file', url: 'file_01' } }],
    }
    expect(toOpenAi({ messages: [other] }).messages[0]?.content).toBe('[document omitted]')
  })

  it('MSG-1 a picture keeps its detail, and a text as a document is one', () => {
    const source = { type: 'url', url: 'https://example.test/a.png' } as const
    const document = {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'It is noon.' },
      title: 'a.txt',
    } as const
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'image', source, detail: 'low' }, document] },
    ]
    expect(toOpenAi({ messages }).messages[0]?.content).toEqual([
      { type: 'image_url', image_url: { url: source.url, detail: 'low' } },
      { type: 'text', text: 'a.txt\nIt is noon.' },
    ])
    expect(toResponses({ messages }).input[0]).toMatchObject({
      content: [
        { type: 'input_image', image_url: source.url, detail: 'low' },
        { type: 'input_text', text: 'a.txt\nIt is noon.' },
      ],
    })
  })

  it('MSG-1 a conversation is unchanged, except for what the other format lacks', () => {
    const law = (messages: Message[]): void => {
      const back = fromOpenAiMessages(toOpenAi({ system: 'be brief', messages }).messages)
      expect(back.system).toBe('be brief')
      expect(sayable(back.messages)).toEqual(sayable(messages))
    }
    fc.assert(fc.property(arbitraryConversation, law), { numRuns: 120 })
    fc.assert(
      fc.property(
        arbitraryDamage.filter((messages) => messages[0]?.role !== 'system'),
        law,
      ),
      { numRuns: 120 },
    )
  })

  it('MSG-1 an OpenAI list of texts, calls and results is unchanged', () => {
    const plain = arbitraryConversation.map((messages) => toOpenAi({ messages }).messages)
    fc.assert(
      fc.property(plain, (input) => {
        const { system, messages } = fromOpenAiMessages(input)
        expect(toOpenAi({ system, messages }).messages).toEqual(input)
      }),
      { numRuns: 120 },
    )
  })

  it('MSG-2 translates anything without changing it, and names the origin of every message', () => {
    fc.assert(
      fc.property(arbitraryOpenAiMessages, (input) => {
        const before = JSON.stringify(input)
        const { messages, origins } = fromOpenAiMessages(input)
        expect(origins).toHaveLength(messages.length)
        const named = origins.flat()
        expect(named).toEqual(input.map((_, index) => index).slice(input.length - named.length))
        expect(JSON.stringify(input)).toBe(before)
      }),
    )
    fc.assert(
      fc.property(arbitraryMessages, (messages) => {
        const before = JSON.stringify(messages)
        toOpenAi({ messages })
        expect(JSON.stringify(messages)).toBe(before)
      }),
    )
  })
})

/**
 * A conversation without what OpenAI's format cannot express, and with neighbouring messages joined, as it is written
 * there.
 */
function sayable(messages: readonly Message[]): { role: string; parts: unknown[] }[] {
  const joined = mergeNeighbours(
    messages.map((message) => ({ ...message, content: spread(partsOf(message)) })),
  )
  return joined.map(({ role, content }) => ({ role, parts: (content as Part[]).map(unsigned) }))
}

it('MSG-1 calls of custom tools, the older function calls, refusals and spoken replies are read', () => {
  const custom = { id: 'a', type: 'custom', custom: { name: 'patch', input: '{"no": "json' } }
  const older = (text: string) => ({
    role: 'assistant',
    content: null,
    function_call: { name: 'f', arguments: text },
  })
  const given = [
    { role: 'user', content: 'go' },
    { role: 'assistant', content: null, tool_calls: [custom] },
    { role: 'tool', tool_call_id: 'a', content: 'ok' },
    older('{"x":1}'),
    { role: 'function', name: 'f', content: 'one' },
    older('{}'),
    { role: 'function', name: 'f', content: 'two' },
    { role: 'assistant', content: null, refusal: 'I cannot.' },
    { role: 'assistant', content: null, audio: { id: 'b', data: 'UklG', transcript: 'It is four.' } },
  ] as unknown as readonly OpenAiMessage[]
  const { messages } = fromOpenAiMessages(given)
  const use = (id: string, name: string, input: Json) => ({
    role: 'assistant',
    content: [{ type: 'tool_use', id, name, input }],
  })
  const result = (tool_use_id: string, content: string) => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id, content }],
  })
  expect(messages).toEqual([
    { role: 'user', content: 'go' },
    use('a', 'patch', '{"no": "json'),
    result('a', 'ok'),
    use('function_call_1', 'f', { x: 1 }),
    result('function_call_1', 'one'),
    use('function_call_2', 'f', {}),
    result('function_call_2', 'two'),
    { role: 'assistant', content: 'I cannot.' },
    { role: 'assistant', content: 'It is four.' },
  ])
})

it.each([
  [null, 'messages has to be a list, but is null'],
  [[null], 'messages.0 has to be an object, but is null'],
  [[{ role: 'user', content: 5 }], 'messages.0.content has to be a text or a list, but is 5'],
  [
    [{ role: 'assistant', content: null, tool_calls: [{}] }],
    'messages.0.tool_calls.0 has to be a call with an id, but is {}',
  ],
])('MSG-1 what is no OpenAI message is refused with its place: %j', (given, message) => {
  expect(() => fromOpenAiMessages(given as never)).toThrow(message)
})

/** Pictures follow the results, with the lines that refer to them. */
function spread(parts: readonly Part[]): Part[] {
  const moved: Part[] = []
  const kept = parts.flatMap((part): Part[] => {
    // Null content is read back as an empty string.
    if (part.type === 'redacted_thinking' || (part.type === 'text' && part.text === '')) return []
    if (part.type !== 'tool_result' || typeof part.content === 'string') return [part]
    const content = part.content.map((item) => {
      if (item.type === 'text') return item
      moved.push({ type: 'text', text: `[${item.type} from the result of ${part.tool_use_id}]` }, item)
      return { type: 'text', text: `[${item.type}: see the next message]` } as const
    })
    return [{ ...part, content }]
  })
  const results = kept.filter(({ type }) => type === 'tool_result')
  return [...results, ...moved, ...kept.filter(({ type }) => type !== 'tool_result')]
}

function unsigned(part: Part): unknown {
  if (part.type === 'thinking') return { thinking: part.thinking }
  if (part.type !== 'tool_result') return part
  const { content } = part
  const [only] = content
  const text =
    typeof content !== 'string' && content.length === 1 && typeof only === 'object' && only.type === 'text'
      ? only.text
      : content
  return { id: part.tool_use_id, content: text }
}
