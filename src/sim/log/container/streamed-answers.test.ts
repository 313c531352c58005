import { describe, expect, it } from 'vitest'
import { endsWithin } from '../../../testing/ends-within.ts'
import { readTrace, readTraces } from '../reading.ts'

const json = JSON.stringify
const lines = (...values: readonly unknown[]) => values.map((value) => json(value)).join('\n')

const chunk = (id: string, delta: object, usage?: object) => ({
  id,
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta, finish_reason: null }],
  ...(usage !== undefined && { usage }),
})
const CHUNKS = [
  chunk('a', { role: 'assistant', content: 'Ye' }),
  chunk('a', { content: 's.' }, { prompt_tokens: 9, completion_tokens: 2 }),
  chunk('b', { role: 'assistant', content: 'No.' }),
]

describe('MSG-1 answers of a model alone', () => {
  it('are put together from their pieces, one per line', () => {
    const traces = readTraces(lines(...CHUNKS))
    expect(traces.map(({ messages }) => messages)).toEqual([
      [{ role: 'assistant', content: 'Yes.' }],
      [{ role: 'assistant', content: 'No.' }],
    ])
    expect(traces[0]?.turns[0]).toMatchObject({ model: 'm', usage: { input: 9, output: 2 } })
    expect(traces[0]?.intake.problems).toEqual([])
  })

  it('have each call by itself where all have the index 0, and the first of several choices', () => {
    const piece = (part: object) => chunk('a', { tool_calls: [{ index: 0, ...part }] })
    const second = (content: string) => ({
      ...chunk('a', {}),
      choices: [{ index: 1, delta: { content }, finish_reason: null }],
    })
    const trace = readTrace(
      lines(
        chunk('a', { role: 'assistant', content: 'Red' }),
        second('Blue'),
        chunk('a', { content: ' wine' }),
        second(' sky'),
        piece({ id: 'c1', function: { name: 'weather', arguments: '{"city":' } }),
        piece({ id: 'c1', function: { arguments: '"Bonn"}' } }),
        piece({ id: 'c2', function: { name: 'clock', arguments: '{}' } }),
      ),
    )
    expect(trace.messages).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Red wine' },
          { type: 'tool_use', id: 'c1', name: 'weather', input: { city: 'Bonn' } },
          { type: 'tool_use', id: 'c2', name: 'clock', input: {} },
        ],
      },
    ])
  })

  it('are put together from server-sent events', () => {
    const events = CHUNKS.slice(0, 2).map((value) => `data: ${json(value)}\n\n`)
    const trace = readTrace(`: keep-alive\n\n${events.join('')}data: [DONE]\n`)
    expect(trace.messages).toEqual([{ role: 'assistant', content: 'Yes.' }])
    const anthropic = [
      {
        type: 'message_start',
        message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 7 } },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes.' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
      { type: 'message_stop' },
    ]
    const sent = anthropic.map((value) => `event: ${value.type}\ndata: ${json(value)}\n\n`).join('')
    for (const text of [sent, lines(...anthropic)]) {
      const read = readTrace(text)
      expect(read.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])
      expect(read.turns[0]?.usage).toMatchObject({ input: 7, output: 3 })
    }
  })

  it('are put together in no time where a block has a large number', () => {
    const work = (): void => {
      const block = { type: 'text', text: 'Yes.' }
      const read = readTrace(
        lines(
          { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } },
          { type: 'content_block_start', index: 30_000_000, content_block: block },
          { type: 'message_stop' },
        ),
      )
      expect(read.messages).toEqual([{ role: 'assistant', content: [block] }])
    }
    expect(endsWithin(2000, work)).toBe(true)
  })

  it('are looked for in no time in a text of empty lines', () => {
    const work = (): void => {
      expect(() => readTrace('\n \n'.repeat(2000) + 'x')).toThrow()
    }
    expect(endsWithin(2000, work)).toBe(true)
  })

  it('end where Ollama says so', () => {
    const piece = (content: string, done: boolean) => ({
      model: 'm',
      message: { role: 'assistant', content },
      done,
    })
    const traces = readTraces(
      lines(piece('Ye', false), piece('s.', true), piece('N', false), piece('o.', true)),
    )
    expect(traces.map(({ messages }) => messages[0]?.content)).toEqual(['Yes.', 'No.'])
  })

  it('may be whole, of Gemini and of Converse', () => {
    const gemini = (text: string) => ({
      candidates: [{ content: { role: 'model', parts: [{ text }] } }],
      usageMetadata: { promptTokenCount: 9, candidatesTokenCount: 2 },
      modelVersion: 'g',
      responseId: 'r',
    })
    for (const text of [json(gemini('Yes.')), lines(gemini('Ye'), gemini('s.'))]) {
      const trace = readTrace(text)
      expect(trace.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])
      expect(trace.turns[0]).toMatchObject({ model: 'g', usage: { input: 9, output: 2 } })
    }
    const converse = {
      output: { message: { role: 'assistant', content: [{ text: 'Yes.' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 9, outputTokens: 2 },
    }
    const trace = readTrace(json(converse))
    expect(trace.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])
    expect(trace.turns[0]?.usage).toMatchObject({ input: 9, output: 2 })
  })

  it('may be of Gemini without their usage', () => {
    const candidates = [{ content: { role: 'model', parts: [{ text: 'Yes.' }] }, finishReason: 'STOP' }]
    const answer = { candidates, promptFeedback: { safetyRatings: [] } }
    for (const traces of [readTraces(json(answer)), readTraces(lines(answer, answer))])
      for (const { messages } of traces)
        expect(messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'Yes.' }] }])
  })

  it('have thoughts in blocks, as Mistral has them', () => {
    const blocks = [{ type: 'thinking', thinking: [{ type: 'text', text: 'Two and two.' }] }]
    const part = { type: 'thinking', thinking: 'Two and two.' }
    const whole = {
      choices: [{ message: { role: 'assistant', content: [...blocks, { type: 'text', text: '4' }] } }],
    }
    for (const text of [json(whole), lines(chunk('a', { content: blocks }), chunk('a', { content: '4' }))])
      expect(readTrace(text).messages).toEqual([
        { role: 'assistant', content: [part, { type: 'text', text: '4' }] },
      ])
  })

  it('are of the Responses API also if the stream broke off before anything was done', () => {
    const events = [
      { type: 'response.created', response: { id: 'r', object: 'response', model: 'm', output: [] } },
      { type: 'response.output_text.delta', output_index: 0, delta: 'The ' },
      { type: 'response.output_text.delta', output_index: 0, delta: 'Elbe' },
    ]
    const trace = readTrace(events.map((event) => `event: ${event.type}\ndata: ${json(event)}\n\n`).join(''))
    expect(trace.messages).toEqual([{ role: 'assistant', content: [{ type: 'text', text: 'The Elbe' }] }])
    expect(trace.turns[0]?.model).toBe('m')
  })
})
