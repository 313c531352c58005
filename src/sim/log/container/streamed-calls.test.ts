import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const request = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Name a river.' }] }
const chunk = (delta: object, more: object = {}): object => ({
  object: 'chat.completion.chunk',
  model: 'm-1',
  choices: [{ index: 0, delta }],
  ...more,
})
const OPENAI = [
  chunk({ role: 'assistant', content: 'The ' }),
  chunk({ content: 'Elbe.' }),
  { object: 'chat.completion.chunk', choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } },
]
const ANTHROPIC = [
  {
    type: 'message_start',
    message: { type: 'message', role: 'assistant', model: 'm-1', content: [], usage: { input_tokens: 9 } },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'The Elbe.' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: {}, usage: { output_tokens: 3 } },
]
const events = (values: readonly object[]): string =>
  values.map((value) => `data: ${json(value)}\n\n`).join('')
const named = (values: readonly object[]): string =>
  values.map((value, index) => `event: e${index}\ndata: ${json(value)}\n\n`).join('')

const LOGS: Readonly<Record<string, object>> = {
  'both bodies as texts': { id: 1, request_body: json(request), response_body: events(OPENAI) },
  'texts without other names': { id: 1, request: json(request), response: events(OPENAI) },
  'in camel case': { requestBody: json(request), responseBody: `${events(OPENAI)}data: [DONE]\n\n` },
  'the request as a value': { request_body: request, response_body: named(ANTHROPIC) },
  'messages alone': { input: request.messages, output: events(OPENAI) },
  'a list of pieces': { request_body: request, response_body: OPENAI },
  'pieces in the answer': { request, response: { status: 200, chunks: OPENAI } },
  'events in the answer': { request, response: { status: 200, events: ANTHROPIC } },
  'events with their names': {
    request,
    response: { events: ANTHROPIC.map((data) => ({ event: data.type, data })) },
  },
  'events as texts': { request, response: { chunks: OPENAI.map((one) => `data: ${json(one)}`) } },
  'pieces beside the request': { request, response_chunks: OPENAI },
  'pieces in place of a body': {
    request: { url: '/v1/messages', body: request },
    response: { body: null, sse_events: ANTHROPIC },
  },
}

describe('MSG-1 a call whose answer is a stream', () => {
  it.each(Object.keys(LOGS))('is read from %s', (name) => {
    const trace = readTrace(json(LOGS[name]))
    const said = trace.messages.map(({ content }) =>
      typeof content === 'string'
        ? content
        : content.map((part) => part.type === 'text' && part.text).join(''),
    )
    expect(said).toEqual(['Name a river.', 'The Elbe.'])
    expect(trace.turns[0]).toMatchObject({ model: 'm-1', usage: { input: 9, output: 3 } })
    expect(trace.intake.problems).toEqual([])
  })

  it('is read from a table, and beside calls with whole answers', () => {
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    const table = `id,request_body,response_body\n1,${quoted(json(request))},${quoted(events(OPENAI))}\n`
    expect(readTrace(table).messages[1]?.content).toBe('The Elbe.')
    const whole = {
      request_body: json({ ...request, messages: [{ role: 'user', content: 'And a lake.' }] }),
      response_body: json({ choices: [{ message: { role: 'assistant', content: 'Lake Como.' } }] }),
    }
    const log = [LOGS['both bodies as texts'], whole].map((one) => json(one)).join('\n')
    expect(readTraces(log).map(({ messages }) => messages[1]?.content)).toEqual(['The Elbe.', 'Lake Como.'])
  })

  it('is read from the page of an export, also beside whole answers as texts', () => {
    const whole = { choices: [{ message: { role: 'assistant', content: 'The Elbe.' } }] }
    for (const response_body of [events(OPENAI), json(whole)]) {
      const page = { data: [{ request_body: json(request), response_body, request_id: 'r' }], error: null }
      expect(readTrace(json(page)).messages[1]?.content).toBe('The Elbe.')
    }
  })

  it('tells an answer that is none of a model, but no error', () => {
    const problems = (response: object | null): readonly string[] =>
      readTrace(json({ request, response })).intake.problems.map(({ message }) => message)
    expect(problems({ words: ['The Elbe.'] })).toEqual([
      'response must be an answer of a model, but is { words }',
    ])
    expect(problems({ error: { message: 'Too many requests.' } })).toEqual([])
    expect(problems(null)).toEqual([])
  })
})
