import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../../../engine/index.ts'
import { readTrace, readTraces } from '../../reading.ts'
import { rollout } from '../../../../testing/log/codex.ts'

describe('Codex rollouts', () => {
  it('TOK-2 response items are the window, and events repeat them; usage is counted once and includes the cached part', () => {
    const log = rollout()
    log.event('task_started', { turn_id: 't', model_context_window: 272_000 })
    log.message('developer', '<permissions instructions>all')
    log.message('user', '<environment_context>\n  <cwd>/x</cwd>')
    log.add('turn_context', { turn_id: 't', model: 'gpt-5.4' })
    log.message('user', 'Fix it.')
    log.event('user_message', { message: 'Fix it.' })
    log.event('token_count', { info: null, rate_limits: {} })
    log.item({ type: 'reasoning', summary: [], content: null })
    log.event('agent_message', { message: 'I look.' })
    log.message('assistant', 'I look.')
    log.call('a')
    log.call('b', '{"cmd":')
    log.event('exec_command_end', { call_id: 'a', aggregated_output: 'one' })
    log.tokens(1000, 800, 50)
    log.output('b', 'two')
    log.output('a', 'one')
    log.message('assistant', 'Done.')
    log.tokens(1100, 1000, 20)
    log.event('task_complete')
    log.message('user', 'Thanks.')
    log.event('user_message', { message: 'Thanks.' })
    log.raw(
      log
        .text()
        .split('\n')
        .findLast((line) => line.includes('token_count')) ?? '',
    )
    const trace = readTrace(log.text())
    expect(trace.system).toBe('Be brief.\n\n<permissions instructions>all')
    expect(trace.messages).toEqual([
      { role: 'user', content: [{ type: 'text', text: '<environment_context>\n  <cwd>/x</cwd>' }] },
      { role: 'user', content: [{ type: 'text', text: 'Fix it.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'exec_command', input: { cmd: 'ls' } },
          // invalid JSON, kept unchanged
          { type: 'tool_use', id: 'b', name: 'exec_command', input: '{"cmd":' },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'b', content: 'two' },
          { type: 'tool_result', tool_use_id: 'a', content: 'one' },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
    ])
    expect(trace.injected).toEqual([0])
    expect(trace.turns.map(({ usage }) => usage)).toEqual([
      { input: 1000, output: 50, cacheRead: 800, cacheWrite: null },
      { input: 1100, output: 20, cacheRead: 1000, cacheWrite: null },
      null,
    ])
    expect(trace.turns.map(({ model }) => model)).toEqual(['gpt-5.4', 'gpt-5.4', null])
    expect(trace.turns[0]?.time).toBe(Date.parse('2026-04-28T15:00:08.000Z'))
    expect(trace.intake).toMatchObject({
      problems: [{ code: 'broken-arguments', line: 13, found: '"{\\"cmd\\":"' }],
      ignored: [
        { kind: 'event_msg/agent_message', count: 1 },
        { kind: 'event_msg/exec_command_end', count: 1 },
        { kind: 'event_msg/task_complete', count: 1 },
        { kind: 'event_msg/task_started', count: 1 },
        { kind: 'event_msg/user_message', count: 2 },
        { kind: 'token_count repeated', count: 1 },
        { kind: 'token_count without usage', count: 1 },
        { kind: 'turn_context', count: 1 },
      ],
    })
    expect(trace.intake.inferred.join(' ')).toContain('in plain and in encrypted form: 1')
    // The file never has the client's own tools.
    expect(trace.lacksOverhead).toBe(true)
  })

  it('a patch is a call with text as its input, a search by the provider is text of the reply', () => {
    const log = rollout()
    log.message('user', 'Go.')
    log.item({
      type: 'reasoning',
      summary: [{ type: 'summary_text', text: 'Hm.' }],
      encrypted_content: 'gAAA',
    })
    log.item({ type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'x' } })
    log.item({ type: 'reasoning', summary: [], encrypted_content: 'gBBB' })
    log.item({
      type: 'custom_tool_call',
      name: 'apply_patch',
      input: '{"not":"parsed"}',
      call_id: 'p',
      status: 'completed',
    })
    log.tokens(10, 0, 1)
    log.item({ type: 'custom_tool_call_output', call_id: 'p', output: '{"output":"Success"}' })
    log.item({
      type: 'local_shell_call',
      call_id: 'l',
      status: 'completed',
      action: { type: 'exec', command: ['ls'] },
    })
    log.output('l', [
      { type: 'input_text', text: 'a' },
      { type: 'input_image', image_url: 'data:image/png;base64,iVBO' },
    ])
    const trace = readTrace(log.text())
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [
        { type: 'thinking', thinking: 'Hm.', signature: 'gAAA' },
        { type: 'text', text: 'web_search({"type":"search","query":"x"})' },
        { type: 'redacted_thinking', data: 'gBBB' },
        { type: 'tool_use', id: 'p', name: 'apply_patch', input: '{"not":"parsed"}' },
      ],
      [{ type: 'tool_result', tool_use_id: 'p', content: '{"output":"Success"}' }],
      [{ type: 'tool_use', id: 'l', name: 'local_shell', input: { type: 'exec', command: ['ls'] } }],
      [
        {
          type: 'tool_result',
          tool_use_id: 'l',
          content: [
            { type: 'text', text: 'a' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } },
          ],
        },
      ],
    ])
    expect(trace.intake.inferred).toContain(
      'Tools run by the provider are shown as text of the reply: 1 web_search_call.',
    )
  })

  it('a message of the user has an event, one of the client has none; without events the beginning of the text decides', () => {
    const log = rollout()
    log.message('user', '# AGENTS.md instructions for /x\n…')
    log.message('user', 'A note from a hook.')
    log.message('user', 'Go.')
    log.event('user_message', { message: 'Go.' })
    log.message('assistant', 'Yes.')
    log.message('user', '<turn_aborted>\n…')
    log.message('developer', 'Mode: plan.')
    log.event('turn_aborted', { reason: 'interrupted' })
    const trace = readTrace(log.text())
    expect(trace.injected).toEqual([0, 1, 4])
    expect(trace.messages[5]).toMatchObject({ role: 'system' })
    const silent = log
      .text()
      .split('\n')
      .filter((line) => !line.includes('event_msg'))
    expect(readTrace(silent.join('\n')).injected).toEqual([0, 4])
    const before = rollout()
    before.event('user_message', { message: 'Go.' })
    before.message('user', 'Go.')
    before.message('user', 'A note.')
    expect(readTrace(before.text()).injected).toEqual([1])
  })

  it('TOK-2 in logs of older clients, usage belongs to the reply after it', () => {
    const log = rollout()
    log.message('user', 'Go.')
    log.tokens(100, 0, 5)
    log.call('a')
    log.output('a')
    log.call('b')
    log.output('b')
    log.tokens(200, 100, 6)
    log.call('c')
    log.output('c')
    log.tokens(300, 200, 7)
    log.message('assistant', 'Done.')
    const trace = readTrace(log.text())
    expect(trace.turns.map(({ usage }) => usage?.input ?? null)).toEqual([100, 200, 300])
    expect(trace.messages.map(({ content }) => content.length)).toEqual([1, 2, 2, 1, 1, 1])
  })

  it('TOK-2 usage without a reply in the log, as of a compaction, is left out', () => {
    const log = rollout()
    log.message('user', 'Go.')
    log.message('assistant', 'Yes.')
    log.tokens(100, 0, 5)
    log.tokens(190, 0, 50)
    log.message('user', 'And?')
    log.message('assistant', 'No.')
    log.tokens(120, 0, 6)
    const trace = readTrace(log.text())
    expect(trace.turns.map(({ usage }) => usage?.input)).toEqual([100, 120])
    expect(trace.intake.ignored).toEqual([{ kind: 'token_count without a reply', count: 1 }])
  })

  const compacted = (history: unknown, message = '') => {
    const log = rollout()
    log.message('user', 'Go.')
    log.event('user_message', { message: 'Go.' })
    log.call('a')
    log.tokens(200_000, 0, 30)
    log.output('a')
    log.add('compacted', { message, replacement_history: history })
    log.event('context_compacted')
    log.message('user', 'And?')
    log.event('user_message', { message: 'And?' })
    log.message('assistant', 'No.')
    return log.text()
  }
  const kept = [
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Go.' }] },
    { type: 'compaction', encrypted_content: 'gAAAA' },
  ]

  it('REC-1 an undone compaction is recorded, and the original messages continue', () => {
    const trace = readTrace(compacted(kept))
    expect(trace.messages).toHaveLength(5)
    expect(trace.windows).toHaveLength(1)
    expect(trace.recordedEdits).toEqual([
      {
        turn: 1,
        window: 0,
        kind: 'compaction',
        trigger: null,
        version: '0.126.0',
        tokensBefore: 200_030,
        stays: [{ role: 'user', content: 'Go.' }],
      },
    ])
    expect(trace.intake.inferred.join(' ')).toContain('Compactions undone')
  })

  it('REC-1 a kept compaction begins a window with what it left', () => {
    const trace = readTrace(compacted(kept), { recordedEdits: 'keep' })
    expect(trace.windows).toMatchObject([
      { id: 0, kind: 'main', opened: 0, closed: 1 },
      { id: 1, parent: 0, kind: 'continuation', opened: 2, closed: null },
    ])
    expect(trace.turns[2]?.inputs.map((index) => trace.messages[index])).toEqual([
      { role: 'user', content: [{ type: 'text', text: 'Go.' }] },
      { role: 'user', content: [{ type: 'text', text: 'And?' }] },
    ])
    expect(trace.injected).toEqual([])
    expect(trace.intake.ignored).toContainEqual({ kind: 'compaction without a readable summary', count: 1 })
  })

  it('REC-1 a summary as text is recognized anywhere, and begins the window in logs of older clients', () => {
    expect(readTrace(compacted(null, 'So far: a.')).recordedEdits).toMatchObject([{ summary: 'So far: a.' }])
    const older = readTrace(compacted(undefined, 'So far: a.'), { recordedEdits: 'keep' })
    expect(older.messages[older.turns[2]?.inputs[0] ?? -1]).toEqual({ role: 'user', content: 'So far: a.' })
    const text = 'Another language model started to solve this problem and wrote: a.'
    const last = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }
    expect(readTrace(compacted([kept[0], last])).recordedEdits).toMatchObject([{ summary: text }])
  })

  it('a log that begins with a compaction continues with what it left', () => {
    const log = rollout()
    log.add('compacted', { message: '', replacement_history: kept })
    log.message('assistant', 'No.')
    const trace = readTrace(log.text())
    expect(trace.messages).toHaveLength(2)
    expect(trace.recordedEdits).toEqual([])
  })

  it('an aborted turn: a call without a result, reasoning without a reply', () => {
    const log = rollout()
    log.message('user', 'Go.')
    log.call('a')
    log.event('turn_aborted', { reason: 'interrupted' })
    log.message('user', 'Again.')
    log.item({ type: 'reasoning', summary: [], content: null })
    const trace = readTrace(log.text())
    expect(trace.messages).toHaveLength(3)
    expect(trace.intake.ignored).toContainEqual({ kind: 'reply without content', count: 1 })
    expect(trace.intake.inferred.join(' ')).toContain('Calls without a result in the log: 1 (a).')
  })

  it('tools of an app are in the trace if the log has no usage', () => {
    const tools = [
      { namespace: 'app', name: 'remind', description: 'Reminds.', inputSchema: { type: 'object' } },
    ]
    const log = rollout({ dynamic_tools: tools })
    log.message('user', 'Go.')
    log.message('assistant', 'Yes.')
    const read = [{ name: 'remind', description: 'Reminds.', input_schema: { type: 'object' } }]
    expect(readTrace(log.text()).tools).toEqual(read)
    const group = { type: 'dynamic', name: 'app', tools }
    for (const grouped of [group, [group]]) {
      const inGroup = rollout({ dynamic_tools: grouped })
      inGroup.message('user', 'Go.')
      inGroup.message('assistant', 'Yes.')
      expect(readTrace(inGroup.text()).tools).toEqual(read)
    }
    log.tokens(10_000, 0, 5)
    const trace = readTrace(log.text())
    expect([trace.tools, trace.lacksOverhead]).toEqual([[], true])
    expect(trace.intake.inferred.join(' ')).toContain('definitions of 1 dynamic tools')
  })

  it('a log that begins in the middle of a session says so', () => {
    const log = rollout()
    log.message('user', 'Go on.')
    log.message('assistant', 'Yes.')
    log.tokens(140_000, 0, 5)
    expect(readTrace(log.text()).intake.inferred.join(' ')).toContain(
      'The first reply used 140000 tokens, but the log has only about 4 before it',
    )
  })

  it('consecutive sessions are conversations; the copied head of a fork is not', () => {
    const one = rollout({ id: 'one', forked_from_id: 'zero' })
    one.add('session_meta', { id: 'zero' })
    one.message('user', 'Go.')
    one.message('assistant', 'A long answer.')
    const two = rollout({ id: 'two', base_instructions: { text: 'Other.' } })
    two.message('user', 'Hi.')
    const empty = rollout({ id: 'three' })
    const traces = readTraces([one.text(), two.text(), empty.text()].join('\n'))
    expect(traces.map(({ system, messages }) => [system, messages.length])).toEqual([
      ['Be brief.', 2],
      ['Other.', 1],
    ])
    expect(traces[0]?.intake.ignored).toContainEqual({ kind: 'session_meta repeated', count: 1 })
    expect(traces[1]?.intake.ignored).toContainEqual({ kind: 'session without messages', count: 1 })
    expect(traces[0]?.siblings).toEqual(['Hi. (2 of 2)'])
  })

  it('unknown lines and items are counted, broken ones are warnings with their position', () => {
    const log = rollout()
    log.message('user', 'Go.')
    log.add('token_usage_record', { thread_id: 's' })
    log.item({ type: 'ghost_snapshot', ghost_commit: {} })
    log.item({ type: 'message', role: 'user', content: 5 })
    log.item({ type: 'function_call_output', output: 'lost' })
    log.raw('{"type":"response_item","payload":7}')
    log.raw('{"timestamp":"2026')
    log.event('thread_rolled_back', { num_turns: 2 })
    const trace = readTrace(log.text())
    expect(trace.messages).toHaveLength(1)
    expect(trace.intake.ignored).toEqual([
      { kind: 'event_msg/thread_rolled_back', count: 1 },
      { kind: 'item/ghost_snapshot', count: 1 },
      { kind: 'token_usage_record', count: 1 },
    ])
    expect(trace.intake.problems.map(({ message, line, found }) => [line, message, found])).toEqual([
      [8, expect.stringContaining('JSON'), expect.anything()],
      [5, 'payload.content must be a string or a list, but is 5', '5'],
      [6, 'payload.call_id must be the id of a call, but is nothing', 'nothing'],
      [7, 'payload must be an object, but is 7', '7'],
    ])
    expect(trace.intake.inferred.join(' ')).toContain('took back 2 turns')
  })

  it('a rollout without messages is refused with the reason', () => {
    const log = rollout()
    log.item({ type: 'message', role: 'robot', content: 'x' })
    const read = () => readTrace(log.text())
    expect(read).toThrow(ProblemError)
    expect(read).toThrow(
      /Codex rollout.*payload\.role must be user, assistant, system or developer, but is "robot"/,
    )
  })

  it('ids such as __proto__ are treated like any other', () => {
    const log = rollout({ id: '__proto__' })
    log.message('user', 'Go.')
    log.call('__proto__')
    log.output('__proto__', 'one')
    log.output('__proto__', 'two')
    const trace = readTrace(log.text())
    expect(trace.messages[2]?.content).toEqual([
      { type: 'tool_result', tool_use_id: '__proto__', content: 'one' },
    ])
    // The second one has another text, so it is not a copy.
    expect(trace.intake.problems).toMatchObject([{ code: 'shared-id', line: 5, found: '"__proto__"' }])
  })

  it('REC-1 tells the folder in which the client began', () => {
    const log = rollout({ cwd: '/r' })
    log.message('user', 'Go.')
    expect(readTrace(log.text()).source.folder).toBe('/r')
  })

  it('MSG-1 the user’s messages are those that newer versions complete, and writes to the cache are counted', () => {
    const log = rollout()
    const completed = (type: string) => log.event('item_completed', { item: { type, id: 'i' } })
    log.message('user', 'Notes of a plug-in.')
    log.message('user', 'Fix it.')
    completed('UserMessage')
    log.message('assistant', 'Done.')
    completed('AgentMessage')
    log.event('token_count', {
      info: {
        last_token_usage: {
          input_tokens: 1200,
          cached_input_tokens: 200,
          cache_write_input_tokens: 900,
          output_tokens: 55,
          total_tokens: 1255,
        },
      },
    })
    const trace = readTrace(log.text())
    expect(trace.injected).toEqual([0])
    expect(trace.turns[0]?.usage).toEqual({ input: 1200, output: 55, cacheRead: 200, cacheWrite: 900 })
  })

  it('MSG-1 what other agents say is given to this one, and not by the user', () => {
    const log = rollout()
    log.item({
      type: 'agent_message',
      author: '/root',
      recipient: '/root/worker',
      content: [
        { type: 'input_text', text: 'Paint the fence.' },
        { type: 'encrypted_content', encrypted_content: 'abc' },
      ],
    })
    log.message('assistant', 'I paint.')
    log.message('user', 'Thanks.')
    log.event('user_message', { message: 'Thanks.' })
    const trace = readTrace(log.text())
    expect(trace.messages[0]).toEqual({
      role: 'user',
      content: [
        { type: 'text', text: '/root → /root/worker' },
        { type: 'text', text: 'Paint the fence.' },
      ],
    })
    expect(trace.injected).toEqual([0])
    expect(trace.intake.ignored).toContainEqual({ kind: 'block/encrypted_content', count: 1 })
  })
})
