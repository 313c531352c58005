import { expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const parent = { trace_id: 1, span_id: 7 }
const asked = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Name a river.' },
]
const call = (output: string, input: number, attributes: object = {}): object => ({
  name: 'call_llm m',
  parent,
  end_time: 1_760_000_000_000_000_000 + input * 1_000_000_000,
  attributes: {
    'gen_ai.operation.name': 'call_llm',
    'gen_ai.request.model': 'm',
    'gen_ai.output': output,
    'gen_ai.output.type': 'text',
    'gen_ai.usage.input_tokens': input,
    'gen_ai.usage.output_tokens': 5,
    ...attributes,
  },
})
const tool = (output: string): object => ({
  parent,
  attributes: {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'look',
    'gen_ai.output': output,
  },
})
const looked = json([{ 'tool.name': 'look', 'tool.args': '{"at":"map"}' }])
const SPANS = [
  call(looked, 50, { 'gen_ai.input.messages': json(asked) }),
  tool('Elbe'),
  call('The Elbe.', 70),
  { parent: null, attributes: { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.output': 'The Elbe.' } },
]

it.each([
  ['with the last answer', json({ spans: SPANS, final_output: 'The Elbe.' })],
  ['in a list', json(SPANS)],
  ['one per line', SPANS.map((span) => json(span)).join('\n')],
])('MSG-1 spans of any-agent are one conversation with the results of its tools: %s', (_, text) => {
  const traces = readTraces(text)
  expect(traces).toHaveLength(1)
  expect(traces[0]?.messages.map(({ content }) => content)).toEqual([
    'Name a river.',
    [{ type: 'tool_use', id: 'call_2_0', name: 'look', input: { at: 'map' } }],
    [{ type: 'tool_result', tool_use_id: 'call_2_0', content: 'Elbe' }],
    'The Elbe.',
  ])
  expect(traces[0]?.turns).toMatchObject([
    { model: 'm', time: 1_760_000_050_000, usage: { input: 50, output: 5 } },
    { model: 'm', time: 1_760_000_070_000, usage: { input: 70, output: 5 } },
  ])
})

it('MSG-1 spans of any-agent may have a conversation without tools', () => {
  const trace = readTrace(json([call('The Elbe.', 50, { 'gen_ai.input.messages': json(asked) })]))
  expect([trace.system, trace.messages.at(-1)?.content]).toEqual(['Be brief.', 'The Elbe.'])
})
