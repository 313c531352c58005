import { describe, expect, it } from 'vitest'
import { parseConfig, preset, presetConfig, presets } from '../../config/index.ts'
import type { PartialConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { run, scenario, takeIn } from '../../sim/index.ts'
import { LANE_POLICIES, laneNames, laneRequests } from './lanes.ts'

describe('lanes', () => {
  it('CONF-4 run what the preset of their name says', () => {
    const all = LANE_POLICIES.flatMap((policy) =>
      (['on', 'naive'] as const).map((gates) => ({ policy, gates })),
    )
    const trace = scenario('axios-migration', 3)
    const intake = takeIn(trace, chars4)
    const edits = (config: PartialConfig) =>
      run(trace, { ...config, max_context_tokens: 30_000 }, { intake }).edits
    let compared = 0
    for (const choice of all) {
      const [name = ''] = laneNames([choice])
      const [request] = laneRequests([choice])
      if (!presets.includes(name)) continue
      const { config } = parseConfig(preset(name))
      expect(request?.preset).toBe(choice.policy)
      const base = presetConfig(request?.preset ?? '')
      const own = { ...base, eviction: { ...base.eviction, ...request?.config.eviction } }
      expect(edits(own), name).toEqual(edits(config ?? {}))
      compared++
    }
    expect(compared).toBeGreaterThan(10)
  })

  it('have names of their own, whatever they run', () => {
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
      'Naive FIFO',
      'Protected FIFO 2',
    ])
  })
})
