import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'
import {
  event,
  response,
  run,
  ran,
  system,
  task,
  one,
  line,
  read,
  used,
  told,
  paired,
  recall,
} from '../../../../testing/log/openhands.ts'

const at = (id: number): number => Date.UTC(2025, 3, 30, 16, 32, id, 729)

describe('MSG-1 OpenHands runs', () => {
  it('reads prompt, tools, task and knowledge, calls as the model wrote them, and results as it saw them', () => {
    const trace = read([system, task, ...recall, run(5, 't1', one), ran(6, 5, 't1', 'a.c')])
    expect(trace.source).toMatchObject({ name: 'openhands', title: 'bug-1' })
    expect(trace.system).toBe('You are an agent.')
    expect(trace.tools).toEqual([
      { name: 'execute_bash', description: 'Runs.', input_schema: { type: 'object' } },
    ])
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Fix it.' },
      {
        role: 'user',
        content:
          'Repository: a/b in /b\n\nUse tabs.\n\nHosts: http://localhost:1 (port 1)\n\nDate: 2025-04-30\n\nYou have a token.',
      },
      { role: 'assistant', content: [{ type: 'text', text: 'I look.' }, used('t1')] },
      { role: 'user', content: [told('t1', 'a.c\n[exit code 0]')] },
    ])
    expect(trace.injected).toEqual([1])
    expect(trace.turns[0]).toEqual({
      turn: 0,
      window: 0,
      inputs: [0, 1],
      response: 2,
      time: at(5),
      usage: { input: 5920, output: 128, cacheRead: null, cacheWrite: null },
      model: 'llama-4',
    })
    expect(trace.intake.ignored).toEqual([{ kind: 'action/recall', count: 1 }])
    expect(trace.lacksOverhead).toBe(false)
  })

  it('PAIR-1 joins several actions of one response in one message, and their results in the next', () => {
    const both = response('r1', null, [{ id: 't1' }, { id: 't2' }, { id: 'never done' }])
    const trace = read([
      task,
      run(2, 't1', both, 2),
      ran(3, 2, 't1', 'A'),
      run(4, 't2', both, 2),
      ran(5, 4, 't2', 'B'),
      run(6, 't3', response('r2', 'Now.', [{ id: 't3' }])),
    ])
    expect(trace.messages.slice(1)).toEqual([
      { role: 'assistant', content: [used('t1'), used('t2')] },
      { role: 'user', content: [told('t1', 'A\n[exit code 0]'), told('t2', 'B\n[exit code 0]')] },
      { role: 'assistant', content: [{ type: 'text', text: 'Now.' }, used('t3')] },
    ])
    expect(trace.turns.map(({ usage }) => usage?.input)).toEqual([5920, 5920])
  })

  it('PAIR-1 keeps the result of a call whose id an earlier call had: after a condensation ids are given again', () => {
    const trace = read([
      task,
      run(2, 't1', response('r1', null, [{ id: 't1' }])),
      ran(3, 2, 't1', 'A'),
      ran(4, 2, 't1', 'A'),
      run(5, 't1', response('r2', null, [{ id: 't1' }])),
      ran(6, 5, 't1', 'B'),
    ])
    expect(trace.messages.slice(1)).toEqual([
      { role: 'assistant', content: [used('t1')] },
      { role: 'user', content: [told('t1', 'A\n[exit code 0]')] },
      { role: 'assistant', content: [used('t1')] },
      { role: 'user', content: [told('t1', 'B\n[exit code 0]')] },
    ])
    expect(trace.intake.ignored).toEqual([{ kind: 'copy of a result', count: 1 }])
  })

  it('pairs an action and its observation by metadata or cause, and reads an error without either as a message', () => {
    const trace = read([
      task,
      run(2, 't1', one),
      event(3, 'environment', { observation: 'error', content: 'broken pipe', extras: { error_id: '' } }),
      ran(4, 2, 't1', 'A', { tool_call_metadata: undefined }),
      run(5, 't2', response('r2', 'And?', [{ id: 't2' }])),
      event(6, 'agent', { observation: 'error', cause: 5, content: 'no such tool', ...paired('t2', null) }),
      event(7, 'environment', { observation: 'agent_state_changed', content: '', extras: {} }),
      ran(8, 5, 't2', 'late'),
    ])
    expect(trace.messages.slice(2)).toEqual([
      { role: 'user', content: 'broken pipe' },
      { role: 'user', content: [told('t1', 'A\n[exit code 0]')] },
      { role: 'assistant', content: [{ type: 'text', text: 'And?' }, used('t2')] },
      { role: 'user', content: [told('t2', 'no such tool', true)] },
    ])
    expect(trace.injected).toEqual([2])
    expect(trace.intake.ignored).toEqual([
      { kind: 'copy of a result', count: 1 },
      { kind: 'observation/agent_state_changed', count: 1 },
    ])
  })

  it('reads reasoning, arguments that are not JSON, images, and text of the agent', () => {
    const message = {
      role: 'assistant',
      content: 'I run.',
      reasoning_content: 'Hm.',
      tool_calls: [{ id: '__proto__', function: { name: 'execute_bash', arguments: '{"command":' } }],
    }
    const trace = read([
      event(1, 'user', {
        action: 'message',
        args: { content: 'See.', image_urls: ['https://example.org/a.png'] },
      }),
      event(2, 'agent', {
        action: 'run',
        args: {},
        ...paired('__proto__', { id: 'r', choices: [{ message }] }),
      }),
      event(3, 'agent', { action: 'message', args: { content: 'Which one?', wait_for_response: true } }),
      event(4, 'user', { action: 'message', args: { content: 'The first.' } }),
      event(5, 'user', { action: 'run', args: { command: 'ls', hidden: false } }),
      event(6, 'environment', { observation: 'run', cause: 5, content: 'a b', extras: {} }),
    ])
    expect(trace.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See.' },
          { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'text', text: 'I run.' },
          { type: 'tool_use', id: '__proto__', name: 'execute_bash', input: '{"command":' },
        ],
      },
      { role: 'assistant', content: 'Which one?' },
      { role: 'user', content: 'The first.' },
      { role: 'user', content: 'run({"command":"ls"})' },
      { role: 'user', content: 'a b' },
    ])
    expect(trace.injected).toEqual([])
  })

  it('TOK-2 reads usage from the completion, from the list per response, or from the growth of a sum', () => {
    const sum = (prompt_tokens: number, completion_tokens: number) => ({
      llm_metrics: {
        accumulated_token_usage: {
          model: 'm',
          prompt_tokens,
          completion_tokens,
          cache_read_tokens: 0,
          cache_write_tokens: 0,
        },
      },
    })
    const trace = read(
      [
        task,
        run(
          2,
          't1',
          response('r1', '', [{ id: 't1' }], {
            prompt_tokens: 900,
            completion_tokens: 9,
            prompt_tokens_details: { cached_tokens: 512 },
          }),
        ),
        { ...run(3, 't2', response('r2', '', [{ id: 't2' }], null)), ...sum(1900, 20) },
        event(4, 'agent', { action: 'message', args: { content: 'Hm.' }, ...sum(3100, 32) }),
        event(5, 'user', { action: 'condensation', args: { forgotten_event_ids: [2], summary: 'S' } }),
        event(6, 'agent', { action: 'message', args: { content: 'Ah.' }, ...sum(9000, 64) }),
        event(7, 'agent', { action: 'message', args: { content: 'Oh.' }, ...sum(10_500, 70) }),
      ],
      {},
      {
        metrics: {
          token_usages: [
            {
              response_id: 'r2',
              prompt_tokens: 1000,
              completion_tokens: 11,
              cache_read_tokens: 4000,
              cache_write_tokens: 7,
            },
          ],
        },
      },
    )
    expect(trace.turns.map(({ usage }) => usage)).toEqual([
      { input: 900, output: 9, cacheRead: 512, cacheWrite: null },
      // More cached than sent: this gateway counts only the rest as input.
      { input: 5007, output: 11, cacheRead: 4000, cacheWrite: 7 },
      { input: 1200, output: 12, cacheRead: 0, cacheWrite: 0 },
      null,
      { input: 1500, output: 6, cacheRead: 0, cacheWrite: 0 },
    ])
  })

  const condensed = [
    system,
    task,
    run(2, 't1', one),
    ran(3, 2, 't1', 'A'),
    run(4, 't2', response('r2', 'More.', [{ id: 't2' }])),
    ran(5, 4, 't2', 'B'),
    event(6, 'agent', { action: 'condensation_request', args: {} }),
    event(7, 'agent', {
      action: 'condensation',
      args: {
        forgotten_events_start_id: 2,
        forgotten_events_end_id: 3,
        summary: 'Looked around.',
        summary_offset: 2,
      },
    }),
    run(8, 't3', response('r3', 'Last.', [{ id: 't3' }])),
  ]

  it('REC-1 undoes a condensation', () => {
    const trace = read(condensed)
    expect(trace.recordedEdits).toEqual([
      {
        turn: 2,
        window: 0,
        kind: 'compaction',
        trigger: 'request',
        tokensBefore: null,
        summary: 'Looked around.',
        stays: [
          { role: 'user', content: 'Fix it.' },
          { role: 'assistant', content: [{ type: 'text', text: 'More.' }, used('t2')] },
          { role: 'user', content: [told('t2', 'B\n[exit code 0]')] },
        ],
      },
    ])
    expect(JSON.stringify(trace.messages)).not.toContain('Looked around.')
    expect(trace.messages).toHaveLength(6)
    expect(trace.intake.inferred[0]).toContain('Compactions undone')
  })

  it('REC-1 LOST-6 the version of a condensation is that of the last system event', () => {
    const system = event(0, 'agent', {
      action: 'system',
      args: { content: 'You fix bugs.', openhands_version: '0.35.0' },
    })
    expect(read([system, ...condensed.slice(1)]).recordedEdits).toMatchObject([{ version: '0.35.0' }])
  })

  it('REC-1 keeps a condensation: a window with the task, the summary and what was not forgotten', () => {
    const trace = read(condensed, { recordedEdits: 'keep' })
    expect(trace.windows).toMatchObject([{ id: 0 }, { id: 1, parent: 0, kind: 'continuation' }])
    const turn = trace.turns.find(({ window }) => window === 1)
    expect(turn?.inputs.map((index) => trace.messages[index])).toEqual([
      { role: 'user', content: 'Fix it.' },
      { role: 'user', content: 'Looked around.' },
      { role: 'assistant', content: [{ type: 'text', text: 'More.' }, used('t2')] },
      { role: 'user', content: [told('t2', 'B\n[exit code 0]')] },
    ])
    expect(trace.turns.filter(({ usage }) => usage !== null)).toHaveLength(3)
  })

  it('REC-1 PAIR-2 forgets whole pairs, whichever part is named', () => {
    const history = [
      task,
      run(2, 't1', one),
      ran(3, 2, 't1', 'A'),
      event(4, 'agent', { action: 'condensation', args: { forgotten_event_ids: [3] } }),
      event(5, 'agent', { action: 'message', args: { content: 'Done.' } }),
    ]
    const trace = read(history, { recordedEdits: 'keep' })
    const turn = trace.turns.find(({ window }) => window === 1)
    expect(turn?.inputs.map((index) => trace.messages[index]?.content)).toEqual(['Fix it.'])
    expect(trace.recordedEdits[0]).not.toHaveProperty('summary')
  })

  it('gives a delegate a window of its own', () => {
    const trace = read([
      task,
      event(2, 'agent', {
        action: 'delegate',
        args: { agent: 'BrowsingAgent', inputs: { task: 'Look it up.' }, thought: 'I ask.' },
      }),
      event(3, 'agent', { action: 'message', args: { content: 'TASK: Look it up.' } }),
      event(4, 'agent', { action: 'finish', args: { outputs: { content: 'It is 4.' }, thought: '' } }),
      event(5, 'environment', { observation: 'delegate', cause: 2, content: 'It is 4.', extras: {} }),
      event(6, 'agent', { action: 'finish', args: { final_thought: 'Done.' } }),
    ])
    expect(trace.turns.map(({ window }) => window)).toEqual([0, 1, 1, 0])
    expect(trace.windows[1]).toEqual({ id: 1, parent: 0, kind: 'subagent', opened: 1, closed: 2 })
    expect(trace.messages.at(-2)?.content).toEqual([told('action_1', 'It is 4.')])
  })

  it('reads several runs of a file, and names the others', () => {
    const text = [
      line([task]),
      line([task, run(2, 't1', one)], { instance_id: 'bug-2' }),
      line([], { instance_id: 'bug-3' }),
    ]
      .map((value) => JSON.stringify(value))
      .join('\n')
    expect(readTraces(text).map(({ source }) => source.title)).toEqual(['bug-1 (1 of 2)', 'bug-2 (2 of 2)'])
    expect(readTrace(text).siblings).toEqual(['bug-1 (1 of 2)'])
    expect(readTrace(text).intake.ignored).toEqual([{ kind: 'conversation without messages', count: 1 }])
  })

  it.each([
    ['a trajectory', [system, task, run(2, 't1', one)]],
    ['a downloaded one', { trajectory: [system, task, run(2, 't1', one)] }],
    ['an answer of the server', { events: [system, task, run(2, 't1', one)], has_more: false }],
  ])('reads %s', (_, value) => {
    expect(readTrace(JSON.stringify(value, null, 2)).messages).toHaveLength(2)
  })

  it('reads one event a line', () => {
    const text = [system, task, run(2, 't1', one)].map((value) => JSON.stringify(value)).join('\n')
    expect(readTraces(text)).toHaveLength(1)
    expect(readTrace(text).messages).toHaveLength(2)
  })
})

describe('broken OpenHands events', () => {
  it('are skipped, with their position', () => {
    const text = JSON.stringify(
      line([
        task,
        event(2, 'user', { action: 'message', args: { content: 5 } }),
        event(3, 'agent', { action: 'run', args: {}, tool_call_metadata: { tool_call_id: null } }),
        event(4, 'agent', { action: 'system', args: {} }),
        event(5, 'agent', { action: 'condensation', args: { forgotten_event_ids: 'x' } }),
        { kind: 'ActionEvent', id: '6', source: 'agent' },
        { kind: 'MessageEvent', id: '7', source: 'agent' },
        'text',
        {},
      ]),
      null,
      1,
    )
    const trace = readTrace(text)
    expect(trace.messages).toEqual([{ role: 'user', content: 'Fix it.' }])
    expect(trace.intake.problems.map(({ message }) => message)).toEqual([
      'history[1].args.content must be a string, but is 5',
      'history[2].tool_call_metadata.tool_call_id must be a string, but is null',
      'history[3].args.content must be a string, but is nothing',
      'history[4].args.forgotten_event_ids must be a list, but is "x"',
      'history[5].tool_call_id must be a string, but is nothing',
      'history[6].llm_message must be a message, but is nothing',
      'history[7] must be an action, an observation or an event with a kind, but is "text"',
      'history[8] must be an action, an observation or an event with a kind, but is {}',
    ])
    const lines = text.split('\n')
    const { line: row = 0, column = 0 } = trace.intake.problems[0] ?? {}
    expect(lines[row - 1]?.slice(column - 1)).toBe('5')
  })

  it('without any message are refused, with the position of the problem', () => {
    expect(() => read([event(2, 'user', { action: 'message', args: { content: 5 } })])).toThrow(
      /no message could be read .*history\[0\]\.args\.content must be a string, but is 5$/,
    )
    expect(() => read([])).toThrow(/no message could be read from this log \(OpenHands events\)/)
  })

  it('of other formats are not accepted', () => {
    const others = [
      {
        history: [{ role: 'assistant', content: 'x', action: 'ls', agent: 'main' }],
        trajectory: [{ action: 'ls', observation: 'a', response: 'x' }],
      },
      [{ kind: 'note', id: 'a' }],
      { events: [{ action: 'click', x: 1 }] },
    ]
    for (const value of others) {
      let name: string | null = null
      try {
        name = readTrace(JSON.stringify(value)).source.name
      } catch {
        name = null
      }
      expect(name).not.toBe('openhands')
    }
  })
})
