import { expect, it } from 'vitest'
import { readTrace } from '../reading.ts'

const json = JSON.stringify

/** As Cohere's API answers in version 2: 71 tokens of prompt, of which it charges for 5. */
const usage = {
  billed_units: { input_tokens: 5, output_tokens: 418 },
  tokens: { input_tokens: 71, output_tokens: 418 },
  cached_tokens: 16,
}
const message = { role: 'assistant', content: [{ type: 'text', text: 'Large Language Models.' }] }
const response = { id: 'c1', finish_reason: 'COMPLETE', message, usage }
const asked = { role: 'user', content: 'What is an LLM?' }

it.each([
  ['a response', json(response)],
  [
    'a request and its response',
    json({ request: { model: 'command-a-03-2025', messages: [asked] }, response }),
  ],
  ['a message with its usage', json({ messages: [asked, { ...message, usage }] })],
  [
    'a streamed response',
    [
      { type: 'message-start', id: 'c1', delta: { message: { role: 'assistant', content: [] } } },
      { type: 'content-delta', index: 0, delta: { message: { content: { text: 'Large.' } } } },
      { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage } },
    ]
      .map((event) => json(event))
      .join('\n'),
  ],
])('TOK-2 the usage of %s of Cohere is all of its prompt, with what its cache had', (_, text) => {
  const { turns, intake } = readTrace(text)
  expect(turns.map((turn) => turn.usage)).toEqual([
    { input: 71, output: 418, cacheRead: 16, cacheWrite: null },
  ])
  expect(intake.problems).toEqual([])
})

it('TOK-2 where Cohere tells only what it charges for, that is the usage', () => {
  const { turns } = readTrace(json({ ...response, usage: { billed_units: usage.billed_units } }))
  expect(turns[0]?.usage).toMatchObject({ input: 5, output: 418 })
})

it('MSG-1 the plan of calls is what the model thought', () => {
  const calling = {
    role: 'assistant',
    tool_plan: 'I will look.',
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
  }
  const [, reply] = readTrace(json({ messages: [asked, calling] })).messages
  expect(reply?.content).toEqual([
    { type: 'thinking', thinking: 'I will look.' },
    { type: 'tool_use', id: 'a', name: 'f', input: {} },
  ])
})
