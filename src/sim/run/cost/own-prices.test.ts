import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { costOfRun, run } from '../../index.ts'
import { pricesUsed } from './cost.ts'

/** Two calls of GPT-5 and one of its smaller sibling, as of a sub-agent, each with a reply of 1,000 tokens. */
function costs(chosen?: string) {
  const models = ['gpt-5', 'gpt-5-mini', 'gpt-5']
  const plain = traceOf(
    models.flatMap((_, turn) => [
      { role: 'user' as const, content: `Prove step ${turn}.` },
      { role: 'assistant' as const, content: 'It holds.' },
    ]),
  )
  const turns = plain.turns.map((turn, at) => ({
    ...turn,
    model: models[at] ?? null,
    usage: { input: 500, output: 1000, cacheRead: null, cacheWrite: null },
  }))
  const { data } = run({ ...plain, turns }, { strategy: 'unmanaged' }, { counter: chars4 })
  const model = chosen === undefined ? undefined : pricedModel(chosen)
  return costOfRun(data, model === undefined || model === null ? undefined : { model })
}

it('COST-2 each call is at the prices of its own model, unless a person chose those of another for all', () => {
  // OpenAI’s prices of a million tokens that are written: 10 and 2 dollars.
  expect(costs().parts.output).toBeCloseTo(0.01 + 0.002 + 0.01, 12)
  expect(costs().calls.map(({ model }) => model.id)).toEqual(['gpt-5', 'gpt-5-mini', 'gpt-5'])
  expect(pricesUsed(costs()).models.map(({ label, calls }) => [label, calls])).toEqual([
    ['GPT-5', 2],
    ['GPT-5 mini', 1],
  ])
  expect(costs('gpt-5').parts.output).toBe(costs().parts.output)
  expect(costs('gpt-5-mini').parts.output).toBeCloseTo(3 * 0.002, 12)
  const { usd, calls, parts } = costs()
  expect(usd).toBeCloseTo(calls.reduce((sum, call) => sum + call.usd, 0) + parts.extra + parts.fetched, 12)
})
