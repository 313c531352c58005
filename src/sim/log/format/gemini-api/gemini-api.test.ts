import { describe, expect, it } from 'vitest'
import { readTrace, readTraces } from '../../reading.ts'

const read = (value: unknown) => readTrace(JSON.stringify(value, null, 1))
const user = (...parts: unknown[]) => ({ role: 'user', parts })
const model = (...parts: unknown[]) => ({ role: 'model', parts })
const text = (words: string) => ({ text: words })
const called = (name: string, id?: string) => ({
  functionCall: { name, args: { path: name }, ...(id !== undefined && { id }) },
})
const answered = (name: string, response: object, id?: string) => ({
  functionResponse: { name, response, ...(id !== undefined && { id }) },
})
const toolUse = (id: string, name: string) => ({ type: 'tool_use', id, name, input: { path: name } })
const toolResult = (id: string, content: unknown, failed = false) => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(failed && { is_error: true }),
})
const said = (words: string) => ({ type: 'text', text: words })

const contents = [
  user(text('Fix it.')),
  model({ text: 'Hm.', thought: true }, text('I look.'), called('read'), called('find')),
  user(answered('find', { error: 'no' }), answered('read', { output: 'A' })),
  model(text('Done.')),
]
const messages = [
  { role: 'user', content: [said('Fix it.')] },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'Hm.' },
      said('I look.'),
      toolUse('call_without_id_1', 'read'),
      toolUse('call_without_id_2', 'find'),
    ],
  },
  {
    role: 'user',
    content: [toolResult('call_without_id_2', 'no', true), toolResult('call_without_id_1', 'A')],
  },
  { role: 'assistant', content: [said('Done.')] },
]

describe('MSG-1 Gemini API contents', () => {
  it.each([
    ['a bare list', contents],
    ['a saved chat', { history: contents, authType: 'x' }],
    ['a request', { contents }],
    [
      'a recorded call',
      { request: { contents: contents.slice(0, 3) }, response: { candidates: [{ content: contents[3] }] } },
    ],
  ])('reads %s, and pairs calls without ids by name', (_, value) => {
    const trace = read(value)
    expect(trace.source.name).toBe('gemini-api')
    expect(trace.messages).toEqual(messages)
    expect(trace.intake.problems).toEqual([])
  })

  it('reads one content per line, and one request per line', () => {
    const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value)).join('\n')
    expect(readTrace(lines(contents)).messages).toEqual(messages)
    expect(readTraces(lines([{ contents }, { contents }]))).toHaveLength(2)
  })

  it('reads the system prompt, the tools, the usage and the model, in both spellings', () => {
    const declared = { name: 'read', description: 'Reads.', parameters: { type: 'OBJECT' } }
    const usage = {
      promptTokenCount: 120,
      cachedContentTokenCount: 100,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 7,
    }
    const answer = { content: model(text('Done.')) }
    const camel = {
      model: 'models/gemini-2.5-pro',
      systemInstruction: { parts: [text('Be brief.')] },
      tools: [{ functionDeclarations: [declared] }, { googleSearch: {} }],
      contents: [user(text('Go.'))],
      response: { candidates: [answer], usageMetadata: usage, modelVersion: 'gemini-2.5-pro-1' },
    }
    const snake = {
      model: 'gemini-2.5-pro',
      config: {
        system_instruction: 'Be brief.',
        tools: [{ function_declarations: [declared] }, { googleSearch: {} }],
      },
      contents: [{ role: null, parts: [{ text: 'Go.', function_call: null, inline_data: null }] }],
      response: {
        candidates: [answer],
        usage_metadata: {
          prompt_token_count: 120,
          cached_content_token_count: 100,
          candidates_token_count: 5,
          thoughts_token_count: 7,
        },
        model_version: 'gemini-2.5-pro-1',
      },
    }
    for (const value of [camel, snake]) {
      const trace = read(value)
      expect(trace.system).toBe('Be brief.')
      expect(trace.tools).toEqual([
        { name: 'read', description: 'Reads.', input_schema: { type: 'OBJECT' } },
        { name: 'googleSearch', input_schema: {} },
      ])
      expect(trace.model).toBe('gemini-2.5-pro')
      expect(trace.turns[0]).toMatchObject({
        model: 'gemini-2.5-pro-1',
        usage: { input: 120, output: 12, cacheRead: 100, cacheWrite: null },
      })
    }
  })

  it('reads pictures, and a result with an id that its call lacks', () => {
    const trace = read([
      user(text('Look.'), { inline_data: { mime_type: 'image/png', data: 'AAAA' } }),
      model(called('read')),
      user(answered('read', { output: 'A' }, 'x')),
      model(called('read', 'y')),
      user(answered('read', { lines: 3 }, 'y')),
    ])
    expect(trace.messages.slice(1).map(({ content }) => content)).toEqual([
      [toolUse('call_without_id_1', 'read')],
      [toolResult('call_without_id_1', 'A')],
      [toolUse('y', 'read')],
      [toolResult('y', '{"lines":3}')],
    ])
    expect(JSON.stringify(trace.messages[0])).toContain('"media_type":"image/png"')
  })

  it('reads tools that are in no list', () => {
    const trace = read({ contents, tools: { functionDeclarations: [{ name: 'read' }, { name: 'find' }] } })
    expect(trace.tools.map(({ name }) => name)).toEqual(['read', 'find'])
  })

  it('shows a search that the provider ran', () => {
    const search = { toolCall: { toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['rain'] } } }
    const trace = read({ contents: [user(text('Does it rain?')), model(search, text('It rains.'))] })
    expect(trace.messages[1]?.content).toEqual([
      said('GOOGLE_SEARCH_WEB({"queries":["rain"]})'),
      said('It rains.'),
    ])
  })
})
