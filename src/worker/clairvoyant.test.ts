import fc from 'fast-check'
import { expect, it } from 'vitest'
import { presetConfig } from '../config/index.ts'
import { chars4 } from '../engine/index.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../sim/index.ts'
import { scenario } from '../testing/shared-traces.ts'
import {
  blocksMissed,
  droppedAtOneTurn,
  insteadOf,
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

it('OPT-1 OPT-3 a request over the limit is refused and meets no need, although it has every block', () => {
  const trace = scenario('bug-fix', 4)
  const intake = takeIn(trace, chars4)
  const limit = Math.floor(unmanagedPeak(intake) / 2)
  const { data } = run(trace, { strategy: 'recorded', max_context_tokens: limit }, { intake })
  const refused = data.needs.filter(({ turn, source }) => {
    const isEarlier = (intake.blocks[source]?.turn ?? Infinity) < turn
    return isEarlier && (data.turns[turn]?.used ?? 0) > limit
  })
  expect(refused.length).toBeGreaterThan(0)
  expect(blocksMissed({ data, intake })).toBe(refused.length)
  expect(refused.length).toBeGreaterThanOrEqual(referenceOf(intake, settingsOf(data), solve).atLeast)
})

/** Blocks of one size with their needs, in a room of ten tokens over ten turns. */
function room(
  ...blocks: readonly { readonly size: number; readonly needs: readonly number[] }[]
): KeepOrDrop {
  const gaps: Gap[] = []
  for (const [source, { size, needs }] of blocks.entries())
    for (const [nth, to] of needs.entries())
      gaps.push({
        source,
        from: nth === 0 ? 1 : (needs[nth - 1] ?? 0) + 1,
        to,
        weight: 1,
        size,
        before: nth === 0 ? null : gaps.length - 1,
        restorable: false,
      })
  return { window: 0, turns: Array.from({ length: 10 }, (_, turn) => turn), gaps, room: Array(10).fill(10) }
}

it('OPT-2 the reference drops what nothing needs, or what is needed last, worked by hand', () => {
  const present = [0, 1, 2].map((block) => ({ block, tokens: 5 }))
  // Two of three fit. Block 2 is never needed.
  const never = room({ size: 5, needs: [4] }, { size: 5, needs: [6] }, { size: 5, needs: [] })
  expect(insteadOf(never, [true, true], 0, 2, present)).toEqual({
    next: 4,
    blocks: [{ block: 2, next: null }],
  })
  // All are needed; the plan misses block 1.
  const last = room({ size: 5, needs: [4] }, { size: 5, needs: [9] }, { size: 5, needs: [5] })
  const plan = plans.farthest(last)
  expect(plan).toEqual([true, false, true])
  expect(insteadOf(last, plan, 0, 2, present)).toEqual({ next: 4, blocks: [{ block: 1, next: 9 }] })
  // The plan drops block 1 itself; nobody needs block 0 after turn 4; and what it drops is too small.
  expect(insteadOf(last, plan, 1, 2, present)).toBeNull()
  expect(insteadOf(last, plan, 0, 5, present)).toBeNull()
  expect(insteadOf(last, plan, 0, 2, [{ block: 1, tokens: 4 }])).toBeNull()
})

it('OPT-2 what it names can be dropped, by brute force: no set of gaps misses fewer where the plan misses fewest', () => {
  fc.assert(
    fc.property(small, fc.integer({ min: 0, max: 9 }), (of, place) => {
      const fewest = fewestMissed(of)
      const plan = Object.values(plans)
        .map((make) => make(of))
        .find((one) => missedBy(of, one) === fewest)
      if (plan === undefined) return
      const sources = [...new Set(of.gaps.map(({ source }) => source))]
      const present = sources.map((block) => ({ block, tokens: 9 }))
      for (const block of sources) {
        const found = insteadOf(of, plan, block, place, present)
        if (found === null) continue
        const gapAt = (one: number) => of.gaps.findIndex(({ source, to }) => source === one && to >= place)
        const dropped = found.blocks.map((one) => gapAt(one.block)).filter((gap) => gap >= 0)
        const agrees = (set: readonly boolean[]): boolean =>
          set[gapAt(block)] === true && dropped.every((gap) => !set[gap])
        expect(fewestMissed(of, agrees)).toBe(fewest)
      }
    }),
    { numRuns: 40 },
  )
})

/** The fewest needs that are missed by any set of gaps, of those that are allowed, written out. */
function fewestMissed(of: KeepOrDrop, allowed: (plan: readonly boolean[]) => boolean = () => true): number {
  let fewest = Infinity
  for (let set = 0; set < 2 ** of.gaps.length; set++) {
    const plan = of.gaps.map((_, at) => ((set >> at) & 1) === 1)
    if (allowed(plan) && fits(of, plan)) fewest = Math.min(fewest, missedBy(of, plan))
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
