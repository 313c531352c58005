import { describe, expect, it } from 'vitest'
import { anchoredBudget, anchoredUsed, NO_PRESSURE, readPressure } from './pressure.ts'

const THRESHOLDS = { yellow: 0.5, orange: 0.75, red: 0.9 }

function seen(counted: number, reported?: number, since = 0) {
  const { reading } = readPressure(
    NO_PRESSURE,
    { used: counted, arrived: 0, limit: 10_000, ...(reported === undefined ? {} : { reported }) },
    THRESHOLDS,
    5,
  )
  return { window: { id: 0, entries: [], used: counted + since }, reading, limit: 10_000, reserve: 1_000 }
}

describe('a budget by the anchored count', () => {
  it('TOK-2 without a report it is the budget of the ledger', () => {
    expect(anchoredBudget(seen(7_000), 8_000)).toEqual({ used: 7_000, allowed: 8_000, room: 8_000 })
    expect(anchoredBudget(seen(7_000, undefined, 400), 8_000).used).toBe(7_400)
  })

  it('TOK-1 PRES-4 tokens that the model reports beyond the count leave less room, and freed tokens are subtracted', () => {
    expect(anchoredBudget(seen(6_000, 9_000), 8_000)).toEqual({ used: 9_000, allowed: 8_000, room: 5_000 })
    expect(anchoredUsed(seen(6_000, 9_000, -2_000))).toBe(7_000)
    expect(anchoredBudget(seen(8_000, 6_500), 8_500)).toEqual({ used: 6_500, allowed: 7_500, room: 9_000 })
  })

  it('PRES-4 a report is believed up to twice the count, and down to three quarters of it', () => {
    const source = (reported: number) => seen(4_000, reported).reading.source
    expect([3_000, 6_000, 8_000].map(source)).toEqual(Array(3).fill('model_reported'))
    expect([2_999, 8_001, 90_000].map(source)).toEqual(Array(3).fill('counted'))
  })
})
