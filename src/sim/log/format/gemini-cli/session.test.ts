import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'
import {
  time,
  user,
  tokens,
  gemini,
  call,
  toolUse,
  toolResult,
  read,
  HEAD,
} from '../../../../testing/log/gemini-cli.ts'

const at = (second: number): number => Date.UTC(2026, 2, 1, 10, 0, second)

describe('MSG-1 Gemini CLI sessions', () => {
  it('splits an object with a call and its result, and joins the results of a reply', () => {
    const trace = read([
      user('u1', 'Fix it.'),
      gemini('g1', 'I read.', {
        thoughts: [{ subject: 'Plan', description: 'Read first.', timestamp: time(2) }],
        toolCalls: [call('a', { output: 'A' }), call('b', { error: 'no such file' }, { status: 'error' })],
      }),
      gemini('g2', 'Done.', {}, 9),
    ])
    expect(trace.source.name).toBe('gemini-cli')
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Fix it.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Plan\nRead first.' },
          { type: 'text', text: 'I read.' },
          toolUse('a'),
          toolUse('b'),
        ],
      },
      { role: 'user', content: [toolResult('a', 'A'), toolResult('b', 'no such file', true)] },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
    ])
    expect(trace.turns.map(({ inputs, response, time: when }) => [inputs, response, when])).toEqual([
      [[0], 1, at(2)],
      [[2], 3, at(9)],
    ])
    expect(trace.turns[0]?.model).toBe('gemini-2.5-pro')
  })

  it('TOK-2 reads input with its cached part, reasoning as output, and no usage of a cancelled request', () => {
    const trace = read([
      user('u1', 'Go.'),
      gemini('g1', 'One.', { tokens: tokens(12_207, 2_558) }),
      user('u2', 'Go on.'),
      gemini('g2', '', { tokens: { input: 0, output: 0, cached: 0, thoughts: 0, tool: 0, total: 0 } }),
      user('u3', 'Again.'),
      gemini('g3', 'Three.', { tokens: null }),
    ])
    expect(trace.turns.map(({ usage }) => usage)).toEqual([
      { input: 12_207, output: 17, cacheRead: 2_558, cacheWrite: null },
      null,
      null,
    ])
    expect(trace.lacksOverhead).toBe(true)
  })

  it('leaves out what was only shown on the screen, and joins calls that a notice separated from their reply', () => {
    const trace = read([
      user('u1', 'Go.'),
      gemini('g1', 'I look.'),
      { id: 'i1', timestamp: time(3), type: 'info', content: 'Update available!' },
      gemini('g2', '', { tokens: null, toolCalls: [call('a', { output: 'A' })] }),
      { id: 'w1', timestamp: time(4), type: 'warning', content: 'Slow.' },
      gemini('g3', 'Done.'),
    ])
    expect(trace.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(trace.messages[1]?.content).toEqual([{ type: 'text', text: 'I look.' }, toolUse('a')])
    expect(trace.turns).toHaveLength(2)
    expect(trace.intake.ignored).toEqual([
      { kind: 'info', count: 1 },
      { kind: 'warning', count: 1 },
    ])
    expect(trace.intake.inferred[0]).toContain('recorded separately from their reply')
  })

  it('keeps calls separate that are a reply of their own', () => {
    const trace = read([
      user('u1', 'Go.'),
      gemini('g1', 'I look.', { toolCalls: [call('a', { output: 'A' })] }),
      gemini('g2', '', { tokens: null, toolCalls: [call('b', { output: 'B' })] }),
    ])
    expect(trace.messages[3]?.content).toEqual([toolUse('b')])
  })

  it.each([
    [
      'a cancelled call',
      { status: 'cancelled' },
      { error: 'cancelled by the user' },
      'cancelled by the user',
      true,
    ],
    ['an object', {}, { rows: [1] }, '{"rows":[1]}', false],
    ['nothing at all', {}, {}, '', false],
    ['an object as output', {}, { output: { a: 1 } }, '{"a":1}', false],
  ])('reads a result that is %s', (_, more, response, content, failed) => {
    const trace = read([user('u1', 'Go.'), gemini('g1', '', { toolCalls: [call('a', response, more)] })])
    expect(trace.messages.at(-1)?.content).toEqual([toolResult('a', content, failed)])
  })

  it('reads an image beside a result, and only its own part of a message of several results', () => {
    const data = 'iVBORw0KGgoAAAANSUhEUgAABQAAAALQCAYAAAA='
    const trace = read([
      user('u1', 'Go.'),
      gemini('g1', '', {
        toolCalls: [
          call(
            'a',
            { output: 'A' },
            {
              result: [
                { functionResponse: { id: 'a', response: { output: 'A' } } },
                { functionResponse: { id: 'b', response: { output: 'B' } } },
                { inlineData: { mimeType: 'image/png', data } },
              ],
            },
          ),
          call('b', { output: 'B' }),
        ],
      }),
    ])
    expect(trace.messages.at(-1)?.content).toEqual([
      toolResult('a', [
        { type: 'text', text: 'A' },
        {
          type: 'image',
          source: { type: 'base64', media_type: 'image/png', data },
          width: 1280,
          height: 720,
        },
      ]),
      toolResult('b', 'B'),
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'copy of a result', count: 1 }])
  })

  it('leaves a call without a result open, whatever its id', () => {
    const open = { id: '__proto__', name: 'run', args: {}, status: 'executing' }
    const nameless = { name: 'run', args: {}, status: 'executing', result: [] }
    const trace = read([user('u1', 'Go.'), gemini('g1', '', { toolCalls: [open, nameless] })])
    expect(trace.messages.at(-1)?.content).toEqual([
      { type: 'tool_use', id: '__proto__', name: 'run', input: {} },
      { type: 'tool_use', id: 'call_without_id_1', name: 'run', input: {} },
    ])
    expect(trace.intake.inferred.at(-1)).toContain('Calls without a result in the log: 2')
  })

  it('reads parts as content, and reads a call or result recorded twice only once', () => {
    const trace = read([
      user('u0', [{ text: '<session_context>\nLinux' }]),
      user('u1', [{ text: 'Fix ' }, 'it.', { fileData: { mimeType: 'application/pdf', fileUri: 'gs://a' } }]),
      gemini(
        'g1',
        [
          { text: 'Hm.', thought: true },
          { text: 'I read.' },
          { functionCall: { id: 'a', name: 'read_file', args: {} } },
          { executableCode: { code: '1 + 1' } },
        ],
        { toolCalls: [call('a', { output: 'A' })] },
      ),
      user('u2', [{ functionResponse: { id: 'a', response: { output: 'A' } } }, { strange: 1 }]),
    ])
    expect(trace.injected).toEqual([0])
    expect(trace.messages.slice(1)).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Fix ' },
          { type: 'text', text: 'it.' },
          { type: 'document', source: { type: 'url', url: 'gs://a' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'I read.' },
          { type: 'text', text: '1 + 1' },
          toolUse('a'),
        ],
      },
      { role: 'user', content: [toolResult('a', 'A')] },
    ])
    expect(trace.intake.ignored).toEqual([
      { kind: 'copy of a result', count: 1 },
      { kind: 'part/strange', count: 1 },
    ])
  })

  it('reads several sessions of a file', () => {
    const one = { ...HEAD, messages: [user('u1', 'One.'), gemini('g1', 'First.')] }
    const two = { ...HEAD, sessionId: 's-2', messages: [user('u1', 'Two, the larger one.')] }
    const none = { ...HEAD, sessionId: 's-3', messages: [] }
    for (const text of [
      JSON.stringify([one, two, none]),
      [one, two, none].map((value) => JSON.stringify(value)).join('\n'),
    ]) {
      const traces = readTraces(text)
      expect(traces.map(({ source }) => source.title)).toEqual(['s-1 (1 of 2)', 's-2 (2 of 2)'])
      expect(traces[0]?.intake.ignored).toEqual([{ kind: 'conversation without messages', count: 1 }])
      expect(readTrace(text).messages[0]?.content).toBe('Two, the larger one.')
    }
  })

  it('skips broken parts, with their position', () => {
    const trace = read([
      user('u1', 5),
      user('u2', 'Go.'),
      gemini('g1', 'Hm.', { toolCalls: [{ id: 'a' }, 7], thoughts: 'x' }),
      'text',
      { id: 'x', content: 'y' },
      { id: 'z', type: 'future', content: 'y' },
    ])
    expect(trace.messages).toHaveLength(2)
    // An entry that is not a message is found before the messages are read.
    expect(trace.intake.problems.map(({ message, line }) => [message, line])).toEqual([
      ['messages[3] must be a message, but is "text"', 40],
      ['messages[0].content must be a string or a list, but is 5', 10],
      ['messages[2].toolCalls[0].name must be a string, but is nothing', 34],
      ['messages[2].toolCalls[1].name must be a string, but is nothing', 37],
      ['messages[2].thoughts must be a list, but is "x"', 23],
      ['messages[4].type must be user, gemini or info, but is nothing', 41],
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'future', count: 1 }])
  })

  it('refuses a session without messages, with the position of the problem', () => {
    expect(() => read([{ id: 'i', type: 'info', content: 'Hello' }])).toThrow(
      /no message could be read from this log \(Gemini CLI session\)/,
    )
    expect(() => read([user('u1', 5)])).toThrow(
      /^line 10, column \d+: .* must be a string or a list, but is 5$/,
    )
  })

  it('does not accept sessions of other clients', () => {
    const cline = { version: 1, sessionId: 's', messages: [{ id: 'a', role: 'user', content: 'Hi.' }] }
    expect(readTrace(JSON.stringify(cline)).source.name).not.toBe('gemini-cli')
  })
})

it('TOK-2 what a tool of Google’s put into the prompt is counted beside it: the total has both', () => {
  const used = { input: 900, output: 10, cached: 100, thoughts: 7, tool: 60, total: 977 }
  const trace = readTrace(
    JSON.stringify({ ...HEAD, messages: [user('u', 'Search.'), gemini('g', 'Found.', { tokens: used })] }),
  )
  expect(trace.turns[0]?.usage).toMatchObject({
    input: used.total - used.output - used.thoughts,
    output: 17,
    cacheRead: 100,
  })
})
