import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presetConfig } from '../config/index.ts'
import { chars4 } from '../engine/index.ts'
import { metrics, run, scenario, takeIn, unmanagedPeak } from '../sim/index.ts'
import {
  blocksMissed,
  droppedAtOneTurn,
  isFit,
  missedBy,
  plans,
  programOf,
  referenceOf,
  settingsOf,
} from '../sim/internal.ts'
import type { Gap, KeepOrDrop } from '../sim/internal.ts'
import { loadSolver } from './solver.ts'

const solve = await loadSolver()

/** Up to four blocks with up to two needs each, in ten turns. */
const small = fc
  .record({
    room: fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 10, maxLength: 10 }),
    blocks: fc.array(
      fc.record({
        size: fc.integer({ min: 1, max: 9 }),
        restorable: fc.boolean(),
        from: fc.integer({ min: 0, max: 4 }),
        steps: fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 1, max: 3 })), {
          minLength: 1,
          maxLength: 2,
        }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ room, blocks }): KeepOrDrop => {
    const gaps: Gap[] = []
    for (const [source, { size, restorable, from: first, steps }] of blocks.entries()) {
      let from = first
      let before: number | null = null
      for (const [length, weight] of steps) {
        const to = from + length
        if (to > 9) break
        gaps.push({ source, from, to, weight, size, before, restorable })
        before = gaps.length - 1
        from = to + 1
      }
    }
    return { window: 0, turns: room.map((_, turn) => turn), gaps, room }
  })

it('OPT-3 relaxed ≤ exact ≤ every plan that knows the future, and the exact one is that of brute force', () => {
  fc.assert(
    fc.property(small, (of) => {
      const all = of.gaps.reduce((sum, { weight }) => sum + weight, 0)
      const relaxed = all - (solve(programOf(of, false))?.value ?? NaN)
      const exact = all - (solve(programOf(of, true))?.value ?? NaN)
      expect(exact).toBeCloseTo(fewestMissed(of), 6)
      expect(relaxed).toBeLessThanOrEqual(exact + 1e-6)
      expect(droppedAtOneTurn(of)).toBeLessThanOrEqual(relaxed + 1e-6)
      for (const plan of Object.values(plans)) {
        expect(fits(of, plan(of))).toBe(true)
        expect(missedBy(of, plan(of))).toBeGreaterThanOrEqual(exact - 1e-6)
      }
    }),
    { numRuns: 25 },
  )
})

it('OPT-3 one more token of room never hurts, and room for everything misses nothing', () => {
  fc.assert(
    fc.property(small, (of) => {
      const best = (room: readonly number[]): number => solve(programOf({ ...of, room }, true))?.value ?? NaN
      expect(best(of.room.map((tokens) => tokens + 1))).toBeGreaterThanOrEqual(best(of.room) - 1e-6)
      const roomy = { ...of, room: of.room.map(() => 1000) }
      for (const plan of Object.values(plans)) expect(missedBy(roomy, plan(roomy))).toBe(0)
    }),
    { numRuns: 15 },
  )
})

it('OPT-3 no strategy that only drops blocks misses fewer blocks than the reference', () => {
  for (const name of ['bug-fix', 'screenshots']) {
    const trace = scenario(name, 4)
    const intake = takeIn(trace, chars4)
    const peak = unmanagedPeak(intake)
    for (const share of [0.5]) {
      const limit = Math.max(2000, Math.floor(peak * share))
      for (const preset of ['fifo', 'hybrid', 'default']) {
        const timeline = run(trace, { ...presetConfig(preset), max_context_tokens: limit }, { intake })
        if (!isFit(metrics(timeline))) continue
        const { needs, atLeast, atMost } = referenceOf(intake, settingsOf(timeline.data), solve)
        expect(atLeast).toBeLessThanOrEqual(atMost)
        expect(atMost).toBeLessThanOrEqual(needs)
        expect(blocksMissed(timeline), `${preset} in ${name} at ${share}`).toBeGreaterThanOrEqual(atLeast)
      }
    }
  }
})

it('OPT-1 a window for everything has a reference of nothing missed', () => {
  const trace = scenario('bug-fix', 4)
  const intake = takeIn(trace, chars4)
  const limit = unmanagedPeak(intake) * 2
  const timeline = run(trace, { ...presetConfig('unmanaged'), max_context_tokens: limit }, { intake })
  expect(referenceOf(intake, settingsOf(timeline.data), solve)).toMatchObject({ atLeast: 0, atMost: 0 })
  expect(blocksMissed(timeline)).toBe(0)
})

/** Every set of gaps, written out. */
function fewestMissed(of: KeepOrDrop): number {
  let fewest = Infinity
  for (let set = 0; set < 2 ** of.gaps.length; set++) {
    const plan = of.gaps.map((_, at) => ((set >> at) & 1) === 1)
    if (fits(of, plan)) fewest = Math.min(fewest, missedBy(of, plan))
  }
  return fewest
}

/** Whether there is room for what a plan keeps, and it keeps nothing that is gone for good. */
function fits({ gaps, room }: KeepOrDrop, plan: readonly boolean[]): boolean {
  const held = room.map((_, place) =>
    gaps.reduce(
      (sum, { from, to, size }, at) => (plan[at] && from <= place && place <= to ? sum + size : sum),
      0,
    ),
  )
  return (
    held.every((tokens, place) => tokens <= (room[place] ?? 0)) &&
    gaps.every(({ before, restorable }, at) => !plan[at] || restorable || before === null || plan[before])
  )
}
