import { named } from '../../../engine/internal.ts'
import { describe, expect, it } from 'vitest'
import { completeConfig, parseConfig, preset, presetConfig, presets } from '../../../config/index.ts'
import type { Config } from '../../../config/index.ts'
import { policies } from '../../../engine/index.ts'
import { labelsByMock, LANE_POLICIES, laneLabels, laneNames, laneRequests } from './lanes.ts'

/** Weights that are not written are those of the policy. */
function weighed(config: Config): Config {
  const own = named(policies, config.eviction.policy)?.terms.map(({ signal, weight }) => [
    signal.name,
    weight,
  ])
  const weights = config.eviction.weights ?? (Object.fromEntries(own ?? []) as Config['eviction']['weights'])
  return { ...config, eviction: { ...config.eviction, weights } }
}

describe('lanes', () => {
  it('CONF-4 run what the preset of their name says', () => {
    const all = LANE_POLICIES.flatMap((policy) =>
      (['on', 'naive'] as const).map((gates) => ({ policy, gates })),
    )
    let compared = 0
    for (const choice of all) {
      const [name = ''] = laneNames([choice])
      const [request] = laneRequests([choice])
      if (!presets.includes(name)) continue
      const { config } = parseConfig(preset(name))
      expect(request?.preset).toBe(choice.policy)
      const base = presetConfig(request?.preset ?? '')
      const own = { ...base, eviction: { ...base.eviction, ...request?.config.eviction } }
      expect(weighed(completeConfig(own)), name).toEqual(weighed(completeConfig(config ?? {})))
      compared++
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('have unique names, whatever they run', () => {
    const same = { policy: 'fifo', gates: 'on' } as const
    expect(laneNames([same, { ...same, gates: 'naive' }, same, same])).toEqual([
      'fifo',
      'naive_fifo',
      'fifo_2',
      'fifo_3',
    ])
    expect(laneRequests([same, same]).map(({ label }) => label)).toEqual(['FIFO', 'FIFO 2'])
    expect(laneRequests([same, { ...same, gates: 'naive' }, same]).map(({ label }) => label)).toEqual([
      'Protected FIFO',
      'Unprotected FIFO',
      'Protected FIFO 2',
    ])
  })

  it('LLM-1 are called after the model that writes their summaries, where there are any', () => {
    const mock = { policy: 'rolling_summary', gates: 'on' } as const
    const lanes = [
      mock,
      { ...mock, answeredBy: 'claude-haiku-4-5' },
      { ...mock, answeredBy: 'my-own-model' },
      { policy: 'fifo', gates: 'on', answeredBy: 'claude-haiku-4-5' } as const,
    ]
    expect(laneLabels(lanes)).toEqual([
      'Rolling summary',
      'Rolling summary 2 (summaries by Claude Haiku 4.5)',
      'Rolling summary 3 (summaries by my-own-model)',
      'FIFO',
    ])
    expect(laneRequests(lanes).map(({ label }) => label)).toEqual(laneLabels(lanes))
    expect(labelsByMock(lanes)).toEqual(['Rolling summary', 'Rolling summary 2', 'Rolling summary 3', 'FIFO'])
  })
})
