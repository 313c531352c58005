import { describe, expect, it } from 'vitest'
import { readTrace } from '../../reading.ts'
import { stamp, line, told } from '../../../../testing/log/openhands.ts'

describe('OpenHands events of the SDK', () => {
  const sdk = (id: string, kind: string, source: string, more: object) => ({
    id,
    kind,
    source,
    timestamp: stamp(Number(id)),
    ...more,
  })
  const text = (words: string) => ({ type: 'text', text: words, cache_prompt: false })
  const prompt = sdk('0', 'SystemPromptEvent', 'agent', {
    system_prompt: text('You are an agent.'),
    dynamic_context: text('Linux.'),
    tools: [
      { kind: 'TerminalTool', title: 'terminal', description: 'Runs.', action_type: 'TerminalAction' },
      { type: 'function', function: { name: 'finish', parameters: {} } },
    ],
  })
  const asked = sdk('1', 'MessageEvent', 'user', {
    llm_message: {
      role: 'user',
      content: [
        text('Fix it.'),
        { type: 'image', image_urls: ['https://example.org/a.png', 'https://example.org/b.png'] },
      ],
    },
    extended_content: [text('A skill.')],
  })
  const action = (id: string, call: string, response_id: string, more: object = {}) =>
    sdk(id, 'ActionEvent', 'agent', {
      thought: [],
      tool_name: 'terminal',
      tool_call_id: call,
      tool_call: { id: call, name: 'terminal', arguments: `{"command":"${call}"}`, origin: 'completion' },
      action: { kind: 'TerminalAction', command: call },
      llm_response_id: response_id,
      ...more,
    })
  const observed = (id: string, call: string, observation: unknown, more: object = {}) =>
    sdk(id, 'ObservationEvent', 'environment', {
      tool_name: 'terminal',
      tool_call_id: call,
      observation,
      ...more,
    })
  const stats = (id: string, agent: object, condenser: object = {}) =>
    sdk(id, 'ConversationStateUpdateEvent', 'environment', {
      key: 'stats',
      value: {
        usage_to_metrics: {
          agent: { accumulated_token_usage: agent },
          condenser: { accumulated_token_usage: condenser },
        },
      },
    })
  const terminal = (id: string) => ({ type: 'tool_use', id, name: 'terminal', input: { command: id } })
  const events = [
    prompt,
    asked,
    action('2', 'a', 'r1', {
      thought: [text('I look.')],
      thinking_blocks: [{ type: 'thinking', thinking: 'Hm.', signature: 'sig' }],
      reasoning_content: 'Hm.',
    }),
    action('3', 'b', 'r1'),
    observed('4', 'b', { kind: 'TerminalObservation', content: [text('B')], is_error: false }),
    observed(
      '5',
      'a',
      { content: 'A', metadata: { prefix: '>', suffix: '<' } },
      { extended_content: [text('A rule.')] },
    ),
    stats('6', { prompt_tokens: 1000, completion_tokens: 20, cache_read_tokens: 400, cache_write_tokens: 0 }),
    action('7', 'c', 'r2'),
    sdk('8', 'AgentErrorEvent', 'agent', { tool_name: 'terminal', tool_call_id: 'c', error: 'boom' }),
    stats('9', { prompt_tokens: 2200, completion_tokens: 30, cache_read_tokens: 900, cache_write_tokens: 0 }),
    sdk('10', 'MessageEvent', 'environment', {
      llm_message: { role: 'user', content: [text('Use a tool.')] },
    }),
    sdk('11', 'PauseEvent', 'user', {}),
    sdk('12', 'MessageEvent', 'agent', {
      llm_message: { role: 'assistant', content: [text('Done.')] },
      llm_response_id: 'r3',
    }),
  ]

  it('reads actions of one response as one reply, and the usage of each response from the sums', () => {
    for (const value of [events, { items: events, next_page_id: null }, line(events)]) {
      const trace = readTrace(JSON.stringify(value))
      expect(trace.source.name).toBe('openhands')
      expect(trace.system).toBe('You are an agent.\n\nLinux.')
      expect(trace.tools.map(({ name }) => name)).toEqual(['terminal', 'finish'])
      expect(trace.messages).toEqual([
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Fix it.' },
            { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
            { type: 'image', source: { type: 'url', url: 'https://example.org/b.png' } },
            { type: 'text', text: 'A skill.' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
            { type: 'text', text: 'I look.' },
            terminal('a'),
            terminal('b'),
          ],
        },
        {
          role: 'user',
          content: [
            told('b', 'B'),
            told('a', [
              { type: 'text', text: '>A<' },
              { type: 'text', text: 'A rule.' },
            ]),
          ],
        },
        { role: 'assistant', content: [terminal('c')] },
        { role: 'user', content: [told('c', 'boom', true)] },
        { role: 'user', content: [{ type: 'text', text: 'Use a tool.' }] },
        { role: 'assistant', content: 'Done.' },
      ])
      expect(trace.injected).toEqual([5])
      expect(trace.turns.map(({ usage }) => usage)).toEqual([
        { input: 1000, output: 20, cacheRead: 400, cacheWrite: 0 },
        { input: 1200, output: 10, cacheRead: 500, cacheWrite: 0 },
        null,
      ])
      expect(trace.intake.ignored).toEqual([
        { kind: 'ConversationStateUpdateEvent', count: 2 },
        { kind: 'PauseEvent', count: 1 },
      ])
    }
  })

  it('TOK-2 reads usage per response if it is listed, and none if a sum is that of several', () => {
    const listed = { token_usages: [{ response_id: 'r1', prompt_tokens: 700, completion_tokens: 3 }] }
    const early = readTrace(
      JSON.stringify(line([asked, action('2', 'a', 'r1'), action('3', 'b', 'r2')], { metrics: listed })),
    )
    expect(early.turns.map(({ usage }) => usage?.input)).toEqual([700, undefined])
    const summed = readTrace(
      JSON.stringify([
        asked,
        action('2', 'a', 'r1'),
        action('3', 'b', 'r2'),
        stats('4', { prompt_tokens: 1000, completion_tokens: 20 }),
      ]),
    )
    expect(summed.turns.map(({ usage }) => usage)).toEqual([null, null])
  })

  it('REC-1 reads a condensation', () => {
    const log = [
      ...events.slice(0, 6),
      sdk('13', 'CondensationRequest', 'environment', { reason: 'manual' }),
      sdk('14', 'Condensation', 'environment', {
        forgotten_event_ids: ['2', '3', '4', '5'],
        summary: 'S',
        summary_offset: 1,
      }),
      action('15', 'd', 'r4'),
    ]
    const undone = readTrace(JSON.stringify(log))
    expect(undone.recordedEdits).toMatchObject([{ turn: 1, trigger: 'manual', summary: 'S' }])
    const kept = readTrace(JSON.stringify(log), { recordedEdits: 'keep' })
    const turn = kept.turns.find(({ window }) => window === 1)
    expect(turn?.inputs.map((index) => kept.messages[index]?.content)).toEqual([expect.any(Array), 'S'])
  })

  it('reads an action without its call by its fields, and a rejection as a failed result', () => {
    const trace = readTrace(
      JSON.stringify([
        asked,
        action('2', 'a', 'r1', { tool_call: undefined }),
        sdk('3', 'UserRejectObservation', 'environment', { action_id: '2', rejection_reason: 'No.' }),
        action('4', 'b', 'r2'),
        observed('5', 'b', { kind: 'MCPObservation', rows: 3 }),
      ]),
    )
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [terminal('a')],
      [told('a', 'No.', true)],
      [terminal('b')],
      [told('b', '{"rows":3}')],
    ])
  })

  it('TOK-2 sums just before a reply are those of its own response, with its model', () => {
    const time = (second: number, after = 0) => ({
      timestamp: new Date(Date.UTC(2026, 5, 16, 5, 39, second, after)).toISOString(),
    })
    const metrics = (prompt_tokens: number, completion_tokens: number) => ({
      key: 'stats',
      value: {
        usage_to_metrics: {
          agent: { model_name: 'm', accumulated_token_usage: { prompt_tokens, completion_tokens } },
        },
      },
    })
    const kind = 'ConversationStateUpdateEvent'
    const read = (...first: readonly object[]) =>
      readTrace(
        JSON.stringify([
          { ...asked, ...time(0) },
          ...first,
          action('3', 'a', 'r1', time(10, 1)),
          observed('4', 'a', 'A', time(11)),
          sdk('5', kind, 'environment', { ...metrics(2100, 50), ...time(20) }),
          action('6', 'b', 'r2', time(20, 1)),
          observed('7', 'b', 'B', time(21)),
        ]),
      )
    const whole = read(sdk('2', kind, 'environment', { ...metrics(1000, 20), ...time(10) }))
    expect(whole.turns.slice(0, 2)).toMatchObject([
      { model: 'm', usage: { input: 1000, output: 20 } },
      { model: 'm', usage: { input: 1100, output: 30 } },
    ])
    // without the sums before it, the first reply has none
    expect(read().turns.slice(0, 2)).toMatchObject([{ usage: null }, { usage: { input: 2100 } }])
  })

  it('reasoning that stands in the text as well is read once', () => {
    const trace = readTrace(
      JSON.stringify([
        asked,
        action('2', 'a', 'r1', {
          thought: [text('<think>\nHm.\n</think>\n\nI look.')],
          reasoning_content: 'Hm.',
        }),
      ]),
    )
    expect(trace.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'Hm.' },
      { type: 'text', text: 'I look.' },
      terminal('a'),
    ])
  })
})
