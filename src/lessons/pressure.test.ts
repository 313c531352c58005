import { describe, expect, it } from 'vitest'
import { NO_PRESSURE, readPressure } from '../engine/internal.ts'
import { measureAsWritten, NO_MONITOR_AS_WRITTEN } from './pressure.ts'
import defects from './defects.json' with { type: 'json' }

const LIMIT = 128_000
const THRESHOLDS = { yellow: 0.5, orange: 0.75, red: 0.9 }

/** Readings of both monitors for these turns: `arrived` tokens arrive, then `evicted` leave before the next. */
function both(turns: readonly { readonly arrived: number; readonly evicted?: number }[]) {
  let monitor = NO_MONITOR_AS_WRITTEN
  let pressure = NO_PRESSURE
  let used = 0
  return turns.map(({ arrived, evicted = 0 }) => {
    used += arrived
    const article = measureAsWritten(monitor, used)
    monitor = article.state
    const here = readPressure(pressure, { used, arrived, limit: LIMIT }, THRESHOLDS, 5)
    pressure = here.state
    used -= evicted
    return { article, here: here.reading }
  })
}

describe('the monitor of “Agent Context Window Management” compared with this one', () => {
  it('PRES-3 spike_by_mean: 15,000 tokens after turns of 2,000 are no spike there, but are one here', () => {
    const turns = both([...Array.from({ length: 7 }, () => ({ arrived: 2000 })), { arrived: 15_000 }])
    const last = turns.at(-1)
    // (4 × 2,000 + 15,000) / 5 = 4,600, below 3 × 2,000. 15,000 alone is 7.5 times the average.
    expect(last?.article.velocity).toBe(4600)
    expect(last?.article.spike).toBe(false)
    expect(last?.here).toMatchObject({ arrived: 15_000, baseline: 2000, spike: true })
  })

  it('PRES-3 spike_by_mean: a spike needs over eleven times the usual arrival there, and over three times here', () => {
    const spikes = (factor: number) => {
      const last = both([
        ...Array.from({ length: 7 }, () => ({ arrived: 1000 })),
        { arrived: 1000 * factor },
      ]).at(-1)
      return [last?.article.spike, last?.here.spike]
    }
    expect(spikes(11)).toEqual([false, true])
    expect(spikes(11.5)).toEqual([true, true])
    expect(spikes(3)).toEqual([false, false])
    expect(spikes(3.5)).toEqual([false, true])
  })

  it('PRES-2 velocity_of_differences: an eviction of 40,000 makes it negative, while 10,000 a turn arrive', () => {
    const turns = both([
      ...Array.from({ length: 9 }, () => ({ arrived: 10_000 })),
      { arrived: 10_000, evicted: 60_000 },
      { arrived: 10_000 },
    ])
    const last = turns.at(-1)
    // From 60,000 to 50,000 over five turns.
    expect(last?.article.velocity).toBe(-2000)
    // Red begins at 115,200: (115,200 − 50,000) / 10,000.
    expect(last?.here).toMatchObject({ velocity: 10_000, turnsUntilRed: 6.52 })
  })

  it('each names the article and the rule', () => {
    expect(defects.pressure.map((entry) => [entry.name, entry.article, entry.rule])).toEqual([
      ['spike_by_mean', 'Agent Context Window Management', 'PRES-3'],
      ['velocity_of_differences', 'Agent Context Window Management', 'PRES-2'],
    ])
  })
})
