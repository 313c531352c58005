import { describe, expect, it } from 'vitest'
import { HEALTH_METRICS, NO_HEALTH, readHealth } from '../engine/internal.ts'
import type { AlertCode, HealthSettings } from '../engine/index.ts'
import { alertsAsWritten } from './health.ts'
import type { Snapshot } from './health.ts'
import defects from './defects.json' with { type: 'json' }

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
const CALM: Snapshot = {
  utilization: 0.4,
  evictionRate: 0,
  fidelity: 1,
  compressionRatio: 4,
  burnRate: 1000,
  resultsShare: 0.12,
}

/** Alerts by turn, the article's and ours, for the same turns. Each turn compresses something. */
function both(turns: readonly Partial<Snapshot>[]): { article: AlertCode[][]; here: AlertCode[][] } {
  const article: AlertCode[][] = []
  const here: AlertCode[][] = []
  let state = NO_HEALTH
  turns.forEach((changed, turn) => {
    const snapshot = { ...CALM, ...changed }
    article.push(alertsAsWritten(snapshot, settings.alerts))
    const input = {
      turn,
      utilization: snapshot.utilization,
      limit: 100_000,
      repeatedCalls: 0,
      evicted: snapshot.evictionRate,
      compression: { before: 1000 * snapshot.compressionRatio, after: 1000 },
      arrived: snapshot.burnRate,
      fidelity: snapshot.fidelity,
      resultsShare: snapshot.resultsShare,
    }
    const next = readHealth(state, input, settings)
    state = next.state
    here.push(next.reading.alerts.map((alert) => alert.code))
  })
  return { article, here }
}

describe('the health monitor of “Agent Context Window Management” compared with this one', () => {
  it('HEALTH-2 health_utilization_at_once: one full turn is an emergency there, and none here', () => {
    const { article, here } = both([{}, { utilization: 0.95 }, {}])
    expect(article).toEqual([[], ['utilization_critical'], []])
    expect(here).toEqual([[], [], []])
  })

  it('HEALTH-2 health_utilization_at_once: five full turns are five alerts there, and one here', () => {
    const { article, here } = both(Array.from({ length: 5 }, () => ({ utilization: 0.95 })))
    expect(article.flat()).toHaveLength(5)
    expect(here).toEqual([[], [], ['utilization_critical'], [], []])
  })

  it('HEALTH-2 health_inflation_silent: three summaries longer than their originals', () => {
    const { article, here } = both(Array.from({ length: 3 }, () => ({ compressionRatio: 0.8 })))
    expect(article.flat()).toEqual([])
    expect(here.flat()).toEqual(['compression_ratio_min'])
  })

  it('HEALTH-2 health_burn_never: ten times the tokens of every turn before', () => {
    const { article, here } = both([{}, {}, {}, {}, { burnRate: 10_000 }])
    expect(article.flat()).toEqual([])
    expect(here).toEqual([[], [], [], [], ['burn_anomaly']])
  })

  it('each names the article and the rule, under a name of its own', () => {
    expect(defects.health.map((entry) => [entry.name, entry.article, entry.rule])).toEqual([
      ['health_utilization_at_once', 'Agent Context Window Management', 'HEALTH-2'],
      ['health_inflation_silent', 'Agent Context Window Management', 'HEALTH-2'],
      ['health_burn_never', 'Agent Context Window Management', 'HEALTH-2'],
    ])
  })
})
