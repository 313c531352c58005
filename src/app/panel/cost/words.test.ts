import { expect, it } from 'vitest'
import type { RunCost } from '../../../sim/index.ts'
import { COST_TEXT } from './words.ts'

it('COST-3 where the log has a bill of its own, nothing is paid for twice by requests and times alone', () => {
  const cost = (edit: number) =>
    ({
      model: { label: 'Some model' },
      read: 90,
      prompt: 100,
      usd: 2,
      wasted: { edit, expired: 0 },
    }) as unknown as RunCost
  const read = 'at Some model prices. 90.0 % of the prompt tokens are read from the cache; '
  expect(COST_TEXT.sum(cost(0), false)).toBe(`${read}nothing is paid for twice.`)
  expect(COST_TEXT.sum(cost(0), true)).toBe(`${read}by requests and times alone, nothing is paid for twice.`)
  const extra = `${read}$0.5000 (25.0 % of the cost) is extra, for tokens that were sent before and not read from it.`
  for (const isRecorded of [false, true]) expect(COST_TEXT.sum(cost(0.5), isRecorded)).toBe(extra)
})
