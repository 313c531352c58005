import { beforeAll, describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { costOfRun, run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { cachedCost, withoutCache } from '../../../view/index.ts'
import type { CachedCost } from '../../../view/index.ts'
import { loadDeclarations } from '../../store/choice/declarations.ts'
import type { Declarations } from '../../store/choice/declarations.ts'
import { ranConfig } from '../../store/choice/lane-text.ts'
import { FINDINGS } from './findings.ts'

let declarations: Declarations

beforeAll(async () => {
  declarations = await loadDeclarations()
})

/** The costs of a comparison's lanes, run as the page runs them. */
function opened(name: string): readonly CachedCost[] {
  const { source, seed, budget, lanes } =
    FINDINGS.find((one) => one.name === name)?.choices ?? FINDINGS[0]!.choices
  const trace = scenario(source.name, seed)
  const intake = takeIn(trace, chars4)
  const share = budget.kind === 'share' ? budget.share : NaN
  return lanes.map((lane, at) => {
    const config = {
      ...ranConfig(lane, declarations),
      max_context_tokens: Math.round(share * unmanagedPeak(intake)),
    }
    const { data } = run(trace, config, { intake })
    expect(data.ended).toBeNull()
    const cost = costOfRun(data)
    return cachedCost(String(at), lane.policy, cost, costOfRun(data, { model: withoutCache(cost.model) }))
  })
}

describe('comparisons that show what a cache changes', () => {
  it('CONF-2 the text of each lane is what it runs', () => {
    const lanes = FINDINGS.flatMap(({ choices }) => choices.lanes.filter(({ text }) => text !== undefined))
    expect(lanes.length).toBeGreaterThan(3)
    for (const lane of lanes) {
      const { config, problems } = declarations.parseConfig(lane.text ?? '')
      expect(problems).toEqual([])
      expect(config).toEqual(ranConfig(lane, declarations))
    }
  })

  it('COST-2 COST-3 the cache reverses the ranking', () => {
    const [none, single, batches] = opened('ranking')
    const order = (of: 'cached' | 'uncached') => [batches, none, single].map((lane) => lane?.[of] ?? NaN)
    const [cheapest = NaN, middle = NaN, dearest = NaN] = order('cached')
    expect(cheapest < middle && middle < dearest).toBe(true)
    const [plainBatches = NaN, plainNone = NaN, plainSingle = NaN] = order('uncached')
    expect(plainBatches < plainSingle && plainSingle < plainNone).toBe(true)
  })

  it('COST-2 cost without a cache grows with a power above 1.4, in a bounded window of at most 1.2', () => {
    const [none, bounded] = opened('growth')
    expect(none?.growth).toBeGreaterThan(1.4)
    expect(bounded?.growth).toBeLessThanOrEqual(1.2)
  })

  it('COST-2 a loop that only appends reads 93 to 98 % from the cache, and with edits less', () => {
    const [none, edited] = opened('loop')
    expect(none?.hit).toBeGreaterThan(0.93)
    expect(none?.hit).toBeLessThan(0.98)
    expect(edited?.hit).toBeLessThan(0.93)
  })

  it('COST-6 batches that break even cost less than those down to the target, and less than none', () => {
    const [none = NaN, target = NaN, deeper = NaN] = opened('batch').map(({ cached }) => cached)
    expect(deeper < target && deeper < none).toBe(true)
  })
})
