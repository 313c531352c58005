import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../engine/internal.ts'
import type { Trace } from '../../trace/trace.ts'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const START = 1_760_000_000_000
const END = START + 1500

const said = (role: string, content: string): object => ({ role, parts: [{ type: 'text', content }] })
const INPUT = [said('user', 'Name a river.')]
const OUTPUT = [said('assistant', 'The Elbe.')]
const CONTENTS = { 'gen_ai.input.messages': json(INPUT), 'gen_ai.output.messages': json(OUTPUT) }
const COUNTS = { 'gen_ai.usage.input_tokens': 80, 'gen_ai.usage.output_tokens': 25 }
const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'm', ...COUNTS }
const span = (attributes: object, more: object = {}): object => ({
  trace_id: 't',
  span_id: 's',
  name: 'chat m',
  start_time: START * 1e6,
  end_time: END * 1e6,
  attributes,
  ...more,
})
const DETAILS = 'gen_ai.client.inference.operation.details'

const words = ({ messages }: Trace): readonly string[] =>
  messages.map((message) =>
    partsOf(message)
      .map((part) => (part.type === 'text' ? part.text : part.type))
      .join(),
  )
const CALL = { model: 'm', usage: { input: 80, output: 25 } }

describe('MSG-1 spans of OpenTelemetry', () => {
  it.each([
    ['with a name', { events: [{ name: DETAILS, attributes: CONTENTS }] }],
    ['under other names', { span_events: [{ event_name: DETAILS, attributes: CONTENTS }] }],
    [
      'with values in place of JSON',
      {
        events: [
          {
            name: DETAILS,
            attributes: { 'gen_ai.input.messages': INPUT, 'gen_ai.output.messages': OUTPUT },
          },
        ],
      },
    ],
  ])('have what was said in an event %s', (_, more) => {
    const trace = readTrace(json([span(CHAT, more)]))
    expect(words(trace)).toEqual(['Name a river.', 'The Elbe.'])
    expect(trace.turns).toMatchObject([{ ...CALL, time: END }])
  })

  it('have what was said in a record of a log, in the same file or alone', () => {
    const record = { traceId: 't', spanId: 's', timeUnixNano: `${END}000000`, eventName: DETAILS }
    const typed = Object.entries(CONTENTS).map(([key, stringValue]) => ({ key, value: { stringValue } }))
    const logs = {
      resourceLogs: [{ scopeLogs: [{ logRecords: [{ ...record, attributes: typed }] }] }],
    }
    const both = readTraces([span(CHAT), logs].map((line) => json(line)).join('\n'))
    expect(both.map(words)).toEqual([['Name a river.', 'The Elbe.']])
    expect(both[0]?.turns).toMatchObject([CALL])
    const alone = readTrace(json({ ...record, attributes: { ...CHAT, ...CONTENTS } }))
    expect(words(alone)).toEqual(['Name a river.', 'The Elbe.'])
    expect(alone.turns).toMatchObject([{ ...CALL, time: END }])
  })

  it('are not replaced by that of their agent, which has their sum', () => {
    const agent = {
      ...CHAT,
      ...CONTENTS,
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.usage.input_tokens': 160,
    }
    const events = [{ name: DETAILS, attributes: CONTENTS }]
    const traces = readTraces(json([span(agent, { span_id: 'a' }), span(CHAT, { events })]))
    expect(traces.map(({ turns }) => turns[0]?.usage?.input)).toEqual([80])
  })

  it('have Gemini’s own parts, an answer that is in no list, and a prompt as a text', () => {
    const parts = [
      { role: 'user', parts: [{ text: 'Name a river.' }] },
      { role: 'model', parts: [{ functionCall: { id: 'c', name: 'look', args: { at: 'map' } } }] },
      {
        role: 'user',
        parts: [{ functionResponse: { id: 'c', name: 'look', response: { output: 'Elbe' } } }],
      },
    ]
    const trace = readTrace(
      json([
        span({
          ...CHAT,
          'gen_ai.system_instructions': json('Be brief.'),
          'gen_ai.input.messages': json(parts),
          'gen_ai.output.messages': json({
            role: 'model',
            parts: [{ text: 'Hm.', thought: true }, { text: 'The Elbe.' }],
          }),
        }),
      ]),
    )
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [{ type: 'tool_use', id: 'c', name: 'look', input: { at: 'map' } }],
      [{ type: 'tool_result', tool_use_id: 'c', content: 'Elbe' }],
      [
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'The Elbe.' },
      ],
    ])
    expect(trace.turns[1]).toMatchObject(CALL)
  })

  it('are told if their answer is not there, though its tokens were counted', () => {
    const { intake } = readTrace(json([span({ ...CHAT, 'gen_ai.input.messages': json(INPUT) })]))
    expect(intake.problems).toMatchObject([{ code: 'unread-answers' }])
  })

  it('are told if they have the tokens of a call without its messages', () => {
    const agent = { ...CHAT, ...CONTENTS, 'gen_ai.operation.name': 'invoke_agent' }
    const { intake, turns } = readTrace(json([span(agent, { span_id: 'a' }), span(CHAT), span({})]))
    expect(turns).toHaveLength(1)
    expect(intake.problems).toMatchObject([{ severity: 'note', code: 'spans-without-messages' }])
    // a span around another one, or inside it, of the same call
    const whole = span({ ...CHAT, ...CONTENTS }, { span_id: 'b', parent_span_id: 'a' })
    for (const more of [{ span_id: 'c', parent_span_id: 'b' }, { span_id: 'a' }])
      expect(readTrace(json([whole, span(CHAT, more)])).intake.problems).toEqual([])
    const beside = span(CHAT, { span_id: 'c', parent_span_id: 'a' })
    expect(readTrace(json([whole, beside])).intake.problems).toHaveLength(1)
  })

  it.each([
    ['with other keys', { session_id: 's', span_count: 1, spans: [span({ ...CHAT, ...CONTENTS })] }],
    ['with the last answer', { spans: [span({ ...CHAT, ...CONTENTS })], final_output: 'The Elbe.' }],
  ])('are in a wrapper %s', (_, wrapper) => {
    expect(words(readTrace(json(wrapper)))).toEqual(['Name a river.', 'The Elbe.'])
  })

  it('have a request and an answer of Gemini in those of the Agent Development Kit', () => {
    const request = {
      model: 'gemini-x',
      config: { system_instruction: 'Be brief.', tools: [{ function_declarations: [{ name: 'look' }] }] },
      contents: [{ role: 'user', parts: [{ text: 'Name a river.' }] }],
    }
    const response = {
      content: { role: 'model', parts: [{ text: 'The Elbe.' }] },
      usage_metadata: { prompt_token_count: 80, candidates_token_count: 25 },
    }
    const trace = readTrace(
      json([
        span({
          'gcp.vertex.agent.llm_request': json(request),
          'gcp.vertex.agent.llm_response': json(response),
        }),
        // tools have the same attributes, empty
        span({ 'gcp.vertex.agent.llm_request': '{}', 'gcp.vertex.agent.llm_response': '{}' }),
      ]),
    )
    expect(trace.source.name).toBe('gemini-api')
    expect(words(trace)).toEqual(['Name a river.', 'The Elbe.'])
    expect([trace.system, trace.tools.map(({ name }) => name)]).toEqual(['Be brief.', ['look']])
    expect(trace.turns[0]).toMatchObject({ time: END, usage: { input: 80, output: 25 } })
  })

  it.each([
    [
      'whole',
      {
        message: { role: 'assistant', content: 'The Elbe.' },
        usage: { prompt_tokens: 80, completion_tokens: 25 },
      },
    ],
    ['of a stream', { combined_chunk_content: 'The Elbe.', chunk_count: 3 }],
  ])('have the answer %s in those of Logfire', (_, response) => {
    const request = { model: 'm', messages: [{ role: 'user', content: 'Name a river.' }] }
    for (const [sent, received] of [
      [request, response],
      [json(request), json(response)],
    ]) {
      const trace = readTrace(json([span({ request_data: sent, response_data: received, ...COUNTS })]))
      expect(words(trace)).toEqual(['Name a river.', 'The Elbe.'])
      expect(trace.turns[0]).toMatchObject({ ...CALL, time: END })
    }
  })

  it('have their messages beside them in those of Laminar', () => {
    const chat = [{ role: 'user', content: 'Name a river.' }]
    const trace = readTrace(
      json(
        span(CHAT, { span_type: 'LLM', input: chat, output: [{ role: 'assistant', content: 'The Elbe.' }] }),
      ),
    )
    expect(words(trace)).toEqual(['Name a river.', 'The Elbe.'])
    expect(trace.turns[0]).toMatchObject(CALL)
  })

  it('have their messages in a record that AWS splits off', () => {
    const answer = (content: object | string): object => ({
      input: { messages: [{ role: 'user', content: { content: json([{ text: 'Name a river.' }]) } }] },
      output: { messages: [{ role: 'assistant', content }] },
    })
    const body = answer({ message: json([{ text: 'The Elbe.' }]), finish_reason: 'end_turn' })
    const attributes = { 'event.name': 'strands.telemetry.tracer' }
    const line = { traceId: 't', spanId: 's', timeUnixNano: END * 1e6, attributes, body }
    const inside = span(CHAT, { span_events: [{ event_name: 'strands.telemetry.tracer', attributes, body }] })
    for (const log of [line, [line], [inside], [span(CHAT), line]]) {
      const traces = readTraces(json(log))
      expect(traces.map(words)).toEqual([['Name a river.', 'The Elbe.']])
      expect(traces[0]?.turns[0]?.time).toBe(END)
    }
    expect(readTrace(json([span(CHAT), line])).turns[0]).toMatchObject(CALL)
    const generations = [[{ text: 'The Elbe.', message: { tool_calls: [] } }]]
    const chain = answer(json({ messages: [{ type: 'ai', content: 'The Elbe.' }] }))
    const lines = [
      { ...line, body: answer(json({ generations })) },
      { ...line, spanId: 'u', body: chain },
    ]
    expect(readTraces(json(lines)).map(words)).toEqual([['Name a river.', 'The Elbe.']])
  })
})
