import { expect, it } from 'vitest'
import { HEALTH_METRICS } from '../../engine/internal.ts'
import { healthsOf } from '../../sim/index.ts'
import { managedRun } from '../../testing/managed-run.ts'
import { alertRows, healthRows, healthSeries, healthSheet } from './health.ts'

const data = managedRun()
const readings = healthsOf(data)

it('HEALTH-1 a metric has either a value, or a dash with the reason', () => {
  for (const { turn } of data.turns) {
    for (const row of healthRows(data, readings, turn) ?? []) {
      expect(row.value === null).toBe(row.missing !== '')
      expect(row.value === null).toBe(row.valueText === '–')
    }
  }
  const first = healthRows(data, readings, 0)
  expect(first?.find(({ metric }) => metric === 'compression_ratio')?.missing).toBe(
    'nothing was compressed yet',
  )
  expect(first?.find(({ metric }) => metric === 'fidelity_score')?.missing).toBe(
    'no compressed text gave a question yet',
  )
})

it('HEALTH-1 a metric that the config leaves out names the setting', () => {
  const { config } = data.spec
  const health_monitoring = { ...config.health_monitoring, metrics: ['utilization'] as const }
  const narrowed = { ...data, spec: { ...data.spec, config: { ...config, health_monitoring } } }
  const rows = healthRows(narrowed, healthsOf(narrowed), 30)
  expect(rows?.map(({ metric, missing }) => [metric, missing === ''])).toEqual(
    HEALTH_METRICS.map((metric) => [metric, metric === 'utilization']),
  )
  expect(rows?.[1]?.missing).toMatch(/health_monitoring\.metrics/)
})

it('HEALTH-1 a value is inside the healthy range exactly if its status is healthy, apart from the bounds', () => {
  let seen = 0
  for (const { turn } of data.turns) {
    for (const { metric, value, status, strip } of healthRows(data, readings, turn) ?? []) {
      if (value === null || strip === null || strip.at === null || status === 'unknown') continue
      seen++
      const inside = value >= strip.from && value <= strip.to
      // Some metrics exclude their bound from the healthy range; only there may the strip touch it.
      if (value !== strip.from && value !== strip.to)
        expect([metric, turn, inside]).toEqual([metric, turn, status === 'healthy'])
      expect(strip.at).toBeLessThanOrEqual(strip.most)
    }
  }
  expect(seen).toBeGreaterThan(200)
})

it('HEALTH-2 a trend needs five samples, and the one of utilization is the engine’s', () => {
  const words = { improving: 'falling', stable: 'steady', worsening: 'rising' } as const
  for (const { turn } of data.turns) {
    const row = healthRows(data, readings, turn)?.[0]
    const trend = readings[turn]?.trend ?? null
    expect(row?.trend.split(':')[0]).toBe(trend === null ? '' : words[trend])
  }
  expect(healthRows(data, readings, 3)?.[0]?.trend).toBe('')
  expect(healthRows(data, readings, 4)?.[0]?.trend).not.toBe('')
})

it('HEALTH-2 every recorded alert is a row; a bloat alert says whether the next turn acted on it', () => {
  const rows = alertRows(data)
  const recorded = data.turns.flatMap(({ turn, events }) =>
    events.flatMap((event) => (event.kind === 'alert' ? [[turn, event.alert.code]] : [])),
  )
  expect(rows.map(({ turn, code }) => [turn, code])).toEqual(recorded)
  expect(rows.length).toBeGreaterThan(2)
  for (const { turn, code, took } of rows) {
    if (code !== 'tool_bloat_warning') continue
    const next = data.turns[turn + 1]?.edits.map((edit) => data.edits[edit]?.stage) ?? []
    const did = next.some((stage) => stage === 'summarize_results' || stage === 'summarize_arrivals')
    expect(took.startsWith('Action of the run:')).toBe(did)
  }
})

it('HEALTH-2 an emergency at the end of a run says that there was no next turn', () => {
  const last = data.turns.length - 1
  const alert = {
    code: 'utilization_critical',
    metric: 'utilization',
    severity: 'critical',
    turn: last,
    value: 0.95,
    threshold: 0.9,
    action: 'emergency_compaction',
  } as const
  const turns = data.turns.map((record) =>
    record.turn === last ? { ...record, events: [{ kind: 'alert', alert } as const] } : record,
  )
  expect(alertRows({ ...data, turns }).at(-1)).toMatchObject({
    measured: 'Utilization ≈ 95.0 %, above 90.0 %',
    severity: 'critical',
    took: 'The run ended before its next turn.',
  })
})

it('HEALTH-1 the series leaves out turns without a value, and the exported table has a row for each turn', () => {
  const ratio = healthSeries(data, readings, 'compression_ratio', 0)
  expect(ratio.length).toBeLessThan(data.turns.length)
  expect(ratio.every(({ turn, value }) => readings[turn]?.metrics.compression_ratio.value === value)).toBe(
    true,
  )
  expect(healthSheet(data, readings).length).toBe(data.turns.length + 1)
  expect(healthRows(data, readings, 10_000)).toBeNull()
})

it('HEALTH-2 a trend names its turns, and its figures are their mean utilizations', () => {
  let seen = 0
  for (const { turn } of data.turns) {
    const trend = healthRows(data, readings, turn)?.[0]?.trend ?? ''
    const halves = [...trend.matchAll(/([\d.]+) % in turns (\d+) to (\d+)/gu)]
    if (trend !== '') expect(halves).toHaveLength(2)
    for (const [, percent, from, to] of halves) {
      const inside = data.turns.slice(Number(from), Number(to) + 1)
      const mean = inside.reduce((sum, { used }) => sum + used / data.limit, 0) / inside.length
      expect(Number(percent)).toBeCloseTo(100 * mean, 0.9)
      seen++
    }
    if (halves.length === 2) expect(halves[1]?.[3]).toBe(`${turn}`)
  }
  expect(seen).toBeGreaterThan(20)
})

it('HEALTH-2 the arrivals that raise an alert are those above its factor and its share of the window', () => {
  const { config } = data.spec
  const withAlerts = (more: object) => {
    const { alerts } = config.health_monitoring
    const health_monitoring = { ...config.health_monitoring, alerts: { ...alerts, ...more } }
    const own = { ...data, limit: 100_000, spec: { ...data.spec, config: { ...config, health_monitoring } } }
    return healthRows(own, readings, 30)?.find(({ metric }) => metric === 'burn_rate')
  }
  const to = readings[30]?.metrics.burn_rate.healthy[1] ?? 0
  // A tenth of the window is more than what is healthy here; with no share, what is healthy decides.
  expect(to).toBeLessThan(10_000)
  expect(withAlerts({ burn_share: 0.1 })).toMatchObject({
    alertText: 'alert above 10,000',
    strip: { to, alert: 10_000, most: 15_000 },
  })
  expect(withAlerts({ burn_share: 0 })?.strip?.alert).toBe(to)
  expect(withAlerts({ burn_factor: 5 })?.healthyText).toMatch(/, 5 times the average$/u)
})
