import { describe, expect, test } from 'vitest'
import { completeConfig, strategySettings } from '../../../../config/index.ts'
import { ageStretches, agingCurves, axisEnd } from './aging.ts'

const configOf = (policy: string, typeTtl: Readonly<Record<string, number>> = {}) =>
  completeConfig({ eviction: { policy, type_ttl: typeTtl } })

describe('curves of worth over age', () => {
  test('EVI-1 recency falls as e^(−age/15), its part of hybrid with that in priority is .3 + .25 × .3', () => {
    const [recency] = agingCurves(configOf('hybrid'), 30)
    expect(recency?.share).toBeCloseTo(0.375, 12)
    expect(recency?.parts.map(({ within }) => within)).toEqual([null, 'Priority'])
    expect(recency?.parts[0]?.share).toBeCloseTo(0.3, 12)
    expect(recency?.parts[1]?.share).toBeCloseTo(0.075, 12)
    for (const age of [0, 1, 7, 15, 30]) expect(recency?.values[age]).toBeCloseTo(Math.exp(-age / 15), 12)
  })

  test('EVI-1 the last use falls as e^(−idle/5)', () => {
    const [used] = agingCurves(configOf('lru'), 20)
    expect(used?.since).toBe('use')
    for (const idle of [0, 1, 5, 20]) expect(used?.values[idle]).toBeCloseTo(Math.exp(-idle / 5), 12)
  })

  test('EVI-1 a type is worth nothing at its lifetime, and half at half of it', () => {
    const curves = agingCurves(configOf('type_based', { tool_result: 12 }), 20)
    const result = curves.find(({ type }) => type === 'tool_result')
    expect(result?.values.slice(0, 14)).toEqual([
      1,
      ...Array.from({ length: 13 }, (_, age) => (age + 1 < 12 ? 1 - (age + 1) / 12 : 0)),
    ])
    expect(result?.share).toBe(1)
  })

  test('a signal that does not age has no curve, and lifetimes count only if used', () => {
    expect(agingCurves(configOf('gdsf'), 10)).toEqual([])
    const types = (policy: string) =>
      agingCurves(configOf(policy), 10).filter(({ type }) => type !== null).length
    expect([types('priority'), types('hybrid_scorers')]).toEqual([0, 7])
  })
})

test('COMP-1 blocks are whole to age 1, 30 % to 5, 5 % to 20, then 1 %', () => {
  const { compression } = strategySettings(completeConfig({}))
  expect(ageStretches(compression, 40)).toEqual([
    { level: 0, from: 0, to: 1, share: 1 },
    { level: 1, from: 2, to: 5, share: 0.3 },
    { level: 2, from: 6, to: 20, share: 0.05 },
    { level: 3, from: 21, to: null, share: 0.01 },
  ])
  const progressive = { ...compression.progressive, keyPointsUntil: 1 }
  // For two equal ages, the level between them is left out.
  expect(ageStretches({ ...compression, progressive }, 40).map(({ level }) => level)).toEqual([0, 2, 3])
})

test('an axis ends at a round number of turns beyond all of them', () => {
  expect([axisEnd([]), axisEnd([10]), axisEnd([50, 8]), axisEnd([61]), axisEnd([10_000])]).toEqual([
    10, 10, 60, 100, 10_000,
  ])
})
