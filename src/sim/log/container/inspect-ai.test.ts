import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const message = (id: string, role: string, content: string) => ({ id, role, content })
const log = (...samples: readonly object[]) =>
  JSON.stringify({
    eval: { task: 't', model: 'openai/gpt-5' },
    samples: samples.map((sample, id) => ({ id, epoch: 1, input: 'Go.', ...sample })),
  })
const modelCall = (fields: object, usage = {}) => ({
  event: 'model',
  input: [message('m1', 'user', 'Go.')],
  output: { model: 'gpt-5', choices: [{ message: message('m2', 'assistant', 'Gone.') }], usage },
  ...fields,
})

describe('TOK-2 the cached tokens of Inspect', () => {
  const told = (usage: object) =>
    readTrace(
      log({
        messages: [message('m1', 'user', 'Go.'), message('m2', 'assistant', 'Gone.')],
        events: [modelCall({}, usage)],
      }),
    ).turns[0]?.usage
  const cached = { output_tokens: 50, input_tokens_cache_read: 900 }

  it.each([
    [
      'are within the prompt where the total has no room for them',
      { input_tokens: 1_000, total_tokens: 1_050 },
    ],
    ['also with reasoning beside the output', { input_tokens: 1_000, total_tokens: 1_080 }],
    ['are beside it where the total has them', { input_tokens: 100, total_tokens: 1_050 }],
    ['or where there is no total', { input_tokens: 100 }],
  ])('%s', (_, usage) => {
    expect(told({ ...cached, ...usage })).toMatchObject({ input: 1_000, cacheRead: 900, output: 50 })
  })
})

describe('a sample of Inspect without messages', () => {
  const whole = {
    messages: [message('m1', 'user', 'Other.'), message('m2', 'assistant', 'Yes.')],
    events: [],
  }
  const contents = (text: string) =>
    readTraces(text).map(({ messages }) => messages.map(({ content }) => content))

  it('has those of its last call, also if they are kept together', () => {
    const apart = {
      messages: [],
      events: [modelCall({ input: [], input_refs: [[1, 2]] })],
      events_data: { messages: [message('m0', 'user', 'Before.'), message('m1', 'user', 'Go.')] },
    }
    expect(contents(log({ messages: [], events: [modelCall({})] }, apart))).toEqual([
      ['Go.', 'Gone.'],
      ['Go.', 'Gone.'],
    ])
  })

  it('is left out beside others if it has no calls', () => {
    expect(contents(log({ messages: [], events: [] }, whole))).toEqual([['Other.', 'Yes.']])
    expect(() => contents(log({ messages: [], events: [] }))).toThrow('messages is an empty list')
  })
})

it('REC-1 compactions of Inspect are edits: a summary that stands in the history, messages that were left out', () => {
  const summary = { ...message('s', 'user', 'It was short.'), metadata: { summary: true } }
  const call = (id: string) => ({
    event: 'model',
    input: [],
    output: { model: 'gpt-5', choices: [{ message: message(id, 'assistant', `Reply ${id}.`) }] },
  })
  const compaction = (type: string, tokens_before: number) => ({
    event: 'compaction',
    type,
    tokens_before,
    tokens_after: 100,
  })
  const trace = readTrace(
    log({
      messages: [
        message('m1', 'user', 'Go.'),
        message('a', 'assistant', 'Reply a.'),
        summary,
        message('m2', 'user', 'On.'),
        message('b', 'assistant', 'Reply b.'),
        message('m3', 'user', 'And on.'),
        message('c', 'assistant', 'Reply c.'),
      ],
      events: [call('a'), compaction('summary', 9_000), call('b'), compaction('trim', 8_000), call('c')],
    }),
  )
  expect(trace.messages.map(({ content }) => content)).toEqual([
    'Go.',
    'Reply a.',
    'On.',
    'Reply b.',
    'And on.',
    'Reply c.',
  ])
  expect(trace.recordedEdits).toMatchObject([
    { turn: 1, tokensBefore: 9_000, summary: 'It was short.' },
    { turn: 2, tokensBefore: 8_000, tokensFreed: 7_900 },
  ])
})
