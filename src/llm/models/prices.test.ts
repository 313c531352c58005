import { describe, expect, it } from 'vitest'
import { knownModel } from './known.ts'
import { pricedFacts, pricedModel, pricedModels } from './prices.ts'

describe('COST-1 prices and cache rules', () => {
  it('COST-1 have a day, a source, and the order that every price page has', () => {
    for (const { id, price, longPrompt, cache, dated, source } of pricedModels) {
      expect(dated, id).toMatch(/^2026-\d\d-\d\d$/)
      expect([source, cache.source], id).not.toContain('')
      expect(price.cacheRead, id).toBeLessThan(price.input)
      expect(price.cacheWrite5m, id).toBeGreaterThanOrEqual(price.input)
      expect(price.cacheWrite1h, id).toBeGreaterThanOrEqual(price.cacheWrite5m)
      expect(price.output, id).toBeGreaterThan(price.input)
      if (longPrompt !== undefined) expect(longPrompt.price.input, id).toBeGreaterThan(price.input)
    }
  })

  it.each([
    ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 3, 0.3, 1024],
    ['claude-opus-4-6', 5, 0.5, 4096],
    ['openai/gpt-5-codex', 1.25, 0.125, 1024],
    ['gpt-4o-2024-08-06', 2.5, 1.25, 1024],
    ['models/gemini-2.5-flash-preview-09-2025', 0.3, 0.03, 1024],
    ['gpt-5.3-codex', 1.75, 0.175, 1024],
    ['openai/gpt-5.6-luna', 0.2, 0.02, 1024],
    ['gpt-4o-2024-05-13', 5, 2.5, 1024],
    ['anthropic/claude-opus-4.6-fast', 30, 3, 4096],
    ['claude-opus-5-fast', 10, 1, 512],
    ['anthropic/claude-opus-5.5-fast', 8, 0.4, 1024],
    ['claude-3-5-haiku-20241022', 0.8, 0.08, 2048],
    ['deepseek/deepseek-v4-pro', 0.435, 0.0036, 64],
  ])(
    'COST-1 %s costs %d a million, %d read from a cache of at least %d tokens',
    (name, input, cacheRead, minimum) => {
      expect(pricedModel(name)).toMatchObject({ price: { input, cacheRead }, cache: { minimum } })
    },
  )

  it.each([
    // OpenAI, Priority processing, and its price page: flex and batch.
    ['gpt-5.2-priority', 3.5, 0.35, 28],
    ['gpt-5-mini-priority', 0.45, 0.045, 3.6],
    ['gpt-4.1-mini-priority', 0.7, 0.175, 2.8],
    ['gpt-4o-2024-11-20-priority', 4.25, 2.125, 17],
    ['openai/gpt-5.5-priority', 12.5, 1.25, 75],
    ['gpt-5.4-flex', 1.25, 0.125, 7.5],
    ['claude-opus-4-6-batch', 2.5, 0.25, 12.5],
    // No source says what it costs.
    ['gpt-6-sol-priority', 2, 0.2, 10],
  ])('COST-1 %s costs %d a million, %d read from the cache, and %d for replies', (name, ...expected) => {
    const { input, cacheRead, output } = pricedModel(name)?.price ?? {}
    for (const [index, price] of [input, cacheRead, output].entries())
      expect(price).toBeCloseTo(expected[index] ?? 0, 10)
  })

  it('COST-1 a model that was asked in another way keeps its window and its tokenizer', () => {
    for (const tier of ['flex', 'batch', 'priority'])
      expect(knownModel(`gpt-5.2-${tier}`)).toBe(knownModel('gpt-5.2'))
    expect(pricedModel('gpt-5.2-flex')).toMatchObject({ id: 'gpt-5-2-flex', label: 'GPT-5.2 (flex)' })
    expect(pricedModel('nobody/knows-flex')).toBeNull()
  })

  it.each(['gpt-4-turbo', 'grok-4.5', 'claude-sonnet-4-5-fast', 'gpt-5.3-codex-spark', 'nobody/knows', ''])(
    'COST-1 nothing is made up for %j',
    (name) => {
      expect(pricedModel(name)).toBeNull()
    },
  )

  it('COST-1 a person’s own figures keep the cache rule of their model, and have Anthropic’s for an unknown one', () => {
    const price = { input: 1, output: 2, cacheRead: 0.1, cacheWrite5m: 1.25, cacheWrite1h: 2 }
    const facts = {
      label: 'Mine',
      window: 1,
      maxOutput: null,
      price,
      source: 'a contract',
      dated: '2026-11-23',
    }
    expect(pricedFacts({ id: 'claude-opus-4-6', ...facts })).toMatchObject({
      price,
      cache: { minimum: 4096 },
    })
    expect(pricedFacts({ id: 'house-model', ...facts })).toMatchObject({
      label: 'Mine, entered by hand',
      source: 'a contract',
      cache: { kind: 'marked', minimum: 1024, lookBack: 20 },
    })
  })

  it('COST-1 each belong to a known model', () => {
    expect(pricedModels.filter(({ id }) => knownModel(id) === null)).toEqual([])
  })
})
