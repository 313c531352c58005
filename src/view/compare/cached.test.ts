import { describe, expect, it } from 'vitest'
import { pricedModel } from '../../llm/index.ts'
import type { RunCost } from '../../sim/index.ts'
import { cachedCost, orderSentence, withoutCache } from './cached.ts'

/** A cost whose calls cost so much, in US dollars. */
function costing(usds: readonly number[], more: Partial<RunCost> = {}): RunCost {
  const calls = usds.map((usd) => ({ usd, extra: 0, fetched: 0 }))
  return { calls, usd: usds.reduce((a, b) => a + b, 0), prompt: 1000, read: 0, ...more } as unknown as RunCost
}

const call = (count: number, price: (nth: number) => number): number[] =>
  Array.from({ length: count }, (_, at) => price(at + 1))

describe('cost with and without a cache', () => {
  it('COST-2 every token costs what input costs, in a long prompt too', () => {
    const model = pricedModel('claude-sonnet-4-5')
    if (model === null) throw new Error('it has a price')
    const { price, longPrompt } = withoutCache(model)
    expect(price).toMatchObject({ input: 3, cacheRead: 3, cacheWrite5m: 3, cacheWrite1h: 3 })
    // Above 200,000 tokens it takes twice as much for input.
    expect(longPrompt).toMatchObject({
      above: 200_000,
      price: { input: 6, cacheRead: 6, cacheWrite5m: 6, cacheWrite1h: 6 },
    })
  })

  it('COST-2 the growth of a sum that is a power of the calls is that power', () => {
    // 1 + 3 + 5 + … is a square, and equal calls a straight line.
    const square = cachedCost('a', 'A', costing([1]), costing(call(60, (nth) => 2 * nth - 1)))
    expect(square.growth).toBeCloseTo(2, 10)
    expect(square.thirds).toEqual([400, 1600, 3600])
    expect(cachedCost('a', 'A', costing([1]), costing(call(60, () => 0.5))).growth).toBeCloseTo(1, 10)
    expect(
      [5, 6].map(
        (count) => cachedCost('a', 'A', costing([1]), costing(call(count, () => 1))).growth !== null,
      ),
    ).toEqual([false, true])
  })

  it('COST-4 what the strategy asks, and what is fetched again, is charged in its turn', () => {
    const uncached = {
      ...costing([1, 1, 1]),
      calls: [
        { usd: 1, extra: 0, fetched: 0 },
        { usd: 1, extra: 2, fetched: 0 },
        { usd: 1, extra: 0, fetched: 3 },
      ],
    }
    expect(cachedCost('a', 'A', costing([1]), uncached as unknown as RunCost).thirds).toEqual([1, 4, 8])
  })

  it('COST-2 tells who costs least with and without the cache, and whether the order changes', () => {
    const lane = (label: string, cached: number, uncached: number, read: number) =>
      cachedCost(label, label, costing([cached], { read }), costing([uncached]))
    const turned = [lane('None', 1, 6, 960), lane('Single', 1.5, 3, 700), lane('Batch', 0.8, 2.5, 900)]
    expect(orderSentence(turned)).toBe(
      'With the prompt cache Batch costs least, $0.8000; without it too, $2.5000. The cache changes the order of the lanes.',
    )
    expect(orderSentence(turned.slice(0, 2))).toBe(
      'With the prompt cache None costs least, $1.0000; without it Single, $3.0000. The cache changes the order of the lanes.',
    )
    expect(orderSentence(turned.slice(1))).toContain('The order of the lanes is the same.')
    const alike = [lane('A', 1.000004, 2, 900), lane('B', 1, 2.00001, 900)]
    expect(orderSentence(alike)).toBe(
      'With the prompt cache A and B cost least, $1.0000; without it too, $2.0000. The order of the lanes is the same.',
    )
    expect([orderSentence([]), orderSentence(turned.slice(1, 2))]).toEqual([null, null])
  })
})
