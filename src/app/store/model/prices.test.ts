import { expect, it } from 'vitest'
import type { ModelFacts } from '../../../llm/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import { MINE, modelChosen } from './prices.ts'

it('COST-1 own prices that are gone, or in another browser, are those of the list for the same model', () => {
  const listed = pricedModel('claude-haiku-4-5')
  if (listed === null) throw new Error('no price of Haiku')
  const mine: ModelFacts = {
    id: listed.id,
    label: listed.label,
    window: 200_000,
    maxOutput: null,
    price: { ...listed.price, output: 500 },
    source: 'entered by you',
    dated: '2026-12-01',
  }
  const name = `${MINE}${listed.id}`
  expect(modelChosen(name, { own: new Map([[listed.id, mine]]) })?.price.output).toBe(500)
  expect(modelChosen(name, { own: new Map() })).toEqual(listed)
  expect(modelChosen(`${MINE}house-model`, { own: new Map() })).toBeUndefined()
})
