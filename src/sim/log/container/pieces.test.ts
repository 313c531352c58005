import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (values: readonly unknown[]) => values.map((value) => json(value)).join('\n')
const sse = (values: readonly unknown[]) => values.map((value) => `data: ${json(value)}\n\n`).join('')
const THOUGHT = { type: 'thinking', thinking: 'Hm, look.' }
const TEXT = { type: 'text', text: 'I look.' }
const call = (id: string, input: object) => ({ type: 'tool_use', id, name: 'ls', input })
const contents = (text: string) => readTrace(text).messages.map(({ content }) => content)

describe('MSG-1 pieces of an answer are put together', () => {
  const delta = (index: number, piece: object) => ({
    contentBlockDelta: { contentBlockIndex: index, delta: piece },
  })
  const start = (index: number, toolUseId: string) => ({
    contentBlockStart: { contentBlockIndex: index, start: { toolUse: { toolUseId, name: 'ls' } } },
  })
  const converse = [
    { messageStart: { role: 'assistant' } },
    delta(0, { reasoningContent: { text: 'Hm, ' } }),
    delta(0, { reasoningContent: { text: 'look.' } }),
    delta(0, { reasoningContent: { signature: 's' } }),
    delta(1, { text: 'I ' }),
    delta(1, { text: 'look.' }),
    start(2, 'c'),
    delta(2, { toolUse: { input: '{"path"' } }),
    delta(2, { toolUse: { input: ':"."}' } }),
    { contentBlockStop: { contentBlockIndex: 2 } },
    start(3, 'd'),
    { messageStop: { stopReason: 'tool_use' } },
    { metadata: { usage: { inputTokens: 80, outputTokens: 9, cacheReadInputTokens: 20 } } },
  ]

  it.each([
    ['lines', lines(converse)],
    ['a list', json(converse)],
    ['events', sse(converse)],
  ])('of Converse, in %s', (_, text) => {
    const trace = readTrace(text)
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [THOUGHT, TEXT, call('c', { path: '.' }), call('d', {})],
    ])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 100, cacheRead: 20, output: 9 })
  })

  it('of Converse, one answer after the other', () => {
    expect(readTraces(lines([...converse, ...converse]))).toHaveLength(2)
  })

  it('of Cohere, with its plan and the arguments of each call', () => {
    const piece = (type: string, message: object, index?: number) => ({ type, index, delta: { message } })
    const args = (index: number, text: string, more = {}) =>
      piece('tool-call-delta', { tool_calls: { ...more, function: { name: 'ls', arguments: text } } }, index)
    const trace = readTrace(
      lines([
        { id: 'x', ...piece('message-start', { role: 'assistant' }) },
        piece('tool-plan-delta', { tool_plan: 'Hm, ' }),
        piece('tool-plan-delta', { tool_plan: 'look.' }),
        args(0, '', { id: 'c' }),
        args(0, '{"path":"."}'),
        args(1, '{}', { id: 'd' }),
        { type: 'message-end', delta: { usage: { tokens: { input_tokens: 50, output_tokens: 5 } } } },
      ]),
    )
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [THOUGHT, call('c', { path: '.' }), call('d', {})],
    ])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 50, output: 5 })
  })

  it('of the arguments of a call of Gemini', () => {
    const chunk = (part: object) => ({
      candidates: [{ content: { role: 'model', parts: [{ functionCall: part }] } }],
      usageMetadata: { promptTokenCount: 26 },
    })
    const set = (jsonPath: string, value: object) => chunk({ partialArgs: [{ jsonPath, ...value }] })
    const text = lines([
      chunk({ name: 'ls', willContinue: true }),
      set('$.paths[0].name', { stringValue: 'a.', willContinue: true }),
      set('$.paths[0].name', { stringValue: 'ts' }),
      set('$.paths[1].name', { stringValue: 'b.ts' }),
      set('$.deep', { boolValue: true }),
      set("$['a b']", { numberValue: 2 }),
      chunk({}),
    ])
    const [content] = contents(text)
    const input = { paths: [{ name: 'a.ts' }, { name: 'b.ts' }], deep: true, 'a b': 2 }
    expect(content).toMatchObject([{ type: 'tool_use', name: 'ls', input }])
  })

  it('of the Responses API, as far as the stream came', () => {
    const item = { type: 'function_call', id: 'f', call_id: 'c', name: 'ls', arguments: '{"path":"."}' }
    const text = lines([
      { type: 'response.created', response: { id: 'r', object: 'response', model: 'gpt-5', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '' } },
      { type: 'response.output_item.done', output_index: 0, item },
    ])
    expect(contents(text)).toEqual([[call('c', { path: '.' })]])
  })
})

describe('MSG-1 interactions with Gemini', () => {
  const usage = {
    total_input_tokens: 50,
    total_cached_tokens: 10,
    total_output_tokens: 5,
    total_thought_tokens: 7,
  }
  const steps = [
    { type: 'thought', signature: 's', summary: [{ type: 'text', text: 'Hm, look.' }] },
    { type: 'model_output', content: [{ type: 'text', text: 'I look.' }] },
    { type: 'function_call', id: 'c', name: 'ls', arguments: { path: '.' } },
  ]
  const asked = { type: 'user_input', content: [{ type: 'text', text: 'Which files?' }] }
  const result = {
    type: 'function_result',
    call_id: 'c',
    name: 'ls',
    result: [{ type: 'text', text: 'a.ts' }],
  }
  const answer = { object: 'interaction', model: 'gemini-3', created: '2026-05-15T18:52:00Z', usage, steps }
  const reply = [THOUGHT, TEXT, call('c', { path: '.' })]

  it('one alone has its reply with the usage', () => {
    const trace = readTrace(json(answer))
    expect(trace.messages.map(({ content }) => content)).toEqual([reply])
    expect(trace.turns[0]).toMatchObject({
      model: 'gemini-3',
      usage: { input: 50, cacheRead: 10, output: 12 },
    })
  })

  it('a request and its answer are a conversation', () => {
    const request = { model: 'gemini-3', system_instruction: 'Be brief.', input: [asked, ...steps, result] }
    const done = {
      ...answer,
      steps: [{ type: 'model_output', content: [{ type: 'text', text: 'Only a.ts.' }] }],
    }
    const trace = readTrace(lines([request, done]))
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages.map(({ content }) => content)).toEqual([
      [{ type: 'text', text: 'Which files?' }],
      reply,
      [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'a.ts' }] }],
      'Only a.ts.',
    ])
  })

  it('one that was streamed is put together', () => {
    const step = (index: number, type: string, more: object) => ({
      index,
      event_type: `step.${type}`,
      ...more,
    })
    const events = [
      { interaction: { ...answer, usage: undefined, steps: undefined }, event_type: 'interaction.created' },
      step(0, 'start', { step: { type: 'thought' } }),
      step(0, 'delta', { delta: { type: 'thought_summary', content: { type: 'text', text: 'Hm, look.' } } }),
      step(1, 'start', { step: { type: 'model_output' } }),
      step(1, 'delta', { delta: { type: 'text', text: 'I ' } }),
      step(1, 'delta', { delta: { type: 'text', text: 'look.' } }),
      step(2, 'start', { step: { type: 'function_call', id: 'c', name: 'ls', arguments: {} } }),
      step(2, 'delta', { delta: { type: 'arguments_delta', arguments: '{"path"' } }),
      step(2, 'delta', { delta: { type: 'arguments_delta', arguments: ':"."}' } }),
      { interaction: { ...answer, steps: undefined }, event_type: 'interaction.completed' },
    ]
    for (const text of [lines(events), sse(events)]) {
      expect(contents(text)).toEqual([reply])
      expect(readTrace(text).turns[0]?.usage?.input).toBe(50)
    }
  })
})

describe('MSG-1 a stream of the AI SDK to its page', () => {
  const result = [{ type: 'tool_result', tool_use_id: 'c', content: 'a.ts' }]
  const READ = [[THOUGHT, TEXT, call('c', { path: '.' })], result, 'Only a.ts.']
  const tool = { toolCallId: 'c', toolName: 'ls' }

  it.each([
    ['events', sse],
    ['lines', lines],
  ])('of version 5 and later, in %s', (_, write) => {
    const text = write([
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'Hm, ' },
      { type: 'reasoning-delta', id: 'r', delta: 'look.' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'I ' },
      { type: 'text-delta', id: 't', delta: 'look.' },
      { type: 'tool-input-start', ...tool },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{' },
      { type: 'tool-input-available', ...tool, input: { path: '.' } },
      { type: 'tool-output-available', toolCallId: 'c', output: 'a.ts' },
      { type: 'finish-step' },
      { type: 'start-step' },
      { type: 'text-start', id: 'u' },
      { type: 'text-delta', id: 'u', delta: 'Only a.ts.' },
      { type: 'finish-step' },
      { type: 'finish' },
    ])
    expect(contents(text)).toEqual(READ)
  })

  it('PAIR-1 a later result of a call takes the place of a preliminary one, in the same step and after it', () => {
    const output = (told: string, more = {}) => ({
      type: 'tool-output-available',
      toolCallId: 'c',
      output: told,
      ...more,
    })
    const begin = [
      { type: 'start-step' },
      { type: 'text-delta', id: 't', delta: 'I look.' },
      { type: 'tool-input-available', ...tool, input: { path: '.' } },
      output('pending', { preliminary: true }),
    ]
    const answer = { type: 'text-delta', id: 'u', delta: 'Only a.ts.' }
    const late = [{ type: 'finish-step' }, { type: 'start-step' }, output('a.ts')]
    for (const then of [[output('a.ts'), { type: 'finish-step' }, { type: 'start-step' }], late]) {
      const text = lines([...begin, ...then, answer])
      expect(contents(text)).toEqual([[TEXT, call('c', { path: '.' })], result, 'Only a.ts.'])
      expect(readTrace(text).intake).toMatchObject({ problems: [], ignored: [] })
    }
  })

  it('a call is read from its pieces where they are all there is', () => {
    const text = lines([
      { type: 'text-delta', id: 't', delta: 'I look.' },
      { type: 'tool-input-start', ...tool },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"path"' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: ':"."}' },
      { type: 'tool-output-available', toolCallId: 'c', output: 'a.ts' },
    ])
    expect(contents(text)).toEqual([[TEXT, call('c', { path: '.' })], result])
  })

  it('of version 4, with its usage', () => {
    const step = (promptTokens: number) => `e:${json({ usage: { promptTokens, completionTokens: 5 } })}`
    const text = [
      'f:{"messageId":"m"}',
      'g:"Hm, "',
      'g:"look."',
      '0:"I "',
      '0:"look."',
      `9:${json({ ...tool, args: { path: '.' } })}`,
      `a:${json({ toolCallId: 'c', result: 'a.ts' })}`,
      step(21),
      '0:"Only a.ts."',
      step(41),
      'd:{"finishReason":"stop","usage":{"promptTokens":62,"completionTokens":10}}',
    ].join('\n')
    expect(contents(text)).toEqual(READ)
    expect(readTrace(text).turns.map(({ usage }) => usage?.input)).toEqual([21, 41])
  })
})
