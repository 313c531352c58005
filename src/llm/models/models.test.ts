import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cacheTermOf, costOf, promptOfUsage, upperCost } from './cost.ts'
import { cheapestModel, lastDays, modelFacts, models, usualModel } from './list.ts'
import type { CallUsage, ModelFacts, Price } from './model.ts'

const none: CallUsage = { uncached: 0, cacheRead: 0, cacheWrite5m: 0, cacheWrite1h: 0, output: 0 }

function known(id: string): ModelFacts {
  const facts = modelFacts(id)
  if (facts === null) throw new Error(`unknown: ${id}`)
  return facts
}

describe('COST-1 the list of models', () => {
  it('COST-1 keys are the ids, and every entry is dated and has a source', () => {
    for (const [id, facts] of Object.entries(models)) {
      expect(facts.id).toBe(id)
      expect(facts.dated).toMatch(/^2026-\d\d-\d\d$/)
      expect(facts.source).not.toBe('')
      expect(Object.isFrozen(facts) && Object.isFrozen(facts.price)).toBe(true)
    }
  })

  it('COST-1 what is called or priced by default is in the table, and no end of it is stated', () => {
    const ending = Object.entries(models).filter(([, { source }]) => source.includes('answers until'))
    expect(ending.map(([id]) => id)).toEqual(Object.keys(lastDays))
    for (const { id } of [cheapestModel(), usualModel()]) {
      expect(models).toHaveProperty(id)
      expect(lastDays).not.toHaveProperty(id)
    }
    const inputs = Object.values(models).map(({ price }) => price.input)
    expect(cheapestModel().price.input).toBe(Math.min(...inputs))
  })

  it('COST-1 writes cost 1.25 and 2 times the input, reads at most a tenth', () => {
    const prices = Object.values(models).flatMap(({ price, longPrompt }) =>
      longPrompt === undefined ? [price] : [price, longPrompt.price],
    )
    for (const price of prices satisfies Price[]) {
      expect(price.cacheWrite5m).toBeCloseTo(1.25 * price.input, 10)
      expect(price.cacheWrite1h).toBeCloseTo(2 * price.input, 10)
      expect(price.cacheRead).toBeLessThanOrEqual(0.1 * price.input + 1e-12)
      expect(price.output).toBeCloseTo(price.input * (price.input === 6 ? 3.75 : 5), 10)
    }
  })

  it('COST-1 nothing is known about a model that is not listed, nor about names like __proto__', () => {
    for (const id of ['claude-opus-4-1', 'gpt-9', '', '__proto__', 'constructor', 'toString']) {
      expect(modelFacts(id)).toBeNull()
    }
  })

  it('COST-1 a person’s own entry overrides the list', () => {
    const own = { ...known('claude-haiku-4-5'), window: 7 }
    expect(modelFacts(own.id, new Map([[own.id, own]]))?.window).toBe(7)
    expect(modelFacts('mine', new Map([['mine', own]]))).toBe(own)
  })
})

describe('COST-2 the cost of a call', () => {
  it('COST-2 each kind of token at its price, worked by hand', () => {
    // Haiku 4.5: 1,000·$1 + 2,000·$0.10 + 400·$1.25 + 100·$2 + 300·$5 = 1000 + 200 + 500 + 200 + 1500 = $3,400 per 10⁶
    const usage = { uncached: 1000, cacheRead: 2000, cacheWrite5m: 400, cacheWrite1h: 100, output: 300 }
    expect(costOf(usage, known('claude-haiku-4-5'))).toBeCloseTo(0.0034, 12)
    expect(promptOfUsage(usage)).toBe(3500)
  })

  it('COST-2 a million each of input and output is what the price page says', () => {
    const usage = { ...none, uncached: 1_000_000, output: 1_000_000 }
    expect(costOf(usage, known('claude-opus-5-5'))).toBeCloseTo(24, 10)
    expect(costOf(none, known('claude-opus-5-5'))).toBe(0)
  })

  it('COST-2 a long prompt costs more for every token, from the first one above the size, cached or not', () => {
    const facts = known('claude-haiku-5-5')
    const at = { ...none, uncached: 40_000, cacheRead: 60_000, output: 1000 }
    // 40,000·0.10 + 60,000·0.01 + 1,000·0.50 = 4,000 + 600 + 500 = 5,100
    expect(costOf(at, facts)).toBeCloseTo(0.0051, 12)
    // 40,001·0.50 + 60,000·0.05 + 1,000·2.50 = 20,000.5 + 3,000 + 2,500 = 25,500.5
    expect(costOf({ ...at, uncached: 40_001 }, facts)).toBeCloseTo(0.0255005, 12)
  })

  it('COST-2 the output does not make a prompt long', () => {
    expect(costOf({ ...none, uncached: 100_000, output: 100_000 }, known('claude-haiku-5-5'))).toBeCloseTo(
      0.06,
      12,
    )
  })
})

describe('COST-1 the maximum cost of a call', () => {
  it('COST-1 plain input without cache markers, a write with them, and the whole reply', () => {
    const facts = known('claude-sonnet-5-5')
    expect(upperCost(10_000, 1000, facts)).toBeCloseTo(0.02 + 0.01, 12)
    expect(upperCost(10_000, 1000, facts, '5m')).toBeCloseTo(0.025 + 0.01, 12)
    expect(upperCost(10_000, 1000, facts, '1h')).toBeCloseTo(0.04 + 0.01, 12)
    expect(upperCost(100_001, 0, known('claude-haiku-5-5'))).toBeCloseTo(0.0500005, 12)
  })

  it('COST-1 no split of the prompt and no shorter reply costs more', () => {
    const tokens = fc.nat({ max: 150_000 })
    const usages = fc.record({
      uncached: tokens,
      cacheRead: tokens,
      cacheWrite5m: tokens,
      cacheWrite1h: tokens,
      output: tokens,
    })
    fc.assert(
      fc.property(usages, tokens, fc.constantFrom(...Object.keys(models)), (usage, more, id) => {
        const facts = known(id)
        const bound = (term: 'none' | '5m' | '1h', of: CallUsage): number =>
          upperCost(promptOfUsage(of), of.output + more, facts, term) + 1e-9
        expect(costOf(usage, facts)).toBeLessThanOrEqual(bound('1h', usage))
        const short = { ...usage, cacheWrite1h: 0 }
        expect(costOf(short, facts)).toBeLessThanOrEqual(bound('5m', short))
        const plain = { ...short, cacheWrite5m: 0 }
        expect(costOf(plain, facts)).toBeLessThanOrEqual(bound('none', plain))
      }),
    )
  })

  it('COST-1 cache markers are found wherever a request can have them', () => {
    const messages = [{ role: 'user' as const, content: 'hi' }]
    const mark = { cache_control: { type: 'ephemeral' } }
    const hour = { cache_control: { type: 'ephemeral', ttl: '1h' } }
    const text = { type: 'text' as const, text: 'hi' }
    expect(cacheTermOf({ messages })).toBe('none')
    expect(cacheTermOf({ messages, system: [{ ...text, ...mark }] })).toBe('5m')
    expect(
      cacheTermOf({ messages, system: 'plain', tools: [{ name: 'a', input_schema: {}, ...hour }] }),
    ).toBe('1h')
    expect(cacheTermOf({ messages: [{ role: 'user', content: [{ ...text, ...mark }] }] })).toBe('5m')
    const result = { type: 'tool_result' as const, tool_use_id: 'a', content: [{ ...text, ...hour }] }
    expect(cacheTermOf({ messages: [{ role: 'user', content: [{ ...text, ...mark }, result] }] })).toBe('1h')
    expect(
      cacheTermOf({ messages: [{ role: 'user', content: [{ ...text, cache_control: null } as never] }] }),
    ).toBe('none')
  })
})
