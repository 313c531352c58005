import { expect, it } from 'vitest'
import type { MeasuredSituation } from '../../../claims/index.ts'
import { measuredText, signOf } from './verdict.ts'

const difference = (verdict: 'better' | 'worse' | 'unclear') =>
  ({ kind: 'share', estimate: null, verdict, seedsToSettle: null }) as const

it.each([
  ['better', 'better', 'confirmed'],
  ['unclear', 'better', 'confirmed'],
  ['better', 'worse', 'trade'],
  ['unclear', 'worse', 'refuted'],
  ['unclear', 'unclear', 'unclear'],
] as const)('needed context %s and cost %s is %s', (needs, cost, sign) => {
  expect(signOf({ needs: difference(needs), cost: difference(cost) })).toBe(sign)
})

it('says what was kept and what it cost, against what', () => {
  const means = { advised: { needs: 0.92, cost: 3 }, rival: { needs: 0.9, cost: 2 } }
  const row = { means, needs: difference('better'), cost: difference('worse') } as MeasuredSituation
  expect(measuredText(row)).toBe(
    '2.0 points more of the needed context present (92.0 %, not 90.0 %); costs 50.0 % more ($3.0000, not $2.0000)',
  )
  const same = { means, needs: difference('unclear'), cost: difference('unclear') } as MeasuredSituation
  expect(measuredText(same)).toBe(
    'Needed context present: 92.0 %, no clear difference; cost: $3.0000, no clear difference',
  )
})
