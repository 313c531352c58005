import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALERT_CODES } from './alert.ts'
import type { Alert, AlertCode } from './alert.ts'
import { NO_HEALTH, readHealth } from './health.ts'
import type { HealthInput, HealthReading, HealthState } from './health.ts'
import { HEALTH_ACTIONS, HEALTH_LABELS } from './label.ts'
import { HEALTH_METRICS } from './declaration.ts'
import type { HealthMetric, HealthSettings } from './declaration.ts'

const settings: HealthSettings = {
  metrics: HEALTH_METRICS,
  questions: { most: 20, least: 1 },
  alerts: {
    utilizationCritical: 0.9,
    evictionRateWarning: 5,
    fidelityWarning: 0.75,
    compressionRatioMin: 2,
    evictionTurns: 0,
    toolBloatWarning: 0.3,
    toolBloatFrom: 0,
    burnFactor: 3,
    burnShare: 0,
    toolLoop: 4,
    sustainedTurns: 3,
    quietTurns: 0,
  },
}

/** A turn without any problem. */
const CALM: Omit<HealthInput, 'turn'> = {
  utilization: 0.4,
  limit: 100_000,
  repeatedCalls: 0,
  evicted: 0,
  compression: null,
  arrived: 1000,
  fidelity: null,
  resultsShare: 0.12,
}

type Turn = Partial<Omit<HealthInput, 'turn'>>

function readAll(turns: readonly Turn[], obeyed = settings): HealthReading[] {
  let state: HealthState = NO_HEALTH
  return turns.map((changed, turn) => {
    const next = readHealth(state, { ...CALM, ...changed, turn }, obeyed)
    state = next.state
    return next.reading
  })
}

function times(count: number, turn: Turn): Turn[] {
  return Array.from({ length: count }, () => turn)
}

/** Turns in which an alert was raised. */
function raised(readings: readonly HealthReading[], code: AlertCode): number[] {
  return readings.flatMap((reading) =>
    reading.alerts.filter((alert) => alert.code === code).map((alert) => alert.turn),
  )
}

/** Turns in which an alert lasts. */
function stands(readings: readonly HealthReading[], code: AlertCode): number[] {
  return readings.flatMap((reading, turn) => (reading.standing.includes(code) ? [turn] : []))
}

function valuesOf(readings: readonly HealthReading[], metric: HealthMetric): (number | null)[] {
  return readings.map((reading) => reading.metrics[metric].value)
}

function statusesOf(readings: readonly HealthReading[], metric: HealthMetric): string[] {
  return readings.map((reading) => reading.metrics[metric].status)
}

function compressed(before: number, after: number, fidelity: number | null = null): Turn {
  return { compression: { before, after }, fidelity }
}

describe('metrics', () => {
  it.each([
    ['utilization', { utilization: 0.59 }, 'healthy'],
    ['utilization', { utilization: 0.6 }, 'warning'],
    ['utilization', { utilization: 0.9 }, 'warning'],
    ['utilization', { utilization: 0.91 }, 'critical'],
    ['eviction_rate', { evicted: 1 }, 'healthy'],
    ['eviction_rate', { evicted: 2 }, 'warning'],
    ['eviction_rate', { evicted: 600 }, 'warning'],
    ['compression_ratio', compressed(299, 100), 'warning'],
    ['compression_ratio', compressed(300, 100), 'healthy'],
    ['compression_ratio', compressed(1500, 100), 'healthy'],
    ['compression_ratio', compressed(1501, 100), 'warning'],
    ['fidelity_score', { fidelity: 0.85 }, 'warning'],
    ['fidelity_score', { fidelity: 0.86 }, 'healthy'],
    ['tool_result_bloat', { resultsShare: 0 }, 'healthy'],
    ['tool_result_bloat', { resultsShare: 0.15 }, 'healthy'],
    ['tool_result_bloat', { resultsShare: 0.16 }, 'warning'],
  ] as const)('HEALTH-1 %s of %j is %s', (metric, turn, status) => {
    expect(statusesOf(readAll([turn]), metric)).toEqual([status])
  })

  it('HEALTH-1 evictions per turn are the mean of the last ten turns', () => {
    const readings = readAll([{ evicted: 30 }, {}, { evicted: 6 }, ...times(8, {})])
    // 30; 30/2; 36/3; 36/4 …; 36/10; then the 30 of the first turn drop out.
    expect(valuesOf(readings, 'eviction_rate').slice(0, 4)).toEqual([30, 15, 12, 9])
    expect(valuesOf(readings, 'eviction_rate').slice(-2)).toEqual([3.6, 0.6])
  })

  it('HEALTH-1 the compression ratio pools tokens, of the last ten compressions', () => {
    const readings = readAll([{}, compressed(9000, 1000), {}, compressed(1000, 1000)])
    // 10,000 / 2,000. The mean of 9 and 1 would be the same; the next sequence distinguishes them.
    expect(valuesOf(readings, 'compression_ratio')).toEqual([null, 9, 9, 5])
    expect(valuesOf(readAll([compressed(9000, 1000), compressed(100, 100)]), 'compression_ratio')[1]).toBe(
      9100 / 1100,
    )
    const eleven = readAll([compressed(100, 100), ...times(10, compressed(400, 100))])
    expect(valuesOf(eleven, 'compression_ratio').slice(-2)).toEqual([3700 / 1000, 4])
  })

  it('HEALTH-1 a compression of nothing does not count, and one into nothing gives a number', () => {
    const [nothing, into] = readAll([compressed(0, 0), compressed(500, 0)])
    expect(nothing?.metrics.compression_ratio).toMatchObject({ value: null, status: 'unknown' })
    expect(into?.metrics.compression_ratio.value).toBe(500)
  })

  it('HEALTH-1 the burn rate is steady up to three times the average of the turns before it', () => {
    const readings = readAll([1000, 1000, 1000, 3000, 4501, 1].map((arrived) => ({ arrived })))
    expect(statusesOf(readings, 'burn_rate')).toEqual([
      'unknown',
      'unknown',
      'unknown',
      'healthy',
      'warning',
      'healthy',
    ])
    // (1,000 + 1,000 + 1,000 + 3,000) / 4 × 3.
    expect(readings[4]?.metrics.burn_rate.healthy).toEqual([null, 4500])
    expect(valuesOf(readings, 'burn_rate')[4]).toBe(4501)
  })

  it('HEALTH-1 naive twin: the average is of at most twenty earlier turns, without the turn itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 9000 }), { minLength: 1, maxLength: 50, size: 'max' }),
        (arrivals) => {
          const readings = readAll(arrivals.map((arrived) => ({ arrived })))
          readings.forEach((reading, turn) => {
            const earlier = arrivals.slice(Math.max(0, turn - 20), turn)
            const most = (3 * earlier.reduce((sum, arrived) => sum + arrived, 0)) / earlier.length
            const judged = earlier.length >= 3 && most > 0
            const to = reading.metrics.burn_rate.healthy[1]
            if (judged) expect(to).toBeCloseTo(most, 6)
            else expect(to).toBeNull()
            expect(reading.metrics.burn_rate.status).toBe(
              !judged ? 'unknown' : (arrivals[turn] ?? 0) > most + 1e-9 ? 'warning' : 'healthy',
            )
          })
        },
      ),
    )
  })

  it('HEALTH-3 fidelity without questions is a dash, and the last value stays', () => {
    const readings = readAll([{}, compressed(900, 100, 0.9), {}, compressed(900, 100, null)])
    expect(valuesOf(readings, 'fidelity_score')).toEqual([null, 0.9, 0.9, 0.9])
    expect(statusesOf(readings, 'fidelity_score')).toEqual(['unknown', 'healthy', 'healthy', 'healthy'])
  })

  it('HEALTH-1 every metric has a text and every alert an action in words', () => {
    for (const metric of HEALTH_METRICS) expect(HEALTH_LABELS[metric].meaning).toMatch(/^[A-Z].+\.$/)
    for (const sentence of Object.values(HEALTH_ACTIONS)) expect(sentence).toMatch(/^[A-Z].+\.$/)
  })
})

describe('alerts', () => {
  const full = { utilization: 0.95 }

  it('HEALTH-2 utilization above .90 for three turns is critical, once', () => {
    const readings = readAll([full, full, {}, full, full, full, full, full])
    expect(raised(readings, 'utilization_critical')).toEqual([5])
    expect(stands(readings, 'utilization_critical')).toEqual([5, 6, 7])
    expect(readings[5]?.alerts).toEqual([
      {
        code: 'utilization_critical',
        metric: 'utilization',
        severity: 'critical',
        turn: 5,
        value: 0.95,
        threshold: 0.9,
        action: 'emergency_compaction',
      },
    ])
  })

  it('HEALTH-2 one turn above .90, or several at exactly .90, raises none', () => {
    expect(raised(readAll([full, {}, full, {}, full]), 'utilization_critical')).toEqual([])
    expect(raised(readAll(times(9, { utilization: 0.9 })), 'utilization_critical')).toEqual([])
  })

  it('HEALTH-2 once cleared, it may be raised again', () => {
    const readings = readAll([full, full, full, {}, full, full, full])
    expect(raised(readings, 'utilization_critical')).toEqual([2, 6])
  })

  it('HEALTH-2 turns in which a metric was not measured break its streak', () => {
    const blind = { ...settings, metrics: [] }
    let state: HealthState = NO_HEALTH
    const alerts = [settings, settings, blind, settings, settings, settings].map((obeyed, turn) => {
      const next = readHealth(state, { ...CALM, ...full, turn }, obeyed)
      state = next.state
      return next.reading.alerts.length
    })
    expect(alerts).toEqual([0, 0, 0, 0, 0, 1])
  })

  it('HEALTH-2 more than five evictions per turn, sustained', () => {
    // The mean over the turns so far: 6, 6, 6, 6; then it falls with each quiet turn.
    const readings = readAll([...times(4, { evicted: 6 }), {}, {}])
    expect(raised(readings, 'eviction_rate_warning')).toEqual([2])
    expect(stands(readings, 'eviction_rate_warning')).toEqual([2, 3])
    expect(readings[2]?.alerts[0]).toMatchObject({ severity: 'warning', action: 'larger_target' })
    expect(raised(readAll(times(9, { evicted: 5 })), 'eviction_rate_warning')).toEqual([])
  })

  it('HEALTH-2 a ratio below 2 in three compressions in a row, however many turns lie between', () => {
    const weak = compressed(150, 100)
    const readings = readAll([weak, {}, {}, {}, weak, {}, weak, {}, compressed(200, 100)])
    expect(raised(readings, 'compression_ratio_min')).toEqual([6])
    expect(stands(readings, 'compression_ratio_min')).toEqual([6, 7])
    expect(readings[6]?.alerts[0]).toMatchObject({
      value: 1.5,
      threshold: 2,
      action: 'stop_compressing_small',
    })
  })

  it('HEALTH-2 summaries longer than their originals raise an alert, too, also after many good ones', () => {
    const readings = readAll([...times(7, compressed(90_000, 1000)), ...times(3, compressed(100, 130))])
    expect(raised(readings, 'compression_ratio_min')).toEqual([9])
    // Over all ten the ratio is high.
    expect(readings[9]?.metrics.compression_ratio.value).toBeGreaterThan(15)
  })

  it('HEALTH-2 fidelity below .75 in three compressions in a row; a repeated value is not a new reading', () => {
    const poor = compressed(900, 100, 0.7)
    const repeated = { fidelity: 0.7 }
    const readings = readAll([poor, repeated, repeated, poor, repeated, compressed(900, 100, null), poor])
    expect(raised(readings, 'fidelity_warning')).toEqual([6])
    expect(readings[6]?.alerts[0]?.action).toBe('keep_more_in_summaries')
    expect(raised(readAll([poor, poor, compressed(900, 100, 0.75), poor, poor]), 'fidelity_warning')).toEqual(
      [],
    )
  })

  it('HEALTH-2 results above .30 of the used tokens, sustained', () => {
    const bloated = { resultsShare: 0.31 }
    const readings = readAll([bloated, bloated, bloated, bloated, { resultsShare: 0.3 }])
    expect(raised(readings, 'tool_bloat_warning')).toEqual([2])
    expect(stands(readings, 'tool_bloat_warning')).toEqual([2, 3])
    expect(readings[2]?.alerts[0]?.action).toBe('summarize_results')
  })

  it('HEALTH-2 a burn of more than three times the average is an anomaly at once', () => {
    const readings = readAll([1000, 1000, 1000, 9000, 1000].map((arrived) => ({ arrived })))
    expect(raised(readings, 'burn_anomaly')).toEqual([3])
    expect(stands(readings, 'burn_anomaly')).toEqual([3])
    expect(readings[3]?.alerts[0]).toMatchObject({ value: 9000, threshold: 3000, action: 'look_at_tool' })
  })

  it('HEALTH-2 a burn that keeps growing is one anomaly', () => {
    const readings = readAll([10, 10, 10, 100, 1000, 10_000].map((arrived) => ({ arrived })))
    expect(raised(readings, 'burn_anomaly')).toEqual([3])
    expect(stands(readings, 'burn_anomaly')).toEqual([3, 4, 5])
  })

  it('HEALTH-2 the first arrivals after none are not an anomaly', () => {
    const readings = readAll([0, 0, 0, 0, 5000].map((arrived) => ({ arrived })))
    expect(raised(readings, 'burn_anomaly')).toEqual([])
    expect(statusesOf(readings, 'burn_rate')[4]).toBe('unknown')
  })
})

describe('trend', () => {
  const trends = (utilizations: readonly number[]): (string | null)[] =>
    readAll(utilizations.map((utilization) => ({ utilization }))).map((reading) => reading.trend)

  it('HEALTH-2 none before the fifth sample', () => {
    expect(trends([0.1, 0.2, 0.3, 0.4, 0.5])).toEqual([null, null, null, null, 'worsening'])
  })

  it('HEALTH-2 halves are compared, so one eviction at the end does not reverse a rise', () => {
    const rising = [0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.29]
    // The last sample is below the first.
    expect(trends(rising).at(-1)).toBe('worsening')
    expect(trends(rising.toReversed()).at(-1)).toBe('improving')
  })

  it('HEALTH-2 of an odd number the sample in the middle belongs to neither half', () => {
    expect(trends([0.5, 0.5, 0, 0.56, 0.56]).at(-1)).toBe('worsening')
    expect(trends([0.5, 0.5, 1, 0.44, 0.44]).at(-1)).toBe('improving')
  })

  it('HEALTH-2 a difference of a twentieth of the window is noise', () => {
    expect(trends([0.5, 0.5, 0.5, 0.5, 0.54, 0.54]).at(-1)).toBe('stable')
    expect(trends([0.5, 0.5, 0.5, 0.6, 0.6, 0.6]).at(-1)).toBe('worsening')
  })

  it('HEALTH-2 only the last ten samples count', () => {
    expect(trends([...Array<number>(20).fill(0.1), ...Array<number>(10).fill(0.8)]).at(-1)).toBe('stable')
  })
})

describe('laws', () => {
  const turns = fc.array(
    fc.record({
      utilization: fc.constantFrom(0.3, 0.7, 0.9, 0.91, 1.1),
      evicted: fc.constantFrom(0, 1, 6, 12),
      compression: fc.constantFrom(
        null,
        { before: 1000, after: 100 },
        { before: 150, after: 100 },
        { before: 80, after: 100 },
      ),
      arrived: fc.constantFrom(0, 100, 400, 5000),
      fidelity: fc.constantFrom(null, 0.5, 0.75, 1),
      resultsShare: fc.constantFrom(0.1, 0.3, 0.31, 0.9),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  )

  it('HEALTH-2 no alert is raised in two turns in a row, and a raised one stays active', () => {
    fc.assert(
      fc.property(turns, (series) => {
        let before: readonly AlertCode[] = []
        for (const reading of readAll(series)) {
          const codes = reading.alerts.map((alert: Alert) => alert.code)
          for (const code of codes) {
            expect(before).not.toContain(code)
            expect(reading.standing).toContain(code)
          }
          before = reading.standing
        }
      }),
    )
  })

  it('HEALTH-2 naive twin: an alert is active when the last three readings of the whole series are wrong', () => {
    fc.assert(
      fc.property(turns, (series) => {
        const readings = readAll(series)
        const wrongSoFar = new Map<AlertCode, boolean[]>(ALERT_CODES.map((code) => [code, []]))
        const arrivals: number[] = []
        const evictions: number[] = []
        series.forEach((turn, at) => {
          evictions.push(turn.evicted)
          const tenTurns = evictions.slice(-10)
          const rate = tenTurns.reduce((sum, count) => sum + count, 0) / tenTurns.length
          const twenty = arrivals.slice(-20)
          const average = twenty.reduce((sum, count) => sum + count, 0) / Math.max(1, twenty.length)
          wrongSoFar.get('utilization_critical')?.push(turn.utilization > 0.9)
          wrongSoFar.get('eviction_rate_warning')?.push(rate > 5)
          wrongSoFar.get('tool_bloat_warning')?.push(turn.resultsShare > 0.3)
          if (turn.compression !== null) {
            wrongSoFar
              .get('compression_ratio_min')
              ?.push(turn.compression.before < 2 * turn.compression.after)
            if (turn.fidelity !== null) wrongSoFar.get('fidelity_warning')?.push(turn.fidelity < 0.75)
          }
          if (twenty.length >= 3 && average > 0)
            wrongSoFar.get('burn_anomaly')?.push(turn.arrived > 3 * average)
          arrivals.push(turn.arrived)
          const expected = ALERT_CODES.filter((code) => {
            const wrong = wrongSoFar.get(code) ?? []
            const needed = code === 'burn_anomaly' ? 1 : 3
            return wrong.length >= needed && wrong.slice(-needed).every(Boolean)
          })
          expect(readings[at]?.standing).toEqual(expected)
        })
      }),
    )
  })

  it('HEALTH-1 a metric that is not measured is unknown and raises nothing; the others are unaffected', () => {
    fc.assert(
      fc.property(turns, fc.subarray([...HEALTH_METRICS]), (series, metrics) => {
        const all = readAll(series)
        readAll(series, { ...settings, metrics }).forEach((reading, turn) => {
          const whole = all[turn]
          for (const metric of HEALTH_METRICS) {
            const { value, status } = reading.metrics[metric]
            if (metrics.includes(metric)) expect(reading.metrics[metric]).toEqual(whole?.metrics[metric])
            else expect([value, status]).toEqual([null, 'unknown'])
          }
          expect(reading.alerts).toEqual(whole?.alerts.filter((alert) => metrics.includes(alert.metric)))
          expect(reading.trend).toBe(metrics.includes('utilization') ? whole?.trend : null)
        })
      }),
    )
  })

  it('EDIT-3 state is plain data: a copy continues like the original, and neither is changed', () => {
    fc.assert(
      fc.property(turns, (series) => {
        let state: HealthState = NO_HEALTH
        series.forEach((changed, turn) => {
          const copy = structuredClone(state)
          const next = readHealth(state, { ...CALM, ...changed, turn }, settings)
          expect(readHealth(copy, { ...CALM, ...changed, turn }, settings)).toEqual(next)
          expect(state).toEqual(copy)
          state = next.state
        })
      }),
    )
  })
})
