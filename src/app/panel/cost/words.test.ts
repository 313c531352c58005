import { expect, it } from 'vitest'
import type { RunCost } from '../../../sim/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import { COST_TEXT } from './words.ts'

it('COST-1 the price of writing is that of the term', () => {
  const model = pricedModel('claude-sonnet-4-5')
  const basis = (term: '5m' | '1h') =>
    COST_TEXT.basis({
      model,
      term,
      marks: { messages: 1 },
      assumed: false,
      timed: true,
      calls: [],
    } as unknown as RunCost)
  expect(basis('5m')).toContain('$3.75 cache write')
  expect(basis('1h')).toContain('$6 cache write')
})

it('COST-2 the price of a long prompt is told if a call had one, with how many had', () => {
  const model = pricedModel('claude-sonnet-4-5')
  const basis = (...prompts: number[]) =>
    COST_TEXT.basis({
      model,
      term: '5m',
      marks: { messages: 1 },
      assumed: false,
      timed: true,
      calls: prompts.map((prompt) => ({ prompt, model })),
    } as unknown as RunCost)
  expect(basis(200_000)).not.toContain('above')
  expect(basis(1000, 200_001)).toContain(
    'output per million tokens; of a prompt above 200,000 tokens, as 1 of 2 calls has, $6 input, $7.5 cache write, $0.6 cache read and $22.5 output (',
  )
})

it('COST-3 where the log has a bill of its own, nothing is paid for twice by requests and times alone', () => {
  const cost = (edit: number) =>
    ({
      model: { label: 'Some model' },
      calls: [],
      read: 90,
      prompt: 100,
      usd: 2,
      wasted: { edit, expired: 0 },
    }) as unknown as RunCost
  const read = 'at the prices of Some model. 90.0 % of the prompt tokens are read from the cache; '
  expect(COST_TEXT.sum(cost(0), false)).toBe(`${read}nothing is paid for twice.`)
  expect(COST_TEXT.sum(cost(0), true)).toBe(`${read}by requests and times alone, nothing is paid for twice.`)
  const extra = `${read}$0.5000 (25.0 % of the cost) is extra, for tokens that were sent before and not read from it.`
  for (const isRecorded of [false, true]) expect(COST_TEXT.sum(cost(0.5), isRecorded)).toBe(extra)
})

it('COST-1 beside the bill of a model, extra calls are said to be at the prices of the conversation', () => {
  const cost = { model: pricedModel('claude-opus-4-5') } as unknown as RunCost
  expect(COST_TEXT.written('Claude Haiku 4.5', cost)).toMatch(
    /at the prices of Claude Opus 4.5.*Claude Haiku 4.5 wrote the summaries.*list of calls/,
  )
})
