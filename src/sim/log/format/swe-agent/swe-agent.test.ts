import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../engine/index.ts'
import { partsOf } from '../../../../engine/internal.ts'
import type { Trace } from '../../../trace/trace.ts'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown, options = {}) => readTrace(JSON.stringify(value, null, 1), options)
const main = { agent: 'main' }
const call = (id: string, command: string) => ({
  role: 'assistant',
  content: `I run ${command}.`,
  thought: `I run ${command}.`,
  action: command,
  ...main,
  tool_calls: [
    { index: 1, id, type: 'function', function: { name: 'bash', arguments: JSON.stringify({ command }) } },
  ],
  message_type: 'action',
})
const observed = (ids: unknown, text: string) => ({
  role: 'tool',
  content: [{ type: 'text', text }],
  ...main,
  message_type: 'observation',
  tool_call_ids: ids,
})
const system = { role: 'system', content: 'You fix bugs.', ...main, message_type: 'system_prompt' }
const task = {
  role: 'user',
  content: [{ type: 'text', text: 'Fix it.' }],
  ...main,
  message_type: 'observation',
}
const history = [system, task, call('t1', 'ls'), observed(['t1'], 'OBSERVATION:\na b'), call('t2', 'submit')]
const info = {
  exit_status: 'submitted',
  model_stats: { instance_cost: 0.2, tokens_sent: 1500, tokens_received: 70, api_calls: 2 },
}
const step = { action: 'ls', observation: 'a b', response: 'I run ls.', thought: 'I run ls.', state: {} }

const toolUse = (id: string, command: string) => ({ type: 'tool_use', id, name: 'bash', input: { command } })
const said = (text: string) => ({ type: 'text', text })
const result = (id: string, content: unknown) => ({ type: 'tool_result', tool_use_id: id, content })

describe('MSG-1 SWE-agent 1.0', () => {
  it('reads the history, links results by their list of ids, and counts the copies in the steps', () => {
    const trace = read({
      trajectory: [
        { ...step, messages: history.slice(0, 2) },
        { ...step, query: history.slice(0, 4) },
      ],
      history,
      info,
      replay_config: '{}',
      environment: 'pandas_1',
    })
    expect(trace.source).toMatchObject({ name: 'swe-agent', title: 'pandas_1' })
    expect(trace.system).toBe('You fix bugs.')
    expect(trace.messages).toEqual([
      { role: 'user', content: [said('Fix it.')] },
      { role: 'assistant', content: [said('I run ls.'), toolUse('t1', 'ls')] },
      { role: 'user', content: [result('t1', [said('OBSERVATION:\na b')])] },
      { role: 'assistant', content: [said('I run submit.'), toolUse('t2', 'submit')] },
    ])
    expect(trace.turns.map(({ inputs, response, usage }) => [inputs, response, usage])).toEqual([
      [[0], 1, null],
      [[2], 3, null],
    ])
    expect(trace.intake).toEqual({
      records: 5,
      problems: [],
      ignored: [
        { kind: 'copy/action', count: 2 },
        { kind: 'copy/thought', count: 2 },
        { kind: 'info', count: 1 },
        { kind: 'replay_config', count: 1 },
        { kind: 'step', count: 2 },
        { kind: 'step/copy of a message', count: 6 },
      ],
      inferred: [
        'The log has usage only for the whole run: 1,500 tokens sent and 70 received in 2 calls.',
        'Calls without a result in the log: 1 (t2).',
      ],
    })
    expect(trace.lacksOverhead).toBe(false)
  })

  it('recognizes a file without steps by its messages, and one without messages by its steps', () => {
    expect(read({ history }).source.name).toBe('swe-agent')
    expect(() => read({ trajectory: [step], history: [], info })).toThrow(
      /line \d+, column \d+: no message could be read from this log \(SWE-agent trajectory\).*history is an empty list, and a log must hold at least one message/,
    )
    expect(() => read({ trajectory: [], history: 5 })).toThrow('history must be a list of messages, but is 5')
  })

  it('assigns one observation of several calls to the first of them', () => {
    const two = {
      ...call('t1', 'ls'),
      tool_calls: [...call('t1', 'ls').tool_calls, ...call('t2', 'pwd').tool_calls],
    }
    const { messages } = read({ trajectory: [], history: [task, two, observed(['t1', 't2'], 'a b')] })
    expect(messages.at(-1)?.content).toEqual([result('t1', [said('a b')]), result('t2', '')])
  })

  it.each([
    ['nothing', undefined, []],
    ['null', null, []],
    ['a text', 't1', ['history[3].tool_call_ids must be a list of ids of calls, but is "t1"']],
    [
      'a list with a number in it',
      [5],
      ['history[3].tool_call_ids must be a list of ids of calls, but is a list of 1'],
    ],
  ])('assigns a result to the open call if its ids are %s', (_, ids, problems) => {
    const value = { trajectory: [], history: [system, task, call('t1', 'ls'), observed(ids, 'a b')] }
    const text = JSON.stringify(value, null, 1)
    const trace = readTrace(text)
    expect(trace.messages.at(-1)?.content).toEqual([result('t1', [said('a b')])])
    expect(trace.intake.problems.map(({ message }) => message)).toEqual(problems)
    const place = text.slice(0, text.indexOf('"tool_call_ids"')).split('\n').length
    for (const { line } of trace.intake.problems) expect(line).toBe(place)
  })

  it('reads demonstrations as injected messages, which begin no turns', () => {
    const demo = (message: object) => ({ ...message, is_demo: true })
    const trace = read({
      trajectory: [],
      history: [
        system,
        demo(task),
        demo(call('d1', 'ls')),
        demo(observed(['d1'], 'x')),
        demo(call('d2', 'pwd')),
        demo(observed(['d2'], 'y')),
        ...history.slice(1),
      ],
    })
    expect(trace.injected).toEqual([0, 1, 2, 3, 4])
    expect(trace.turns.map(({ inputs, response }) => [inputs, response])).toEqual([
      [[0, 1, 2, 3, 4, 5], 6],
      [[7], 8],
    ])
    expect(trace.messages[4]?.content).toEqual([result('d2', [said('y')])])
  })

  it('opens a window for another agent, and returns', () => {
    const other = (message: object) => ({ ...message, agent: 'search' })
    const trace = read({
      trajectory: [],
      history: [
        ...history.slice(0, 4),
        other(task),
        other(call('s1', 'grep')),
        other(observed(['s1'], 'c')),
        history[4],
      ],
    })
    expect(trace.windows).toEqual([
      { id: 0, parent: null, kind: 'main', opened: 0, closed: null },
      { id: 1, parent: 0, kind: 'subagent', opened: 1, closed: 2 },
    ])
    expect(trace.turns.map(({ window }) => window)).toEqual([0, 1, 1, 0])
  })

  it('reads reasoning beside a reply, and a reply whose only text is its thought', () => {
    const block = { type: 'thinking', thinking: 'Hm.', signature: 's' }
    const trace = read({
      trajectory: [],
      history: [task, { ...call('t1', 'ls'), content: null, thinking_blocks: [block] }],
    })
    expect(trace.messages[1]?.content).toEqual([block, said('I run ls.'), toolUse('t1', 'ls')])
  })

  it('reads a list of files, one file a line, and the attempts of a file', () => {
    const file = { trajectory: [], history, environment: 'a' }
    expect(
      readTraces(JSON.stringify([file, { ...file, environment: 'b' }])).map(({ source }) => source.title),
    ).toEqual(['a (1 of 2)', 'b (2 of 2)'])
    expect(readTraces(`${JSON.stringify(file)}\n${JSON.stringify(file)}\n`)).toHaveLength(2)
    const attempts = readTraces(
      JSON.stringify({ ...file, attempts: [file, { ...file, history: history.slice(0, 3) }] }),
    )
    expect(attempts.map(({ source, messages }) => [source.title, messages.length])).toEqual([
      ['attempt 1 (1 of 2)', 4],
      ['attempt 2 (2 of 2)', 2],
    ])
  })

  it('does not accept histories of other formats', () => {
    const event = { id: 1, source: 'agent', action: 'run', args: {} }
    for (const value of [
      { history: [event] },
      { history: [event], trajectory: [] },
      { history: [{ role: 'user' }] },
    ])
      expect(() => read(value, { format: 'swe-agent' })).toThrow(
        'the text cannot be read as SWE-agent trajectory',
      )
  })

  it('skips broken messages, with their position', () => {
    const trace = read({
      trajectory: [],
      history: [system, task, 7, { ...call('t1', 'ls'), content: 5, thought: 8 }, { ...system, role: 9 }],
    })
    expect(trace.intake.problems.map(({ message, line }) => [message, typeof line])).toEqual([
      ['history[2] must be a message, but is 7', 'number'],
      ['history[3].content must be a string, a list or null, but is 5', 'number'],
      ['history[4].role must be system, developer, user, assistant or tool, but is 9', 'number'],
    ])
  })
})

describe('MSG-1 SWE-agent 0.x', () => {
  const reply = (thought: string, action: string, content = `${thought}\n\`\`\`\n${action}\n\`\`\`\n`) => ({
    role: 'assistant',
    content,
    thought,
    action: `${action}\n`,
    agent: 'primary',
  })
  const shown = (content: string, rest = {}) => ({ role: 'user', content, agent: 'primary', ...rest })

  it('reads recorded actions as calls, and what follows them as results', () => {
    const trace = read({
      environment: 'swe_main',
      trajectory: [step],
      history: [
        { role: 'system', content: 'SETTING: a shell.', agent: 'primary' },
        shown('Here is a demonstration.', { is_demo: true }),
        shown('ISSUE: fix it.'),
        reply('DISCUSSION\nI look.\n', 'ls -F'),
        shown('a b\n(Open file: n/a)\nbash-$'),
        reply('', 'submit', 'submit'),
      ],
      info: { model_stats: { total_cost: 1, tokens_sent: 10, tokens_received: 2, api_calls: 2 } },
    })
    expect(trace.injected).toEqual([0])
    expect(trace.messages.slice(1)).toEqual([
      { role: 'user', content: 'ISSUE: fix it.' },
      { role: 'assistant', content: [said('DISCUSSION\nI look.'), toolUse('action_1', 'ls -F')] },
      { role: 'user', content: [result('action_1', 'a b\n(Open file: n/a)\nbash-$')] },
      { role: 'assistant', content: [toolUse('action_2', 'submit')] },
    ])
    expect(trace.intake.inferred).toEqual([
      'Calls derived from actions in the text of replies: 2.',
      'The log has usage only for the whole run: 10 tokens sent and 2 received in 2 calls.',
      'Calls without a result in the log: 1 (action_2).',
    ])
  })

  it.each([
    ['is not in the text', 'Exit due to cost limit', 'exit_cost'],
    ['stands in the middle of words', 'I run ls and look.', 'ls'],
    ['opens a fence that does not close', 'I look.\n```\nls\nmore', 'ls'],
    ['is empty', 'Nothing.', ''],
  ])('leaves a reply as text whose action %s, and what comes next the user’s', (_, content, action) => {
    const trace = read({
      trajectory: [],
      history: [shown('Fix it.'), { ...reply('x', action, content), action }, shown('Try again.')],
    })
    expect(trace.messages.slice(1)).toEqual([
      { role: 'assistant', content },
      { role: 'user', content: 'Try again.' },
    ])
  })

  it.each([
    ['between fences', '```bash\nls\n```'],
    ['as XML', '<command>\nls\n</command>'],
  ])('keeps the text after an action %s', (_, block) => {
    const content = `I look.\n${block}\nThen I go on.`
    const { messages } = read({
      trajectory: [],
      history: [shown('Fix it.'), reply('I look.', 'ls', content)],
    })
    expect(messages[1]?.content).toEqual([said('I look.'), toolUse('action_1', 'ls'), said('Then I go on.')])
  })
})

const folder = process.env['TRACES_DIR']

describe.skipIf(folder === undefined)('a trajectory recorded by others', () => {
  const text = (): string => readFileSync(join(folder ?? '', 'swe-agent-pandas-53856.traj'), 'utf8')
  const content = (trace: Trace): number =>
    trace.messages
      .flatMap((message) => partsOf(message))
      .reduce(
        (sum, part) =>
          sum +
          (part.type === 'text'
            ? part.text.length
            : part.type === 'tool_use'
              ? JSON.stringify(part.input).length
              : part.type === 'tool_result' && typeof part.content !== 'string'
                ? part.content.reduce((inner, one) => inner + (one.type === 'text' ? one.text.length : 0), 0)
                : 0),
        trace.system.length,
      )

  it('TOK-2 17 calls with their results, 35 messages, 13,257 tokens of content, no copy among them', () => {
    const trace = readTrace(text())
    const parts = trace.messages.flatMap((message) => partsOf(message))
    const calls = parts.flatMap((part) => (part.type === 'tool_use' ? [part.id] : []))
    expect(calls).toHaveLength(17)
    expect(parts.flatMap((part) => (part.type === 'tool_result' ? [part.tool_use_id] : []))).toEqual(calls)
    expect(trace.messages).toHaveLength(35)
    expect(trace.turns).toHaveLength(18)
    expect(trace.turns.every(({ usage }) => usage === null)).toBe(true)
    expect(Math.abs(content(trace) / 4 - 13_257)).toBeLessThan(13_257 * 0.02)
    expect(trace.intake.problems).toEqual([])
    expect(trace.intake.inferred[0]).toContain('157,229 tokens sent and 797 received in 17 calls')
  })

  it('cut at any position, is refused with an error and its position', () => {
    const whole = text()
    for (let part = 1; part < 8; part++) {
      let problems: readonly { line?: number }[] = []
      try {
        readTrace(whole.slice(0, Math.floor((whole.length * part) / 8)))
      } catch (error) {
        if (error instanceof ProblemError) problems = error.problems
      }
      expect(problems[0]?.line).toBeGreaterThan(0)
    }
  })
})
