import { expect, it } from 'vitest'
import { measured } from '../../../claims/index.ts'
import { scenarios } from '../../../sim/index.ts'
import { LANE_POLICIES, MOST_LANES } from '../../store/choice/lanes.ts'

it('every comparison that a claim opens has a scenario and lanes that there are', () => {
  const shown = measured.claims.flatMap((claim) => ('shown' in claim && claim.shown ? [claim.shown] : []))
  expect(shown.length).toBeGreaterThan(10)
  for (const { scenario, lanes } of shown) {
    expect(Object.keys(scenarios)).toContain(scenario)
    expect(lanes.length).toBeLessThanOrEqual(MOST_LANES)
    for (const { policy } of lanes) expect(LANE_POLICIES).toContain(policy)
  }
})
