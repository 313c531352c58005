import { describe, expect, it } from 'vitest'
import type { PartialConfig } from '../../../config/index.ts'
import { chars4 } from '../../../engine/index.ts'
import { pricedModel } from '../../../llm/index.ts'
import type { PricedModel } from '../../../llm/index.ts'
import { runsOnce } from '../../../testing/once.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { costOfRun, run, takeIn } from '../../index.ts'
import type { RunCost } from '../../index.ts'

/** Published measurements of caches and eviction, reproduced in other conversations. */

/** One price for prompts of any length. */
const { longPrompt: _, ...CACHED } = pricedModel('claude-sonnet-4-5') as PricedModel
const { input } = CACHED.price
/** The same model with prices that no cache changes. */
const UNCACHED: PricedModel = {
  ...CACHED,
  price: { ...CACHED.price, cacheRead: input, cacheWrite5m: input, cacheWrite1h: input },
}

const UNMANAGED: PartialConfig = { strategy: 'unmanaged', max_context_tokens: 10_000_000 }
const FIFO: PartialConfig = { strategy: 'evict', max_context_tokens: 100_000 }
/** Many results at once, down to half of the window. */
const BATCHED: PartialConfig = {
  ...FIFO,
  eviction: { policy: 'fifo', target: 0.5, horizon_turns: 0, user_share: 0 },
}
/** Only what the next request needs. */
const ONE_BY_ONE: PartialConfig = {
  ...FIFO,
  pressure: { preemptive: false },
  eviction: { policy: 'fifo', target: 0.95, horizon_turns: 0, user_share: 0, min_free_share: 0 },
}

describe('a long coding session', () => {
  const timed = scenario('long-coding', 1)
  // Without waiting times: nothing expires.
  const trace = { ...timed, turns: timed.turns.map((turn) => ({ ...turn, time: null })) }
  const intake = takeIn(trace, chars4)
  const ran = runsOnce((config: PartialConfig) => run(trace, config, { intake }))
  const costOf = (config: PartialConfig, model: PricedModel): RunCost =>
    costOfRun(ran(config).data, { model })

  it('COST-2 COST-3 with a cache, evicting one block at a time costs more than not evicting, without a cache it costs less', () => {
    const [none, batched, single] = [UNMANAGED, BATCHED, ONE_BY_ONE].map(
      (config) => costOf(config, CACHED).usd,
    )
    expect(single).toBeGreaterThan(none ?? NaN)
    expect(batched).toBeLessThan(none ?? NaN)
    const [plainNone, plainBatched, plainSingle] = [UNMANAGED, BATCHED, ONE_BY_ONE].map(
      (config) => costOf(config, UNCACHED).usd,
    )
    expect(plainSingle).toBeLessThan(plainNone ?? NaN)
    expect(plainBatched).toBeLessThan(plainSingle ?? NaN)
  })

  it('COST-2 without a cache, cost grows with more than the 1.4th power of the turns, in a bounded window with less than the 1.2th', () => {
    const power = (config: PartialConfig): number => {
      const { calls } = costOf(config, UNCACHED)
      const upTo = (count: number): number =>
        calls.slice(0, count).reduce((sum, { prompt }) => sum + prompt * input, 0)
      // After the window has been filled for the first time.
      const from = Math.floor(calls.length / 3)
      return Math.log(upTo(calls.length) / upTo(from)) / Math.log(calls.length / from)
    }
    expect(power(UNMANAGED)).toBeGreaterThan(1.4)
    expect(power({ ...BATCHED, max_context_tokens: 40_000 })).toBeLessThan(1.2)
  })

  it('COST-2 a tool loop that only appends reads 93 to 99.5 % of its prompts from the cache, with and without pauses', () => {
    const { data } = run(timed, UNMANAGED)
    for (const { read, prompt } of [costOf(UNMANAGED, CACHED), costOfRun(data, { model: CACHED })]) {
      expect(read / prompt).toBeGreaterThan(0.93)
      expect(read / prompt).toBeLessThan(0.995)
    }
  })
})
