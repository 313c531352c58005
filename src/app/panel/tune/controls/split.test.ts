import { expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../../../config/index.ts'
import { reserveOf } from '../../../../engine/internal.ts'
import { splitOf } from './split.ts'

const splitWith = (allocations: Readonly<Record<string, number>>, limit = 100_000) => {
  const config = completeConfig({ budget: { allocations } })
  const { budget } = strategySettings(config)
  return splitOf(budget, { limit, reserve: reserveOf(limit, budget.reserveShare) })
}

test('BUD-1 the parts of the default plan fill the window, so none can grow', () => {
  const { parts, rest } = splitWith({})
  expect(rest).toBe(0)
  expect(parts.map(({ from }) => from)).toEqual([0, 0.06, 0.1, 0.75, 0.87, 0.95])
  for (const { share, most } of parts) expect(most).toBe(share)
})

test('BUD-1 a part grows into what is not planned, and no further', () => {
  const { parts, rest } = splitWith({ message_history: 0.5 })
  expect(rest).toBe(0.15)
  expect(parts.find(({ part }) => part === 'results')?.most).toBe(0.27)
  // The reserve rule limits it to a quarter.
  expect(splitWith({ message_history: 0.1 }).parts.at(-1)?.most).toBe(0.25)
})

test('BUD-3 tokens are those of the window: history yields what the reserve takes beyond its share', () => {
  const tokensOf = (limit: number) => splitWith({}, limit).parts.map(({ tokens }) => tokens)
  expect(tokensOf(100_000)).toEqual([6_000, 4_000, 65_000, 12_000, 8_000, 5_000])
  // 4,096 − .05 × 20,000 = 3,096 tokens, taken from the 13,000 of history.
  expect(tokensOf(20_000)).toEqual([1_200, 800, 9_904, 2_400, 1_600, 4_096])
})

test('BUD-1 shares that overlap are reported', () => {
  expect(splitWith({ message_history: 0.75 }).rest).toBe(-0.1)
})
