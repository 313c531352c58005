import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { expectEqual } from '../../testing/expect-equal.ts'
import { runsOnce } from '../../testing/once.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { entriesAt, run, takeIn, unmanagedPeak } from '../index.ts'
import type { TimelineData } from '../index.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const LIMIT = Math.floor(0.4 * unmanagedPeak(intake))
const HORIZON = 20
/** (1.25 − 0.1) ÷ 0.1: the extra price of writing a token to the cache instead of reading it, in reads. */
const PRICE = 11.5

/** One step of the cascade before an eviction that never waits. */
const ranBy = runsOnce(([stage, horizon_turns, at]: readonly [string, number, number]) => {
  const pipeline = [
    { stage, at },
    { stage: 'evict', at: 0.9, with: { eviction: { horizon_turns: 0 } } },
    'clip',
  ]
  const config = {
    strategy: 'pipeline',
    max_context_tokens: LIMIT,
    eviction: { horizon_turns },
    pipeline,
    simulation: { refetch: 'off' as const },
  }
  return run(trace, config, { intake })
})
const ran = (stage: string, horizon: number, at = 0.8): TimelineData => ranBy([stage, horizon, at]).data

/**
 * For each edit of a stage: what it freed, and the tokens of the last prompt that it moved or that follow its first
 * change. Computed from the spans alone.
 */
function tolls({ turns, edits, spans, reserve, limit }: TimelineData, stage: string) {
  return edits.flatMap((edit) => {
    const last = turns.findLast(({ turn, window }) => turn < edit.turn && window === edit.window)
    const fits = edit.before * 1.05 + reserve <= limit
    if (edit.stage !== stage || last === undefined || !fits) return []
    const [sent, before, after] = [last.points.sent.tick, edit.tick - 1, edit.tick].map((tick) =>
      entriesAt(spans, tick, edit.window).map(({ block, version, tokens }) => ({
        id: `${block} ${version}`,
        tokens,
      })),
    )
    if (sent === undefined || before === undefined || after === undefined) return []
    let cached = 0
    while (cached < sent.length && sent[cached]?.id === before[cached]?.id) cached += 1
    let same = 0
    while (same < cached && before[same]?.id === after[same]?.id) same += 1
    const stays = new Set(after.map(({ id }) => id))
    const rewritten = before.slice(same, cached).filter(({ id }) => stays.has(id))
    return [
      {
        used: edit.before,
        freed: edit.before - edit.after,
        rewritten: rewritten.reduce((sum, { tokens }) => sum + tokens, 0),
      },
    ]
  })
}

const pays = ({ freed, rewritten }: { freed: number; rewritten: number }): boolean =>
  PRICE * rewritten <= HORIZON * freed

describe('the cache cost of cascade steps', () => {
  const stages = ['summarize_results', 'progressive', 'compact', 'delegate', 'new_window']

  it.each(stages)(
    'EVI-4 COST-6 every edit of %s breaks even within the horizon, unless the request would not fit',
    (stage) => {
      const data = ran(stage, HORIZON)
      expect(data.edits.filter((edit) => edit.stage === stage).length).toBeGreaterThan(0)
      expect(tolls(data, stage).filter((one) => !pays(one))).toEqual([])
    },
  )

  it('EVI-4 COST-6 without a horizon some edits do not, and with it they are held back with their figures', () => {
    const careless = stages.filter((stage) => tolls(ran(stage, 0), stage).some((one) => !pays(one)))
    expect(careless.length).toBeGreaterThan(0)
    for (const stage of careless) {
      const notes = ran(stage, HORIZON).turns.flatMap(({ events }) =>
        events.flatMap((event) => (event.kind === 'note' && event.stage === stage ? [event.note] : [])),
      )
      const held = notes.flatMap(({ heldBack }) => (heldBack?.why === 'horizon' ? [heldBack] : []))
      expect(held.length, stage).toBeGreaterThan(0)
      for (const { frees, rewrites, horizon } of held)
        expectEqual([PRICE * rewrites > HORIZON * frees, horizon], [true, HORIZON])
    }
  })

  it('COST-6 no edit saves less than the minimum gain, unless the request would not fit', () => {
    const made: number[] = []
    const untimed = { ...trace, turns: trace.turns.map((turn) => ({ ...turn, time: null })) }
    const once = takeIn(untimed, chars4)
    fc.assert(
      fc.property(
        fc.constantFrom('evict', 'managed'),
        fc.constantFrom('fifo', 'lru', 'hybrid', 'priority'),
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 30, max: 110 }),
        (strategy, policy, tenths, horizon_turns, percent) => {
          const eviction = { policy, horizon_turns, min_gain: tenths / 10, min_free_share: 0 }
          const max_context_tokens = Math.round((percent / 100) * unmanagedPeak(once))
          const { data } = run(untimed, { strategy, max_context_tokens, eviction }, { intake: once })
          for (const stage of ['evict', ...stages])
            for (const { used, freed, rewritten } of tolls(data, stage)) {
              const saved = horizon_turns * freed - PRICE * rewritten
              made.push(saved)
              expectEqual(saved >= (tenths / 10) * used, true)
            }
        },
      ),
      // The first case makes edits, whatever the seed.
      { numRuns: 8, examples: [['evict', 'fifo', 0, 60, 50]] },
    )
    expect(made.length).toBeGreaterThan(0)
  })

  it('COMP-2 a step that the config puts below orange is not held back', () => {
    const ladder = stages.filter((stage) => stage !== 'new_window')
    const heldBack = (at: number): number =>
      ladder.filter((stage) =>
        ran(stage, 1, at).turns.some(({ events }) =>
          events.some(
            (event) => event.kind === 'note' && event.stage === stage && event.note.code === 'held_back',
          ),
        ),
      ).length
    expect(heldBack(0.74)).toBe(0)
    expect(heldBack(0.75)).toBeGreaterThan(0)
  })
})
