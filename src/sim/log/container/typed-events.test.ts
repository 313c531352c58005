import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const ASKED = 'Which port does config.yaml name?'
const FOUND = 'port: 8080'
const TOLD = 'It names 8080.'
const PATH = { path: 'config.yaml' }

const lines = (...events: readonly object[]) => events.map((event) => JSON.stringify(event)).join('\n')
/** Who said what; ids of calls as numbers in the order of the calls. */
const talk = (log: string) => {
  const ids = new Map<string, number>()
  const number = (id: string) => ids.get(id) ?? ids.set(id, ids.size + 1).size
  return readTrace(log).messages.map(({ role, content }) => [
    role,
    ...(typeof content === 'string'
      ? [content]
      : content.map((part) => {
          if (part.type === 'tool_use') return [number(part.id), part.name, part.input]
          if (part.type === 'tool_result') return [number(part.tool_use_id), part.content]
          return part.type === 'thinking'
            ? `(${part.thinking})`
            : part.type === 'text'
              ? part.text
              : part.type
        })),
  ])
}
const TALK = [
  ['user', ASKED],
  ['assistant', [1, 'read', PATH]],
  ['user', [1, FOUND]],
  ['assistant', TOLD],
]

describe('MSG-1 logs that people write for agents of their own', () => {
  it.each<[string, string]>([
    [
      'a type in each line',
      lines(
        { type: 'session_start', ts: 1 },
        { type: 'user_message', content: ASKED },
        { type: 'tool_call', id: 'c1', name: 'read', arguments: PATH },
        { type: 'tool_result', call_id: 'c1', content: FOUND },
        { type: 'assistant_message', content: TOLD },
      ),
    ],
    [
      'an event in each line, and calls without an id',
      lines(
        { event: 'user_input', text: ASKED },
        { event: 'tool_call', tool: 'read', args: PATH },
        { event: 'tool_result', tool: 'read', result: FOUND },
        { event: 'llm_response', text: TOLD },
      ),
    ],
    [
      'roles for what was said, and types for what was done',
      lines(
        { role: 'user', content: ASKED },
        { type: 'tool_call', tool: 'read', args: PATH },
        { type: 'tool_result', tool: 'read', result: FOUND },
        { role: 'assistant', content: TOLD },
      ),
    ],
    [
      'roles for what was done, too',
      lines(
        { role: 'user', content: ASKED },
        { role: 'tool_call', tool: 'read', args: PATH },
        { role: 'tool_result', content: FOUND },
        { role: 'assistant', content: TOLD },
      ),
    ],
    [
      'capitals, and fields below data',
      lines(
        { type: 'USER_MESSAGE', data: { content: ASKED } },
        { type: 'TOOL_CALL', data: { toolCallId: 'c1', toolName: 'read', args: PATH } },
        { type: 'TOOL_RESULT', data: { toolCallId: 'c1', result: FOUND } },
        { type: 'ASSISTANT_MESSAGE', data: { content: TOLD } },
      ),
    ],
    [
      'a list of kinds with a role in each, and ids of the events beside those of the calls',
      JSON.stringify({
        events: [
          { id: 'e1', kind: 'user_message', role: 'user', content: ASKED },
          {
            id: 'e2',
            kind: 'tool_use',
            role: 'assistant',
            name: 'read',
            toolUseId: 'c1',
            input: PATH,
            content: '{}',
          },
          { id: 'e3', kind: 'tool_result', role: 'tool', toolUseId: 'c1', content: FOUND },
          { id: 'e4', kind: 'assistant_text', role: 'assistant', content: TOLD },
        ],
      }),
    ],
    [
      'messages and lists of calls, below a name in a name',
      JSON.stringify({
        task_id: 't',
        trajectory: {
          turns: [
            { type: 'message', role: 'user', content: ASKED },
            { type: 'tool_call', tool_calls: [{ call_id: 'c1', name: 'read', arguments: PATH }] },
            { type: 'tool_result', call_id: 'c1', outcome: FOUND },
            { type: 'message', role: 'assistant', content: TOLD },
          ],
        },
      }),
    ],
    [
      'a result with its call, and the task beside the list',
      JSON.stringify({
        input: ASKED,
        trajectory: [
          { type: 'tool_call', name: 'read', input: PATH, output: FOUND },
          { type: 'message', content: TOLD },
        ],
      }),
    ],
    [
      'a call and its result in one event of a tool',
      lines(
        { type: 'user', content: ASKED },
        { type: 'tool', name: 'read', input: PATH, output: FOUND },
        { type: 'assistant', content: TOLD },
      ),
    ],
  ])('%s', (_, log) => {
    expect(talk(log)).toEqual(TALK)
  })

  it('what is said before all results are there is one reply, also if some come earlier', () => {
    const call = (id: string) => ({ type: 'tool_call', id, name: 'read', arguments: id })
    const result = (call_id: string) => ({ type: 'tool_result', call_id, content: `of ${call_id}` })
    const log = [
      { type: 'user', content: ASKED },
      { type: 'thinking', content: 'Both.' },
      call('a'),
      call('b'),
      result('a'),
      call('c'),
      result('c'),
      result('b'),
      call('d'),
      result('d'),
      { type: 'assistant', content: TOLD },
    ]
    expect(talk(lines(...log))).toEqual([
      ['user', ASKED],
      ['assistant', '(Both.)', [1, 'read', 'a'], [2, 'read', 'b'], [3, 'read', 'c']],
      ['user', [1, 'of a'], [3, 'of c'], [2, 'of b']],
      ['assistant', [4, 'read', 'd']],
      ['user', [4, 'of d']],
      ['assistant', TOLD],
    ])
  })

  it('has times, model, usage and system prompt; what has no place in a conversation is counted', () => {
    const [trace, other] = readTraces(
      lines(
        { session_id: 's', type: 'config', model: 'gpt-4o' },
        { session_id: 's', type: 'system_prompt', content: 'Be brief.' },
        { session_id: 's', type: 'user', content: ASKED, timestamp: '2026-01-01T00:00:00Z' },
        { session_id: 's', type: 'tool_call', tool: 'read', args: PATH, timestamp: '2026-01-01T00:00:02Z' },
        { session_id: 's', type: 'tool_result', tool: 'read', result: FOUND },
        {
          session_id: 's',
          type: 'assistant',
          content: TOLD,
          usage: { prompt_tokens: 60, completion_tokens: 5 },
        },
        { session_id: 't', type: 'user', content: 'And the host?' },
        { session_id: 't', type: 'assistant', content: 'None.' },
      ),
    )
    expect(trace?.system).toBe('Be brief.')
    expect(trace?.turns.map(({ model }) => model)).toEqual(['gpt-4o', 'gpt-4o'])
    expect(trace?.turns.map(({ usage }) => usage?.input ?? null)).toEqual([null, 60])
    expect(trace?.turns[0]?.time).toBe(Date.parse('2026-01-01T00:00:02Z'))
    expect(trace?.intake.ignored).toEqual([{ kind: 'config', count: 1 }])
    expect(other?.messages.map(({ content }) => content)).toEqual(['And the host?', 'None.'])
  })

  it('has tokens that stand beside a reply, and the input of a call that stands beside its name', () => {
    const log = JSON.stringify({
      trace_id: 't',
      prompt: ASKED,
      steps: [
        { type: 'model', content: 'I look.', tokens_in: 694, tokens_out: 85 },
        { type: 'tool_call', tool: 'read', path: 'config.yaml', step: 2, result: FOUND },
        { type: 'model', content: TOLD, tokens_in: 817, tokens_out: 24 },
      ],
    })
    expect(talk(log)).toEqual([
      ['user', ASKED],
      ['assistant', 'I look.', [1, 'read', PATH]],
      ['user', [1, FOUND]],
      ['assistant', TOLD],
    ])
    expect(readTrace(log).turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [694, 85],
      [817, 24],
    ])
  })

  it('each reply with tokens of its own is a call of the model', () => {
    const log = lines(
      { type: 'user', content: ASKED },
      { type: 'model', content: 'I look.', tokens_in: 20, tokens_out: 3 },
      { type: 'model', content: 'Now.', tokens_in: 30, tokens_out: 2 },
      { type: 'tool_call', tool: 'read', args: PATH },
      { type: 'tool_result', tool: 'read', result: FOUND },
      { type: 'model', content: TOLD, tokens_in: 60, tokens_out: 4 },
    )
    const { turns } = readTrace(log)
    expect(turns.map(({ usage }) => [usage?.input, usage?.output])).toEqual([
      [20, 3],
      [30, 2],
      [60, 4],
    ])
  })

  it('where replies have their tokens, calls between the results are of one reply', () => {
    const call = (tool: string) => [
      { type: 'tool_call', tool, args: {} },
      { type: 'tool_result', tool, content: tool },
    ]
    const steps = [
      { type: 'model', content: 'Both.', tokens_in: 20, tokens_out: 3 },
      ...call('a'),
      ...call('b'),
      { type: 'model', content: TOLD, tokens_in: 60, tokens_out: 4 },
    ]
    const rows = [steps, [{ type: 'model', content: 'Nothing to do.', tokens_in: 9, tokens_out: 3 }]]
    const traces = readTraces(lines(...rows.map((own) => ({ prompt: ASKED, steps: own }))))
    expect(traces.map(({ messages }) => messages.length)).toEqual([4, 2])
    expect(traces[0]?.turns.map(({ usage }) => usage?.input)).toEqual([20, 60])
    expect(traces[1]?.turns.map(({ usage }) => usage?.input)).toEqual([9])
    // tokens of the last one alone tell nothing of the others
    const [{ tokens_in: _, ...begin }, ...rest] = steps as [Record<string, unknown>, ...object[]]
    expect(talk(JSON.stringify({ prompt: ASKED, steps: [begin, ...rest] }))).toHaveLength(6)
    const asked = { type: 'user', content: ASKED }
    expect(talk(lines(asked, ...call('a'), ...call('b')))).toHaveLength(5)
  })

  it('a sum of the tokens of a run is counted as left out', () => {
    const usage = { prompt_tokens: 900, completion_tokens: 9 }
    const events = [
      { kind: 'user', text: ASKED },
      { kind: 'tool_call', tool: 'read', args: PATH },
      { kind: 'reply', text: TOLD },
    ]
    const [trace] = readTraces(JSON.stringify({ usage, events }))
    expect(trace?.intake.ignored).toContainEqual({ kind: 'tokens of a whole run as one sum', count: 1 })
  })

  it('what only measures tools is no conversation', () => {
    const log = lines(
      { event: 'tool_call', tool: 'read', args: PATH, ms: 5 },
      { event: 'tool_result', tool: 'read', ok: true },
    )
    expect(() => readTraces(log)).toThrow('no known format')
  })
})
