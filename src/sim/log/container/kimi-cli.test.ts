import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

let second = 0
const event = (type: string, payload: object = {}) => ({
  timestamp: 1_770_000_000 + (second += 1),
  message: { type, payload },
})
const lines = (...all: readonly object[]) => {
  second = 0
  return [{ type: 'metadata', protocol_version: '1.9' }, ...all].map((one) => JSON.stringify(one)).join('\n')
}
const said = (text: string) => event('ContentPart', { type: 'text', text })
const call = (id: string, args: string) =>
  event('ToolCall', { type: 'function', id, function: { name: 'Shell', arguments: args } })
const result = (tool_call_id: string, return_value: object) =>
  event('ToolResult', { tool_call_id, return_value })
const status = (input_other: number, input_cache_read: number, output: number) =>
  event('StatusUpdate', {
    context_usage: 0.1,
    token_usage: { input_other, input_cache_read, input_cache_creation: 0, output },
  })

describe('the events of Kimi CLI', () => {
  it('a step is a reply with its thoughts, calls and usage, whose results are what the client sends', () => {
    const trace = readTrace(
      lines(
        event('TurnBegin', { user_input: 'Which files?' }),
        event('StepBegin', { n: 1 }),
        event('ContentPart', { type: 'think', think: 'Hm.' }),
        said('I '),
        said('look.'),
        call('t1', '{"command":'),
        event('ToolCallPart', { arguments_part: '"ls"}' }),
        call('t2', '{}'),
        status(100, 5_000, 50),
        event('StatusUpdate', { context_usage: 0.2, token_usage: null }),
        result('t1', { is_error: false, output: 'a.ts', message: 'It ran.' }),
        result('t2', { is_error: true, output: '', message: 'Denied.' }),
        event('StepBegin', { n: 2 }),
        said('One.'),
        status(200, 5_100, 20),
        event('CompactionBegin'),
        event('CompactionEnd'),
        event('TurnEnd'),
        event('TurnBegin', { user_input: [{ type: 'text', text: 'And now?' }] }),
        event('StepBegin', { n: 1 }),
        event('StepInterrupted'),
        event('StepBegin', { n: 1 }),
        said('None.'),
      ),
    )
    const text = (words: string) => ({ type: 'text', text: words })
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'Which files?',
      [
        { type: 'thinking', thinking: 'Hm.' },
        text('I look.'),
        { type: 'tool_use', id: 't1', name: 'Shell', input: { command: 'ls' } },
        { type: 'tool_use', id: 't2', name: 'Shell', input: {} },
      ],
      [
        {
          type: 'tool_result',
          tool_use_id: 't1',
          content: [text('<system>It ran.</system>'), text('a.ts')],
        },
        { type: 'tool_result', tool_use_id: 't2', content: [text('<system>ERROR: Denied.</system>')] },
      ],
      'One.',
      [text('And now?')],
      'None.',
    ])
    expect(trace.turns.map(({ usage, time }) => [usage?.input, usage?.cacheRead, time])).toEqual([
      [5_100, 5_000, 1_770_000_002_000],
      [5_300, 5_100, 1_770_000_013_000],
      [undefined, undefined, 1_770_000_022_000],
    ])
    expect(trace.recordedEdits).toMatchObject([{ turn: 2 }])
  })

  it('a sub-agent is a conversation of its own', () => {
    const inner = (type: string, payload: object = {}) =>
      event('SubagentEvent', { parent_tool_call_id: 't1', agent_id: 'a', event: { type, payload } })
    const traces = readTraces(
      lines(
        event('TurnBegin', { user_input: 'Ask one.' }),
        event('StepBegin', { n: 1 }),
        call('t1', '{}'),
        inner('TurnBegin', { user_input: 'What is two and two?' }),
        inner('StepBegin', { n: 1 }),
        inner('ContentPart', { type: 'text', text: 'Four.' }),
        result('t1', { is_error: false, output: 'Four.', message: '' }),
      ),
    )
    expect(traces.map(({ messages }) => messages.length)).toEqual([3, 2])
    expect(traces[1]?.messages[1]?.content).toBe('Four.')
  })
})
