import { describe, expect, it } from 'vitest'
import { chars4 } from '../engine/index.ts'
import { zoneOf } from '../engine/internal.ts'
import { scenario } from '../testing/shared-traces.ts'
import { budgetsOf, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { budgetTable, eventStories, why, zoneRuns } from './index.ts'

const trace = scenario('axios-migration', 5)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)
const TURN = 20
const { data } = run(
  trace,
  { strategy: 'evict', max_context_tokens },
  {
    intake,
    interventions: [
      {
        turn: TURN,
        kind: 'set',
        config: {
          pressure: { thresholds: { yellow: 0.2, orange: 0.3, red: 0.4 } },
          eviction: { target: 0.25 },
          budget: { allocations: { tool_results: 0.1 } },
        },
      },
    ],
  },
)

describe('a turn is shown with the settings that were in effect', () => {
  it('PRES-1 zones have the thresholds of their turn', () => {
    const zoneAt = (x: number) => zoneRuns(data, 0, 10_000).find(({ from, to }) => from <= x && x < to)?.zone
    const at = (turn: number) => (data.turns[turn]?.points.sent.used ?? 0) / data.limit
    expect(zoneAt(TURN - 0.25)).toBe(zoneOf(at(TURN - 1), data.thresholds))
    const set = data.set?.[0]?.thresholds ?? data.thresholds
    const differ = data.turns
      .slice(TURN)
      .filter(({ turn }) => zoneOf(at(turn), set) !== zoneOf(at(turn), data.thresholds))
    expect(differ.length).toBeGreaterThan(0)
    for (const { turn } of differ) expect(zoneAt(turn + 0.75)).toBe(zoneOf(at(turn), set))
  })

  it('EDIT-1 an eviction names the threshold of its turn, and so do the sentences of the turn', () => {
    const edit = data.edits.find(({ turn, stage }) => turn >= TURN && stage === 'evict')
    const block = edit?.blocks[0]?.block ?? -1
    expect(why(data, block, { turn: edit?.turn ?? -1 })?.rung).toMatchObject({
      key: 'pressure.thresholds.orange',
      value: '0.3',
    })
    const stories = eventStories(data, 0, TURN).map(({ sentence }) => sentence)
    expect(stories.join(' ')).toContain('0.3')
  })

  it('BUD-1 a budget has the share of its turn', () => {
    const rows = (turn: number) =>
      budgetTable(data, budgetsOf(data), turn)?.rows.find(({ part }) => part === 'results')?.limit
    expect(rows(TURN)).toBeLessThan(rows(TURN - 1) ?? 0)
  })
})
