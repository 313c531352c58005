import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { partsOf } from '../../../../engine/internal.ts'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value, null, 1), options)
const said = (text: string) => ({ type: 'text', text })
const toolUse = (id: string, command: string) => ({ type: 'tool_use', id, name: 'bash', input: { command } })
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })

const completion = (prompt: number, extra = {}) => ({
  id: 'r',
  model: 'deepseek-reasoner',
  choices: [{ message: { role: 'assistant', content: 'a copy' } }],
  usage: {
    prompt_tokens: prompt,
    completion_tokens: 9,
    prompt_tokens_details: { cached_tokens: 64 },
    completion_tokens_details: { reasoning_tokens: 4 },
    prompt_cache_hit_tokens: 64,
    prompt_cache_miss_tokens: prompt - 64,
  },
  ...extra,
})
const call = (id: string, command: string, prompt: number, timestamp: number) => ({
  role: 'assistant',
  content: '',
  reasoning_content: 'I look.',
  function_call: null,
  provider_specific_fields: { reasoning_content: 'I look.' },
  tool_calls: [
    { index: 0, id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
  ],
  extra: { actions: [{ command, tool_call_id: id }], response: completion(prompt), cost: 0.1, timestamp },
})
const tool = (id: string, content: string, timestamp: number) => ({
  role: 'tool',
  tool_call_id: id,
  content,
  extra: { raw_output: content, returncode: 0, exception_info: '', timestamp },
})
const system = { role: 'system', content: 'You use a shell.' }
const task = { role: 'user', content: 'Fix it.' }
const wrapped = (messages: unknown, rest = {}) => ({
  info: { model_stats: { api_calls: 2 }, mini_version: '2.2.7' },
  messages,
  trajectory_format: 'mini-swe-agent-1.1',
  instance_id: 'project__1',
  ...rest,
})
const messages = [
  system,
  task,
  call('c1', 'ls', 100, 1776074483.155),
  tool('c1', '<returncode>0</returncode>', 1776074484),
  call('c2', 'submit', 220, 1776074490.5),
  { role: 'exit', content: 'diff --git', extra: { exit_status: 'Submitted', submission: 'diff --git' } },
]

describe('MSG-1 mini-swe-agent', () => {
  it('TOK-2 reads usage, model and time of every call, reasoning, and the exit as the last result', () => {
    const trace = read(wrapped(messages))
    expect(trace.source).toMatchObject({ name: 'mini-swe-agent', title: 'project__1' })
    expect(trace.system).toBe('You use a shell.')
    expect(trace.messages).toEqual([
      task,
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'I look.' }, toolUse('c1', 'ls')] },
      { role: 'user', content: [result('c1', '<returncode>0</returncode>')] },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'I look.' }, toolUse('c2', 'submit')] },
      { role: 'user', content: [result('c2', 'diff --git')] },
    ])
    expect(trace.turns.map(({ usage, time, model }) => [usage, time, model])).toEqual([
      [{ input: 100, output: 9, cacheRead: 64, cacheWrite: null }, 1776074483155, 'deepseek-reasoner'],
      [{ input: 220, output: 9, cacheRead: 64, cacheWrite: null }, 1776074490500, 'deepseek-reasoner'],
      [null, null, null],
    ])
    expect(trace.lacksOverhead).toBe(false)
  })

  it('counts everything unread in `extra`, and reports nothing else', () => {
    const { intake } = read(wrapped(messages))
    expect(intake).toEqual({
      records: 6,
      problems: [],
      ignored: [
        { kind: 'extra.actions', count: 2 },
        { kind: 'extra.cost', count: 2 },
        { kind: 'extra.exception_info', count: 1 },
        { kind: 'extra.exit_status', count: 1 },
        { kind: 'extra.raw_output', count: 1 },
        { kind: 'extra.response.choices', count: 2 },
        { kind: 'extra.response.id', count: 2 },
        { kind: 'extra.returncode', count: 1 },
        { kind: 'extra.submission', count: 1 },
        { kind: 'info', count: 1 },
        { kind: 'provider_specific_fields', count: 2 },
      ],
      inferred: [],
    })
  })

  it('reports how many counted calls are missing in the log', () => {
    const trace = read(wrapped(messages, { info: { model_stats: { api_calls: 5 } } }))
    expect(trace.intake.inferred).toEqual(['The run counted 5 model calls, but the log has 2 replies.'])
  })

  it.each([
    ['the format', { info: undefined }],
    ['the version', { trajectory_format: undefined }],
  ])('is known by %s alone', (_, rest) => {
    expect(read(wrapped(messages, rest)).source.name).toBe('mini-swe-agent')
  })

  it('leaves out an exit that is no answer to a call', () => {
    const trace = read(wrapped([system, task, { role: 'assistant', content: 'Done.' }, messages[5]]))
    expect(trace.messages).toEqual([task, { role: 'assistant', content: 'Done.' }])
    expect(trace.intake.ignored).toContainEqual({ kind: 'role/exit', count: 1 })
  })

  it('reads several trajectories, as a list or one a line', () => {
    const two = [wrapped(messages), wrapped(messages.slice(0, 4), { instance_id: 'project__2' })]
    for (const text of [JSON.stringify(two), two.map((one) => JSON.stringify(one)).join('\n')])
      expect(readTraces(text).map(({ source, siblings }) => [source.title, siblings])).toEqual([
        ['project__1 (1 of 2)', ['project__2 (2 of 2)']],
        ['project__2 (2 of 2)', ['project__1 (1 of 2)']],
      ])
  })

  it('reports broken parts with their position', () => {
    const text = JSON.stringify(wrapped([task, { ...messages[2], extra: 'none' }, 5]), null, 1)
    const trace = readTrace(text)
    const line = text.slice(0, text.indexOf('"none"')).split('\n').length
    expect(trace.intake.problems).toMatchObject([
      { message: 'messages[1].extra must be an object, but is "none"', line },
      { message: 'messages[2] must be a message, but is 5' },
    ])
    expect(() => read(wrapped([]))).toThrow(
      /^line \d+.*messages is an empty list, and a log must hold at least one message$/,
    )
  })
})

describe('MSG-1 mini-swe-agent without tools', () => {
  const reply = (content: string, extra?: object) => ({ role: 'assistant', content, ...(extra && { extra }) })
  const first = { trajectory_format: 'mini-swe-agent-1', info: {} }

  it('reads the only block of shell code as a call, and the next message as its result', () => {
    const trace = read(
      wrapped(
        [
          system,
          task,
          reply('THOUGHT: I look.\n\n```bash\nls -la\n```', { response: completion(150) }),
          { role: 'user', content: '<returncode>0</returncode>' },
          reply('Two at once.\n```bash\na\n```\n```bash\nb\n```'),
          { role: 'user', content: 'Please give one action.' },
          reply('```bash\nsubmit\n```\nDone.'),
          { role: 'exit', content: 'diff' },
        ],
        first,
      ),
    )
    expect(trace.messages.slice(1)).toEqual([
      { role: 'assistant', content: [said('THOUGHT: I look.'), toolUse('command_1', 'ls -la')] },
      { role: 'user', content: [result('command_1', '<returncode>0</returncode>')] },
      { role: 'assistant', content: 'Two at once.\n```bash\na\n```\n```bash\nb\n```' },
      { role: 'user', content: 'Please give one action.' },
      { role: 'assistant', content: [toolUse('command_2', 'submit'), said('Done.')] },
      { role: 'user', content: [result('command_2', 'diff')] },
    ])
    expect(trace.turns[0]?.usage?.input).toBe(150)
    expect(trace.intake.inferred).toEqual(['Calls derived from commands in the text of replies: 2.'])
  })

  it('prefers the recorded action', () => {
    const text = 'I look.\n```mswea_bash_command\nls\n```'
    const trace = read(
      wrapped([task, reply(text, { actions: [{ command: 'ls' }] }), reply('No.', { actions: [] })], first),
    )
    expect(trace.messages[1]?.content).toEqual([said('I look.'), toolUse('command_1', 'ls')])
    expect(trace.messages[2]?.content).toBe('No.')
  })

  it('leaves blocks without an end as text, also 50,000 of them', () => {
    for (const text of ['```bash\n', '```bash\n```', '```bash\nls', '```bash\n'.repeat(50_000)])
      expect(read(wrapped([task, reply(text)], first)).messages[1]?.content).toBe(text)
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('a trajectory of mini-swe-agent recorded by others', () => {
  const text = (): string => readFileSync(join(folder ?? '', 'openai-chat-reasoning-miniswe.json'), 'utf8')

  it('TOK-2 78 calls and results, usage up to 37,241, 7,863 tokens of reasoning', () => {
    const trace = readTrace(text())
    const parts = trace.messages.flatMap((message) => partsOf(message))
    expect(trace.source.name).toBe('mini-swe-agent')
    expect(parts.filter(({ type }) => type === 'tool_use')).toHaveLength(78)
    expect(parts.filter(({ type }) => type === 'tool_result')).toHaveLength(78)
    const inputs = trace.turns.flatMap(({ usage }) => (usage ? [usage.input] : []))
    expect([inputs.length, inputs[0], inputs.at(-1)]).toEqual([78, 1_893, 37_241])
    expect(inputs.every((input, index) => index === 0 || input > (inputs[index - 1] ?? 0))).toBe(true)
    const thought = parts.reduce(
      (sum, part) => sum + (part.type === 'thinking' ? part.thinking.length : 0),
      0,
    )
    expect(Math.round(thought / 4)).toBe(7_863)
    expect(
      trace.turns.slice(0, -1).every(({ time, model }) => time !== null && model === 'deepseek-reasoner'),
    ).toBe(true)
    // The completion, the raw output and the actions of each message are copies.
    expect(trace.intake.ignored).toContainEqual({ kind: 'extra.raw_output', count: 77 })
    expect(trace.intake.ignored).toContainEqual({ kind: 'extra.response.choices', count: 78 })
    expect(trace.intake.problems).toEqual([])
  })

  it('can be read as the plain chat that it is', () => {
    expect(readTrace(text()).messages).toEqual(readTrace(text(), { format: 'openai' }).messages)
  })
})
