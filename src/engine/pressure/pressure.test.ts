import { describe, expect, it } from 'vitest'
import {
  afterStages,
  levelOnly,
  NO_PRESSURE,
  readPressure,
  scaledThresholds,
  scaleToUsable,
  ZONES,
  zoneOf,
} from './pressure.ts'
import type { PressureReading, PressureState } from './pressure.ts'

const thresholds = { yellow: 0.5, orange: 0.75, red: 0.9 }

/** Reads a series of arrivals in a window that only grows. */
function readAll(arrivals: readonly number[], limit = 128_000): PressureReading[] {
  let state: PressureState = NO_PRESSURE
  let used = 0
  return arrivals.map((arrived) => {
    used += arrived
    const next = readPressure(state, { used, arrived, limit }, thresholds, 5)
    state = next.state
    return next.reading
  })
}

describe('pressure', () => {
  it.each([
    [0, 'green'],
    [0.4999, 'green'],
    [0.5, 'yellow'],
    [0.7499, 'yellow'],
    [0.75, 'orange'],
    [0.9, 'red'],
    [1.2, 'red'],
  ] as const)('PRES-1 utilization %d is %s', (utilization, zone) => {
    expect(zoneOf(utilization, thresholds)).toBe(zone)
  })

  it('PRES-1 a reserve of a quarter pulls all three thresholds below the usable part', () => {
    const scaled = scaledThresholds(thresholds, 8000, 2000)
    expect(scaled.red).toBeCloseTo((0.9 * 0.75) / 0.95, 12)
    expect(scaled.red * 8000).toBeLessThan(6000)
    expect(scaled.yellow / scaled.red).toBeCloseTo(0.5 / 0.9, 12)
  })

  it('PRES-1 a reserve of .05 or less leaves the thresholds as written', () => {
    expect(scaledThresholds(thresholds, 128_000, 6400)).toEqual(thresholds)
    expect(scaleToUsable(0.6, 200_000, 4096)).toBe(0.6)
    // No rounding error: .65 × .95 / .95 would be less than .65.
    expect(scaleToUsable(0.65, 128_000, 6400)).toBe(0.65)
  })

  it('PRES-2 velocity is the mean arrival of the last five readings, worked by hand', () => {
    const readings = readAll([5000, 3000, 4000, 6000, 10_000, 17_000, 23_000])
    expect(readings.map((reading) => reading.velocity)).toEqual([5000, 4000, 4000, 4500, 5600, 8000, 12_000])
    // After seven turns 68,000 tokens are used; red begins at 115,200.
    expect(readings[6]?.turnsUntilRed).toBeCloseTo((115_200 - 68_000) / 12_000, 12)
    expect(readings.map((reading) => reading.velocityClass).slice(0, 2)).toEqual(['high', 'medium'])
  })

  it('PRES-2 turns until red is null without arrivals, and 0 in red', () => {
    expect(readAll([0])[0]?.turnsUntilRed).toBeNull()
    expect(readAll([120_000])[0]?.turnsUntilRed).toBe(0)
  })

  it('PRES-3 a result of 15K against an average of 2K is a spike, though the five-turn mean would hide it', () => {
    const readings = readAll([2000, 2000, 2000, 2000, 15_000])
    expect(readings.map((reading) => reading.spike)).toEqual([false, false, false, false, true])
    // The article compares the mean of the last turns, 4,600, with three times 2,000, and misses the spike.
    expect(readings[4]?.velocity).toBeLessThan(3 * 2000)
  })

  it('PRES-3 the baseline is tested before it includes the spike, and not before the third reading', () => {
    const readings = readAll([100, 9000, 900, 900])
    expect(readings.map((reading) => reading.spike)).toEqual([false, false, false, false])
    expect(readings.map((reading) => reading.baseline)).toEqual([
      null,
      100,
      0.3 * 9000 + 0.7 * 100,
      0.3 * 900 + 0.7 * (0.3 * 9000 + 0.7 * 100),
    ])
  })

  it('PRES-1 there are four zones, from no need to act to the most', () => {
    expect(ZONES).toEqual(['green', 'yellow', 'orange', 'red'])
  })

  it('PRES-2 the class of a velocity changes at 1,000 and at 5,000 tokens a turn', () => {
    const classOf = (arrived: number) => readAll([arrived])[0]?.velocityClass
    expect([999, 1000, 4999, 5000].map(classOf)).toEqual(['low', 'medium', 'medium', 'high'])
  })

  it('PRES-3 the third reading can be a spike, and exactly three times the baseline is none', () => {
    expect(readAll([1000, 1000, 3001]).map(({ spike }) => spike)).toEqual([false, false, true])
    expect(readAll([1000, 1000, 3000]).at(-1)?.spike).toBe(false)
  })

  it('PRES-2 PRES-4 what arrives is weighed as the model weighs the window: red comes as soon as it is read to', () => {
    let [state, used] = [NO_PRESSURE, 2000]
    const read = () => {
      used += 500
      const input = { used, arrived: 500, limit: 20_000, reported: 1.8 * used }
      const next = readPressure(state, input, thresholds, 5)
      ;({ state } = next)
      return next.reading
    }
    const first = read()
    let turns = 0
    while (read().zone !== 'red') turns += 1
    expect(turns + 1).toBe(Math.ceil(first.turnsUntilRed ?? 0))
  })

  it('MAN-3 the level alone is how full the window is, without anything measured over turns', () => {
    const state: PressureState = { recent: [900], baseline: 10, readings: 7 }
    const input = { used: 8000, arrived: 5000, limit: 10_000, reported: 9500 }
    expect(levelOnly(state, input, thresholds, 5)).toEqual({
      state,
      reading: {
        zone: 'orange',
        used: 8000,
        utilization: 0.8,
        arrived: 5000,
        velocity: 0,
        velocityClass: 'low',
        turnsUntilRed: null,
        baseline: null,
        spike: false,
        source: 'counted',
        counted: 8000,
      },
    })
  })

  it('PRES-2 the edits of stages change the level equally in both counts, and leave the arrivals', () => {
    const input = { used: 6000, arrived: 2000, limit: 10_000, reported: 8000 }
    const { reading } = readPressure(NO_PRESSURE, input, thresholds, 5)
    expect(reading).toMatchObject({ used: 8000, counted: 6000, zone: 'orange', source: 'model_reported' })
    expect(afterStages(reading, -1000, 10_000, thresholds)).toEqual({
      ...reading,
      used: 7000,
      utilization: 0.7,
      zone: 'yellow',
      turnsUntilRed: 0.75,
      counted: 5000,
    })
  })
})
