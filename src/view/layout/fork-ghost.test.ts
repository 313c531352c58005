import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { ORIGINAL } from '../../engine/internal.ts'
import type { Turn } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Intervention, TimelineData } from '../../sim/index.ts'
import { pointOf, POINTS, xAt } from './axis.ts'
import { firstApart, forkGhost, ghostBands } from './fork-ghost.ts'
import type { GhostStretch } from './fork-ghost.ts'
import { edgesAt } from './hit.ts'
import { overlapSeries } from './overlap.ts'
import { strata } from './strata.ts'
import { windowAt } from './window-at.ts'

/** The first turns of a conversation, because every point of every turn is compared. */
const whole = scenario('axios-migration', 7)
const trace = { ...whole, turns: whole.turns.slice(0, 36) }
const intake = takeIn(trace, chars4)
const limit = Math.floor(unmanagedPeak(intake) / 2.5)
const turns = trace.turns.length

const runs = new Map<string, TimelineData>()

function runWith(interventions: readonly Intervention[], policy = 'fifo', placeholders = true): TimelineData {
  const key = JSON.stringify([interventions, policy, placeholders])
  const known = runs.get(key)
  if (known !== undefined) return known
  const config = { max_context_tokens: limit, eviction: { policy, placeholders } }
  const { data } = run(trace, config, { intake, interventions })
  runs.set(key, data)
  return data
}

const intervention = (turn: Turn): fc.Arbitrary<Intervention> =>
  fc.oneof(
    fc.nat(intake.blocks.length - 1).map((block): Intervention => ({ turn, kind: 'pin', block })),
    fc.constantFrom<Intervention>({ turn, kind: 'reset' }, { turn, kind: 'compact' }),
    fc.integer({ min: 20, max: 65 }).map((percent): Intervention => ({
      turn,
      kind: 'set',
      config: { eviction: { target: percent / 100 } },
    })),
  )

const forked = fc
  .record({
    turn: fc.nat(turns - 1),
    policy: fc.constantFrom('fifo', 'hybrid', 'random'),
    placeholders: fc.boolean(),
  })
  .chain(({ turn, policy, placeholders }) =>
    intervention(turn).map((act) => ({
      turn,
      base: runWith([], policy, placeholders),
      fork: runWith([act], policy, placeholders),
    })),
  )

/** The blocks in the window at a point of a turn, with the text that an edit gave them. */
function standing(data: TimelineData, tick: number): ReadonlyMap<number, string> {
  return new Map(
    windowAt(data, tick, 0).map(({ block, state, content }) => {
      const made = (data.blocks[block]?.message ?? 0) < 0 && content !== ORIGINAL
      const text = content === ORIGINAL ? null : data.contents[content]
      return [block, JSON.stringify([made ? data.blocks[block]?.type : block, state, text])] as const
    }),
  )
}

/** Blocks of one run that the other lacks, at a point of the axis: looked up one by one. */
function bruteForce(own: TimelineData, other: TimelineData, turn: Turn, point: (typeof POINTS)[number]) {
  const [here, there] = [own, other].map((data) => {
    const record = data.turns[turn]
    const at = record === undefined ? null : pointOf(record, point)
    return at === null ? new Map<number, string>() : standing(data, at.tick)
  })
  const keys = new Set(there?.values())
  return [...(here ?? [])].flatMap(([block, key]) => (keys.has(key) ? [] : [block])).sort((a, b) => a - b)
}

function at(stretches: readonly GhostStretch[], x: number): number[] {
  return stretches
    .flatMap(({ block, from, to }) => (from <= x && x < to ? [block] : []))
    .sort((a, b) => a - b)
}

describe('the difference drawn for a fork', () => {
  it('EDIT-4 is empty before the turn of the fork, and agrees with a point-by-point comparison of the windows', () => {
    fc.assert(
      fc.property(forked, ({ turn, base, fork }) => {
        const ghost = forkGhost(base, fork, turn)
        for (const { from, to } of [...ghost.onlyFork, ...ghost.onlyBase]) {
          expect(from).toBeGreaterThanOrEqual(turn)
          expect(to).toBeGreaterThan(from)
        }
        for (const record of base.turns) {
          for (const point of POINTS) {
            if (pointOf(record, point) === null) continue
            const x = xAt(record.turn, point)
            expect(at(ghost.onlyFork, x)).toEqual(bruteForce(fork, base, record.turn, point))
            expect(at(ghost.onlyBase, x)).toEqual(bruteForce(base, fork, record.turn, point))
          }
        }
      }),
      { numRuns: 8 },
    )
  })

  it('LED-1 is empty where the prompts are equal, and its total is the sent tokens of the fork', () => {
    fc.assert(
      fc.property(forked, ({ turn, base, fork }) => {
        const ghost = forkGhost(base, fork, turn)
        const { x, tokens } = ghost.total
        for (const point of overlapSeries(base, fork)) {
          const here = at(ghost.onlyFork, point.x).length + at(ghost.onlyBase, point.x).length
          if (point.onlyFirst === 0 && point.onlySecond === 0) expect(here).toBe(0)
          if (point.turn < turn) continue
          expect(tokens[x.lastIndexOf(point.x)]).toBe(fork.turns[point.turn]?.points.sent.used)
        }
        expect(x).toEqual(x.toSorted((a, b) => a - b))
        expect(x[0] ?? turn).toBe(turn)
      }),
      { numRuns: 8 },
    )
  })

  it('a pinned block is drawn from the turn of its eviction to the end', () => {
    const base = runWith([])
    const edit = base.edits.find(({ blocks }) =>
      blocks.some(({ verb }) => verb === 'drop' || verb === 'replace'),
    )
    const taken = edit?.blocks.find(({ verb }) => verb === 'drop' || verb === 'replace')
    const [turn, block] = [edit?.turn ?? -1, taken?.block ?? -1]
    const fork = runWith([{ turn, kind: 'pin', block }])
    const ghost = forkGhost(base, fork, turn)
    expect(ghost.first).toBe(turn)
    const own = ghost.onlyFork.filter((one) => one.block === block)
    expect(own).toEqual([{ block, from: xAt(turn, 'sent'), to: turns }])
  })

  it('a run compared with itself has no difference', () => {
    const base = runWith([])
    const ghost = forkGhost(base, runWith([]), 10)
    expect([ghost.onlyFork, ghost.onlyBase, ghost.first]).toEqual([[], [], null])
    expect(forkGhost(base, base, 10, 7).total).toEqual({ x: [], tokens: [] })
  })

  it('the first difference of several windows is the earliest, if there is any', () => {
    expect(firstApart([{ first: null }, { first: 9 }, { first: 4 }, { first: null }])).toBe(4)
    expect(firstApart([{ first: null }])).toBeNull()
  })
})

describe('the bands of that difference', () => {
  it('are those of the picture, with the same edges, cut to the turns in which they differ', () => {
    fc.assert(
      fc.property(forked, ({ turn, base, fork }) => {
        const ghost = forkGhost(base, fork, turn)
        const picture = strata(fork)
        const drawn = ghostBands(picture, ghost.onlyFork)
        for (const band of drawn) {
          expect(at(ghost.onlyFork, band.x[0] ?? -1)).toContain(band.block)
          const whole = picture.bands.filter(({ blocks }) => blocks.includes(band.block))
          for (let vertex = 0; vertex + 1 < band.x.length; vertex++) {
            const [x0 = 0, x1 = 0] = [band.x[vertex], band.x[vertex + 1]]
            if (x0 === x1) continue
            const middle = (x0 + x1) / 2
            const heights = whole
              .filter(({ x }) => (x[0] ?? 0) <= middle && middle <= (x.at(-1) ?? 0))
              .map((one) => edgesAt(one, middle).high)
            const high = ((band.high[vertex] ?? 0) + (band.high[vertex + 1] ?? 0)) / 2
            expect(heights.some((one) => Math.abs(one - high) < 1e-6)).toBe(true)
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('a differing block inside a merged band draws that band for the turns in which it differs', () => {
    const base = runWith([])
    const picture = strata(base, { smallerThan: limit })
    const mixed = picture.bands.find(({ blocks }) => blocks.length > 1)
    const [block = -1] = mixed?.blocks ?? []
    const drawn = ghostBands(picture, [{ block, from: 30, to: 31 }])
    expect(drawn).toHaveLength(1)
    expect([drawn[0]?.x[0], drawn[0]?.x.at(-1)]).toEqual([30, 31])
  })
})
