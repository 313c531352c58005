import { expect, it } from 'vitest'
import { pricedModel } from '../../llm/index.ts'
import { readTrace, readTraces } from './reading.ts'

const json = JSON.stringify
const asked = { role: 'user', content: 'Go.' }
const message = { role: 'assistant', content: 'Done.' }
const usage = { prompt_tokens: 1000, completion_tokens: 10 }
const models = (value: unknown) =>
  readTraces(json(value)).flatMap(({ turns }) => turns.map(({ model }) => model))

const chat = (service_tier: string) => ({
  request: { model: 'gpt-5.2', messages: [asked] },
  response: { model: 'gpt-5.2-2025-12-11', choices: [{ message }], usage, service_tier },
})

it('COST-1 the way in which a call was processed is a part of the name of its model, where it has another price', () => {
  expect(
    ['default', 'auto', 'scale', 'flex', 'priority', 'fast'].flatMap((tier) => models(chat(tier))),
  ).toEqual([
    'gpt-5.2-2025-12-11',
    'gpt-5.2-2025-12-11',
    'gpt-5.2-2025-12-11',
    'gpt-5.2-2025-12-11-flex',
    'gpt-5.2-2025-12-11-priority',
    'gpt-5.2-2025-12-11-priority',
  ])
  const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] }]
  const response = { object: 'response', model: 'gpt-5.2', service_tier: 'flex', output }
  expect(models({ request: { model: 'gpt-5.2', input: 'Go.' }, response })).toEqual(['gpt-5.2-flex'])
  // What priority costs at Anthropic stands in no list.
  const claude = (service_tier: string) => ({
    id: 'm',
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-6',
    content: [{ type: 'text', text: 'Done.' }],
    usage: { input_tokens: 5, output_tokens: 5, service_tier },
  })
  expect(['standard', 'priority', 'batch'].flatMap((tier) => models(claude(tier)))).toEqual([
    'claude-opus-4-6',
    'claude-opus-4-6',
    'claude-opus-4-6-batch',
  ])
  const body = { object: 'chat.completion', model: 'gpt-4.1', choices: [{ index: 0, message }], usage }
  expect(models({ custom_id: 'a', response: { status_code: 200, body } })).toEqual(['gpt-4.1-batch'])
})

it('COST-1 TOK-5 a model is the same, however it was asked', () => {
  const trace = readTrace(json(chat('flex')))
  expect(trace.turns[0]?.usage?.input).toBe(1000)
  expect(pricedModel('gpt-5.2-flex')?.cache).toBe(pricedModel('gpt-5.2')?.cache)
})
