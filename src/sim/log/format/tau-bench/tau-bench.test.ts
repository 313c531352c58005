import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../../engine/internal.ts'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value, null, 1), options)
const user = (content: unknown) => ({ role: 'user', content })
const toolUse = (id: string, name: string, input: unknown) => ({ type: 'tool_use', id, name, input })
const result = (id: string, content: unknown, rest = {}) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...rest,
})

const traj = [
  { role: 'system', content: 'Airline policy.' },
  user('Cancel my flight.'),
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'get_user', arguments: '{"id":"u"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', name: 'get_user', content: '{"name":"Ann"}' },
  { role: 'assistant', content: 'Done, Ann.' },
  user('Thanks! ###STOP###'),
]
const conversation = (task: unknown, trial: unknown, list: unknown = traj) => ({
  task_id: task,
  reward: 1,
  info: { task: {} },
  traj: list,
  trial,
})

describe('MSG-1 τ-bench', () => {
  it('reads every conversation of the list; the largest comes first and names the others', () => {
    const value = [
      conversation(12, 3, traj.slice(0, 2)),
      conversation(4, 2),
      conversation(2, 1, traj.slice(0, 5)),
    ]
    const traces = readTraces(JSON.stringify(value))
    expect(traces.map(({ source }) => [source.name, source.title])).toEqual([
      ['tau-bench', 'task 12, trial 3 (1 of 3)'],
      ['tau-bench', 'task 4, trial 2 (2 of 3)'],
      ['tau-bench', 'task 2, trial 1 (3 of 3)'],
    ])
    const trace = read(value)
    expect(trace.siblings).toEqual(['task 2, trial 1 (3 of 3)', 'task 12, trial 3 (1 of 3)'])
    expect(trace.system).toBe('Airline policy.')
    expect(trace.messages).toEqual([
      user('Cancel my flight.'),
      { role: 'assistant', content: [toolUse('c1', 'get_user', { id: 'u' })] },
      user([result('c1', '{"name":"Ann"}')]),
      { role: 'assistant', content: 'Done, Ann.' },
      user('Thanks! ###STOP###'),
    ])
    expect(trace.turns.at(-1)).toMatchObject({ inputs: [4], response: null, usage: null, time: null })
    expect(trace.intake).toEqual({
      records: 6,
      problems: [],
      ignored: [
        { kind: 'info', count: 1 },
        { kind: 'reward', count: 1 },
      ],
      inferred: ['The simulated user ended the conversation with ###STOP###: the last message got no reply.'],
    })
    expect(trace.lacksOverhead).toBe(false)
  })

  it('has no note about the end if the last message is a result, or has no end marker', () => {
    for (const list of [
      traj.slice(0, 4),
      [...traj.slice(0, 5), user('Thanks!')],
      [...traj, ...traj.slice(4, 5)],
    ])
      expect(read([conversation(1, 0, list)]).intake.inferred).toEqual([])
  })

  it('reads a single conversation, or one a line', () => {
    expect(read(conversation(1, 0)).source.title).toBe('task 1, trial 0')
    const lines = [conversation(1, 0), conversation('two', null)]
      .map((one) => JSON.stringify(one))
      .join('\r\n')
    expect(readTraces(lines).map(({ source }) => source.title)).toEqual([
      'task 1, trial 0 (1 of 2)',
      'task two (2 of 2)',
    ])
  })

  it('counts a conversation without messages beside others, and refuses a single one with its position', () => {
    expect(read([conversation(1, 0), conversation(2, 0, 5)]).intake.ignored).toContainEqual({
      kind: 'conversation without messages',
      count: 1,
    })
    expect(() => read([conversation(2, 0, 5)])).toThrow(
      /^line 8, column 11: .*\[0\]\.traj must be a list of messages, but is 5$/,
    )
  })

  it('does not accept other files with a field traj', () => {
    expect(read({ traj }).source.name).toBe('openai')
    expect(() => read([{ task_id: 5, traj: [1, 2] }])).toThrow('no known format')
  })
})

describe('MSG-1 τ²-bench', () => {
  const at = (second: number) => `2025-06-01T10:00:0${second}.000000`
  const call = (id: string, requestor: string, args: unknown = {}) => ({
    id,
    name: `do_${id}`,
    arguments: args,
    requestor,
  })
  const tool = (id: string, requestor: string, rest = {}) => ({
    id,
    role: 'tool',
    content: `done ${id}`,
    requestor,
    error: false,
    ...rest,
  })
  const messages = [
    {
      role: 'assistant',
      content: 'Hi! How can I help?',
      tool_calls: null,
      turn_idx: 0,
      timestamp: at(0),
      cost: 0,
      usage: null,
    },
    {
      role: 'user',
      content: 'My phone is dead.',
      tool_calls: null,
      timestamp: at(1),
      usage: { completion_tokens: 5, prompt_tokens: 900 },
    },
    {
      role: 'assistant',
      content: null,
      tool_calls: [call('a', 'assistant', { n: 1 }), call('b', 'assistant')],
      timestamp: at(2),
      usage: { completion_tokens: 20, prompt_tokens: 4000 },
    },
    tool('b', 'assistant'),
    tool('a', 'assistant', { error: true }),
    {
      role: 'assistant',
      content: 'Please restart it.',
      tool_calls: null,
      timestamp: at(3),
      usage: { completion_tokens: 7, prompt_tokens: 4100 },
    },
    { role: 'user', content: null, tool_calls: [call('u1', 'user')], timestamp: at(4) },
    tool('u1', 'user'),
    { role: 'user', content: 'It works. ###STOP###', tool_calls: null, timestamp: at(5) },
  ]
  const simulation = (list: unknown, rest = {}) => ({
    id: 's',
    task_id: 'roaming',
    trial: 1,
    termination_reason: 'user_stop',
    reward_info: {},
    messages: list,
    ...rest,
  })
  const run = (simulations: unknown[], info: unknown = {}) => ({
    timestamp: at(0),
    info,
    tasks: [],
    simulations,
  })
  const info = { environment_info: { policy: 'Telecom policy.' }, agent_info: { llm: 'gpt-4.1' } }

  it('pairs flat calls with results by id, and leaves out the user’s own tool calls', () => {
    const trace = read(run([simulation(messages)], info))
    expect(trace.source).toMatchObject({ name: 'tau-bench', title: 'task roaming, trial 1' })
    expect(trace.system).toBe('Telecom policy.')
    expect(trace.messages).toEqual([
      { role: 'assistant', content: 'Hi! How can I help?' },
      user('My phone is dead.'),
      { role: 'assistant', content: [toolUse('a', 'do_a', { n: 1 }), toolUse('b', 'do_b', {})] },
      user([result('b', 'done b'), result('a', 'done a', { is_error: true })]),
      { role: 'assistant', content: 'Please restart it.' },
      user('It works. ###STOP###'),
    ])
    expect(trace.intake.ignored).toEqual([
      { kind: 'call of the simulated user', count: 1 },
      { kind: 'result of the simulated user', count: 1 },
      { kind: 'reward_info', count: 1 },
      { kind: 'termination_reason', count: 1 },
    ])
    expect(trace.intake.problems).toEqual([])
    expect(trace.intake.inferred).toEqual([
      'The system prompt is the policy of the run; the agent’s own additions are not in the log.',
      'The simulated user ended the conversation with ###STOP###: the last message got no reply.',
    ])
  })

  it('TOK-2 reads usage of the agent’s calls only, times, and the model of the run', () => {
    const { turns } = read(run([simulation(messages)], info))
    expect(turns.map(({ usage, time, model }) => [usage?.input, time, model])).toEqual([
      [undefined, 1748772000000, 'gpt-4.1'],
      [4000, 1748772002000, 'gpt-4.1'],
      [4100, 1748772003000, 'gpt-4.1'],
      [undefined, 1748772005000, null],
    ])
  })

  it('keeps the user’s text beside a call, reads joined results, and a separate system prompt', () => {
    const list = [
      { role: 'system', content: 'Own prompt.' },
      { role: 'user', content: 'I restart it.', tool_calls: [call('u1', 'user')] },
      { role: 'assistant', content: 'Good.', tool_calls: [call('a', 'assistant'), call('b', 'assistant')] },
      {
        role: 'tool',
        tool_messages: [tool('a', 'assistant'), tool('u1', 'user'), tool('b', 'assistant'), 5],
      },
    ]
    const trace = read(run([simulation(list)], info))
    expect(trace.system).toBe('Own prompt.')
    expect(trace.messages.map(({ content }) => content)).toEqual([
      'I restart it.',
      [{ type: 'text', text: 'Good.' }, toolUse('a', 'do_a', {}), toolUse('b', 'do_b', {})],
      [result('a', 'done a'), result('b', 'done b')],
    ])
    expect(trace.intake.problems.map(({ message }) => message)).toEqual([
      'simulations[0].messages[3].tool_messages[3] must be a message, but is 5',
    ])
  })

  it('reads every simulation of a run', () => {
    const value = run([simulation(messages), simulation(messages.slice(0, 3), { trial: 2 }), 7], info)
    expect(
      readTraces(JSON.stringify(value)).map(({ source, siblings }) => [source.title, siblings.length]),
    ).toEqual([
      ['task roaming, trial 1 (1 of 2)', 1],
      ['task roaming, trial 2 (2 of 2)', 1],
    ])
  })

  it('refuses a run of spoken conversations without messages, with its position', () => {
    expect(() => read(run([simulation(null, { ticks: [] })]))).toThrow(
      /^line \d+.*simulations\[0\]\.messages must be a list of messages, but is null$/,
    )
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('τ-bench conversations recorded by others', () => {
  it('three of them: 10 + 42 + 62 messages, 0 + 10 + 27 calls, 15,501 tokens of content', () => {
    const traces = readTraces(readFileSync(join(folder ?? '', 'tau-bench-airline.json'), 'utf8'))
    expect(traces.map(({ source }) => source.name)).toEqual(['tau-bench', 'tau-bench', 'tau-bench'])
    expect(traces.map(({ intake }) => intake.records)).toEqual([10, 42, 62])
    const parts = traces.map(({ messages }) => messages.flatMap((message) => partsOf(message)))
    const count = (kind: string) => parts.map((list) => list.filter(({ type }) => type === kind).length)
    expect(count('tool_use')).toEqual([0, 10, 27])
    expect(count('tool_result')).toEqual([0, 10, 27])
    const size = traces.reduce((sum, { system }) => sum + system.length, 0)
    const characters = parts.flat().reduce((sum, part) => {
      if (part.type === 'text') return sum + part.text.length
      if (part.type === 'tool_use') return sum + JSON.stringify(part.input).length
      return part.type === 'tool_result' && typeof part.content === 'string' ? sum + part.content.length : sum
    }, size)
    expect(Math.abs(characters / 4 - 15_501)).toBeLessThan(15_501 * 0.01)
    expect(traces.map(({ intake }) => intake.inferred.length)).toEqual([1, 1, 0])
  })
})
