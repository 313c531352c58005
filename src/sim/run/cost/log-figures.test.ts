import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import { session, text, tokens } from '../../../testing/log/claude-code.ts'
import { costOfRun, readTrace, run } from '../../index.ts'
import { besideRecorded } from './recorded.ts'

/** One call of Claude Sonnet 4.5, as the API records it. */
function costing(minutes: number, hour: number, more: object = {}): number | undefined {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 1000,
    cache_creation_input_tokens: minutes + hour,
    cache_creation: { ephemeral_5m_input_tokens: minutes, ephemeral_1h_input_tokens: hour },
    output_tokens: 10,
    ...more,
  }
  const text = JSON.stringify({
    request: { model: 'claude-sonnet-4-5', max_tokens: 100, messages: [{ role: 'user', content: 'Go on.' }] },
    response: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [{ type: 'text', text: 'I do.' }],
      stop_reason: 'end_turn',
      usage,
    },
  })
  const timeline = run(readTrace(text), { strategy: 'unmanaged' }, { counter: chars4 })
  return besideRecorded(timeline, costOfRun(timeline.data))?.usd
}

// Per million: 3 dollars of input, 0.30 read, 3.75 and 6 written, 15 of output.
it.each([
  [10_000, 20_000, 0.15825],
  [20_000, 10_000, 0.13575],
  [30_000, 0, 0.11325],
  [0, 30_000, 0.18075],
])(
  'COST-2 %d tokens for five minutes and %d for an hour in one call have a price each',
  (minutes, hour, usd) => {
    expect(costing(minutes, hour)).toBeCloseTo(usd, 10)
  },
)

it('COST-2 a reply for which the model was asked twice costs both prompts', () => {
  const usage = {
    input_tokens: 3000,
    cache_read_input_tokens: 5000,
    iterations: [
      { type: 'message', input_tokens: 2000, cache_read_input_tokens: 1000, output_tokens: 4 },
      { type: 'message', input_tokens: 1000, cache_read_input_tokens: 4000, output_tokens: 6 },
    ],
  }
  expect(costing(0, 0, usage)).toBeCloseTo((3000 * 3 + 5000 * 0.3 + 10 * 15) / 1e6, 10)
})

/** Calls of these models, each with 1,000 tokens read, 2,000 written and 100 of the reply. */
function calledOf(...names: readonly string[]) {
  const log = session()
  for (const [at, model] of names.entries()) {
    log.user(`Step ${at}.`)
    const [fast, name] = model.startsWith('fast ') ? [{ speed: 'fast' }, model.slice(5)] : [{}, model]
    const usage = { ...tokens(0, 2000, 1000, 100), ...fast }
    log.reply(`m${at}`, text('Done. '.repeat(60)), usage, {
      message: { id: `m${at}`, role: 'assistant', model: name, content: [text('Done. '.repeat(60))], usage },
    })
  }
  return run(readTrace(log.text()), { strategy: 'unmanaged' }, { counter: chars4 })
}

// Per million, read, written and of the reply: Opus 4.6 0.50, 6.25 and 25 dollars, Haiku 4.5 0.10, 1.25 and 5; Opus 5 as
// Opus 4.6, in fast mode twice as much.
const OPUS = (1000 * 0.5 + 2000 * 6.25 + 100 * 25) / 1e6
const HAIKU = (1000 * 0.1 + 2000 * 1.25 + 100 * 5) / 1e6

it('COST-3 each recorded call is at the prices of its own model', () => {
  const { data, trace } = calledOf('claude-opus-4-6', 'claude-haiku-4-5-20251001', 'claude-opus-4-6')
  const beside = besideRecorded({ data, trace }, costOfRun(data))
  expect(beside?.usd).toBeCloseTo(2 * OPUS + HAIKU, 10)
  expect(beside?.models).toEqual([
    { label: 'Claude Opus 4.6', calls: 2 },
    { label: 'Claude Haiku 4.5', calls: 1 },
  ])
  expect(beside?.unpriced).toBe(0)
  const fast = calledOf('claude-opus-5', 'fast claude-opus-5', 'fast claude-opus-5')
  expect(besideRecorded(fast, costOfRun(fast.data))?.usd).toBeCloseTo(5 * OPUS, 10)
})

it('COST-3 calls of a model without a known price are counted, at the prices of the conversation', () => {
  const { data, trace } = calledOf('claude-opus-4-6', 'claude-opus-4-6', 'model-of-nobody')
  const beside = besideRecorded({ data, trace }, costOfRun(data))
  expect(beside?.usd).toBeCloseTo(3 * OPUS, 10)
  expect(beside?.unpriced).toBe(1)
})

it('COST-3 the prices that a person chose are those of all recorded calls', () => {
  const { data, trace } = calledOf('claude-opus-4-6', 'claude-haiku-4-5', 'claude-opus-4-6')
  const model = pricedModel('claude-haiku-4-5') ?? undefined
  const beside = besideRecorded({ data, trace }, costOfRun(data, model === undefined ? {} : { model }))
  expect(beside?.usd).toBeCloseTo(3 * HAIKU, 10)
})
