import { describe, expect, it } from 'vitest'
import { overlaid, presetConfig } from '../../../config/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { loadCounter } from '../../../tokenizer/index.ts'
import { isOnGround, verdicts } from '../../store/challenge/challenge.ts'
import { OPENING } from '../../store/choice/choices.ts'
import { laneNames } from '../../store/choice/lanes.ts'
import { conditionOf } from './ChallengeCard.tsx'
import { CHALLENGES } from './list.ts'

/** An answer to each challenge, by its title: it is not part of the page. */
const ANSWERS: Readonly<Record<string, readonly [preset: string, settings: PartialConfig]>> = {
  'Long pauses, nothing lost': ['default', {}],
  'More for less': ['fifo', { pressure: { thresholds: { orange: 0.95, red: 0.98 } } }],
  'Keep every rule': ['fifo', { eviction: { user_share: 0.5 } }],
  'Remember a long chat': ['fifo', { eviction: { user_share: 0.5 } }],
  'A third of the window': ['fifo', { pressure: { thresholds: { orange: 0.95, red: 0.98 } } }],
}

const counter = await loadCounter('o200k_base')

/** The rows of a lane as the page shows them: with its counter and its window. */
function rowsOf({ opening }: (typeof CHALLENGES)[number], preset: string, settings: PartialConfig) {
  const { source, seed, budget } = opening
  if (source.kind !== 'scenario' || budget.kind !== 'share') throw new Error('not a scenario')
  const trace = scenario(source.name, seed)
  const intake = takeIn(trace, counter)
  const max_context_tokens = Math.floor(unmanagedPeak(intake) * budget.share)
  const config = { ...overlaid(presetConfig(preset), settings), max_context_tokens }
  return metrics(run(trace, config, { intake }))
}

describe.each(CHALLENGES)('the challenge $challenge.title', (one) => {
  const met = (rows: ReturnType<typeof rowsOf>): boolean =>
    verdicts(one.challenge, { rows }).every((verdict) => verdict.met)

  it('is open at first and has an answer', () => {
    const [first] = laneNames(one.opening.lanes)
    expect(met(rowsOf(one, first ?? '', {}))).toBe(false)
    const [preset, settings] = ANSWERS[one.challenge.title] ?? ['', {}]
    expect(met(rowsOf(one, preset, settings))).toBe(true)
  })
})

describe('the conditions of a challenge', () => {
  const [first] = CHALLENGES
  const rows = first === undefined ? [] : rowsOf(first, 'fifo', {})

  it('are met where the figure equals the bound, from the right side, and never by a metric without a value', () => {
    const cost = rows.find(({ id }) => id === 'cost')?.value ?? NaN
    const of = (metric: string, is: 'at least' | 'at most', value: number): boolean | undefined =>
      verdicts({ conditions: [{ metric, is, value }] }, { rows })[0]?.met
    expect([of('cost', 'at most', cost), of('cost', 'at least', cost)]).toEqual([true, true])
    expect([of('cost', 'at most', cost * 0.999), of('cost', 'at least', cost * 1.001)]).toEqual([
      false,
      false,
    ])
    expect(of('no such metric', 'at least', 0)).toBe(false)
  })

  it('are not met by a run whose requests did not all fit', () => {
    const refused = rows.map((row) => (row.id === 'turns-refused' ? { ...row, value: 1 } : row))
    const conditions = [{ metric: 'cost', is: 'at least', value: 0 } as const]
    expect(verdicts({ conditions }, { rows })[0]?.met).toBe(true)
    expect(verdicts({ conditions }, { rows: refused })[0]?.met).toBe(false)
  })

  it('begin with what a run just meets', () => {
    const conditions = ['need-hit-rate', 'cost', 'lost-rate'].map((metric) => conditionOf(metric, rows))
    expect(conditions.map(({ is }) => is)).toEqual(['at least', 'at most', 'at most'])
    expect(verdicts({ conditions }, { rows }).every(({ met }) => met)).toBe(true)
  })

  it('count only in their own conversation and window', () => {
    const ground = { source: OPENING.source, seed: 7, budget: OPENING.budget, counter: OPENING.counter }
    expect(isOnGround({ ...OPENING, lanes: [] }, ground)).toBe(true)
    expect(isOnGround({ ...OPENING, seed: 8 }, ground)).toBe(false)
    expect(isOnGround({ ...OPENING, budget: { kind: 'share', share: 0.9 } }, ground)).toBe(false)
  })
})
