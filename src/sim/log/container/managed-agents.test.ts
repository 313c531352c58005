import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const event = (type: string, more: object = {}) => ({
  id: `sevt_${type}`,
  type,
  processed_at: '2026-08-16T18:21:38Z',
  ...more,
})
const text = (words: string) => [{ type: 'text', text: words }]

const EVENTS = [
  event('session.status_running'),
  event('user.message', { content: text('Look it up.') }),
  event('span.model_request_start'),
  event('agent.thinking'),
  event('agent.message', { content: text('I look.') }),
  event('agent.tool_use', { id: 'sevt_1', name: 'web_search', input: { query: 'a' } }),
  event('agent.mcp_tool_use', { id: 'sevt_2', name: 'find', input: {} }),
  event('span.model_request_end', {
    model_usage: {
      input_tokens: 2,
      cache_read_input_tokens: 10,
      cache_creation_input_tokens: 30,
      output_tokens: 5,
    },
  }),
  event('agent.tool_result', {
    tool_use_id: 'sevt_1',
    content: [
      { type: 'search_result', title: 'A', source: 'https://a.example', content: text('The letter.') },
    ],
  }),
  event('agent.mcp_tool_result', { mcp_tool_use_id: 'sevt_2', content: text('None.') }),
  event('agent.message', { content: text('A letter.') }),
  event('session.status_idle'),
]

describe('MSG-1 the events of a session of Managed Agents', () => {
  const messages = [
    { role: 'user', content: text('Look it up.') },
    {
      role: 'assistant',
      content: [
        ...text('I look.'),
        { type: 'tool_use', id: 'sevt_1', name: 'web_search', input: { query: 'a' } },
        { type: 'tool_use', id: 'sevt_2', name: 'find', input: {} },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'sevt_1', content: text('A\nhttps://a.example\nThe letter.') },
        { type: 'tool_result', tool_use_id: 'sevt_2', content: text('None.') },
      ],
    },
    { role: 'assistant', content: text('A letter.') },
  ]

  it('become one reply for each request, with its usage', () => {
    const trace = readTrace(EVENTS.map((one) => json(one)).join('\n'))
    expect(trace.messages).toEqual(messages)
    expect(trace.turns.map(({ usage }) => usage)).toMatchObject([
      { input: 42, cacheRead: 10, cacheWrite: 30, output: 5 },
      null,
    ])
    expect(trace.intake.problems).toEqual([])
  })

  it('may be a page of the API, or stand below a key of their own', () => {
    expect(readTrace(json({ data: EVENTS, next_page: null })).messages).toEqual(messages)
    expect(readTrace(EVENTS.map((raw) => json({ kind: 'event', raw })).join('\n')).messages).toEqual(messages)
  })
})

describe('MSG-1 a run of AgentDojo', () => {
  it('has its texts below `content`, and the error of a call in place of its result', () => {
    const call = { function: 'read', args: { path: 'a' }, id: 'c1', placeholder_args: null }
    const said = (words: string) => [{ type: 'text', content: words }]
    const run = {
      suite_name: 'files',
      pipeline_name: 'p',
      user_task_id: 'user_task_1',
      messages: [
        { role: 'system', content: said('Be brief.') },
        { role: 'user', content: said('Go.') },
        { role: 'assistant', content: null, tool_calls: [call, { ...call, id: 'c2' }] },
        { role: 'tool', content: said('A'), tool_call_id: 'c1', tool_call: call, error: null },
        { role: 'tool', content: '', tool_call_id: 'c2', tool_call: call, error: 'No such file.' },
        { role: 'assistant', content: said('Done.'), tool_calls: [] },
      ],
    }
    const trace = readTrace(json(run))
    expect(trace.system).toBe('Be brief.')
    expect(trace.messages).toEqual([
      { role: 'user', content: 'Go.' },
      {
        role: 'assistant',
        content: ['c1', 'c2'].map((id) => ({ type: 'tool_use', id, name: 'read', input: { path: 'a' } })),
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'A' },
          { type: 'tool_result', tool_use_id: 'c2', content: 'No such file.' },
        ],
      },
      { role: 'assistant', content: 'Done.' },
    ])
  })
})

describe('MSG-1 a list of lists of messages', () => {
  it('has one conversation in each', () => {
    const talk = (words: string) => [
      { role: 'user', content: words },
      { role: 'assistant', content: 'Yes.' },
    ]
    const traces = readTraces(json([talk('One?'), talk('Two?')]))
    expect(traces.map((trace) => trace.messages)).toEqual([talk('One?'), talk('Two?')])
  })
})
