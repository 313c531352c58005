import { expect, it } from 'vitest'
import { readTraces } from '../reading.ts'

const typed = (fields: Readonly<Record<string, unknown>>) =>
  Object.entries(fields).map(([key, value]) => ({ key, value: { stringValue: value } }))
let second = 0
const event = (name: string, fields: Readonly<Record<string, unknown>>) => ({
  timeUnixNano: `${1_700_000_000 + (second += 1)}000000000`,
  body: { stringValue: `claude_code.${name}` },
  attributes: typed({ 'event.name': name, 'session.id': 's', query_source: 'main', ...fields }),
})
const words = (content: string, role = 'user') => ({ role, content })
const request = (messages: readonly object[], fields = {}) =>
  event('api_request_body', {
    body: JSON.stringify({ model: 'claude-opus-4-8', system: 'Be brief.', max_tokens: 5, messages }),
    ...fields,
  })
const answer = (text: string, input_tokens: number, fields = {}) =>
  event('api_response_body', {
    body: JSON.stringify({
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-8',
      content: [{ type: 'text', text }],
      usage: { input_tokens, output_tokens: 5 },
    }),
    ...fields,
  })
const log = (logRecords: readonly object[]) =>
  JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] })

it('requests and answers of Claude Code’s own events are the calls of a conversation', () => {
  second = 0
  const go = words('Which river flows through Cologne?')
  const traces = readTraces(
    log([
      event('user_prompt', { prompt: 'Which river flows through Cologne?' }),
      request([go]),
      event('api_request', { model: 'claude-opus-4-8', input_tokens: '100' }),
      // another part of the client asks meanwhile
      request([words('Make a title.')], { query_source: 'title' }),
      answer('The Rhine.', 100),
      answer('Rivers', 20, { query_source: 'title' }),
      // no answer came, and it was sent again
      request([go, words('The Rhine.', 'assistant'), words('How long is it?')]),
      request([go, words('The Rhine.', 'assistant'), words('How long is it?')]),
      answer('About 1,230 km.', 120),
    ]),
  )
  expect(
    traces.map(({ system, turns }) => [system, turns.map(({ usage, time }) => [usage?.input, time])]),
  ).toEqual([
    ['Be brief.', [[20, 1_700_000_006_000]]],
    [
      'Be brief.',
      [
        [100, 1_700_000_005_000],
        [120, 1_700_000_009_000],
      ],
    ],
  ])
  expect(traces.flatMap(({ intake }) => intake.problems)).toEqual([])
})

it('bodies that are cut off or in other files are told', () => {
  const whole = [request([words('Go.')]), answer('Gone.', 10)]
  const cut = event('api_request_body', { body: '{"model":"claude-opus-4-8","mess', body_truncated: 'true' })
  const [trace] = readTraces(log([...whole, cut, answer('And on.', 20)]))
  expect(trace?.turns).toHaveLength(1)
  expect(trace?.intake.problems).toMatchObject([
    {
      code: 'unread-answers',
      message:
        '1 of 4 requests and answers are cut off or stand in other files, and their calls are left out',
    },
  ])
  expect(() => readTraces(log([cut, event('api_response_body', { body_ref: 'a.json' })]))).toThrow(
    'Claude Code’s own events for OpenTelemetry, whose requests and answers are cut off or stand in other files',
  )
})
