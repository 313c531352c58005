import { describe, expect, it } from 'vitest'
import { completeConfig, presetConfig } from '../../../config/index.ts'
import type { PartialConfig } from '../../../config/index.ts'
import { chars4, guards, policies } from '../../../engine/index.ts'
import type { BlockId, Decision } from '../../../engine/index.ts'
import { expectEqual, expectSame } from '../../../testing/expect-equal.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { entriesAt, explain, run, scoreHistory, takeIn, unmanagedPeak } from '../../index.ts'
import type { ScorePoint, Timeline, Trace } from '../../index.ts'

const whole = scenario('axios-migration', 3, { turns: 50 })
/** Its first turns: a history replays the run, so all histories of a run cost the square of its turns. */
const trace: Trace = { ...whole, turns: whole.turns.slice(0, 18) }
const intake = takeIn(trace, chars4)
/** One block in this many is checked in a case. There are more cases than that, so each block is checked in some. */
const EVERY = 14

const off = Object.fromEntries(
  Object.values(guards).flatMap(({ name, always }) => (always ? [] : [[name, false]])),
)

function timelineOf(eviction: object, share: number): Timeline {
  const max_context_tokens = Math.round(share * unmanagedPeak(intake))
  const config = {
    strategy: 'evict',
    pressure: { preemptive: false },
    max_context_tokens,
    // Every batch is made as soon as it is triggered, so that there are scores to compare.
    eviction: { horizon_turns: 0, user_share: 0, ...eviction },
  }
  return run(trace, completeConfig(config), { intake })
}

function historyOf(timeline: Timeline, block: BlockId): ScorePoint[] {
  const steps = scoreHistory(timeline, block)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

/** A decision as `explain` gives it, with lookups for every block. */
interface Told {
  readonly turn: number
  readonly edit: number
  readonly decision: Decision
  /** The blocks in the window right before it. */
  readonly standing: ReadonlySet<BlockId>
  /** The lowest row that contains a block. */
  readonly rows: ReadonlyMap<BlockId, Decision['victims'][number]>
  readonly along: ReadonlySet<BlockId>
  readonly gates: ReadonlyMap<BlockId, readonly string[]>
}

/** All decisions of a run from `explain`, one replay for each turn that has some. */
function toldBy(timeline: Timeline): Told[] {
  return timeline.turns.flatMap(({ turn, window, edits }) => {
    const decided = edits.filter((edit) => (timeline.edits[edit]?.decision ?? null) !== null)
    const decisions = decided.length === 0 ? [] : explain(timeline, turn).decisions
    return decided.map((edit, index): Told => {
      const decision = decisions[index]
      if (decision === undefined) throw new Error(`turn ${turn} has no table for edit ${edit}`)
      const before = (timeline.edits[edit]?.tick ?? 0) - 1
      const rows = new Map<BlockId, Decision['victims'][number]>()
      for (const row of [...decision.victims, ...decision.survivors].toSorted((a, b) => a.rank - b.rank)) {
        for (const block of row.blocks) if (!rows.has(block)) rows.set(block, row)
      }
      const gates = new Map<BlockId, string[]>()
      for (const { block, gates: names } of decision.gated ?? []) {
        gates.set(block, [...(gates.get(block) ?? []), ...names])
      }
      return {
        turn,
        edit,
        decision,
        standing: new Set(entriesAt(timeline.data.spans, before, window).map((entry) => entry.block)),
        rows,
        along: new Set(decision.along),
        gates,
      }
    })
  })
}

/** What `explain` says about a block, decision by decision: the naive twin of its history. */
function explained(told: readonly Told[], block: BlockId) {
  return told
    .filter(({ standing }) => standing.has(block))
    .map(({ turn, edit, decision, rows, along, gates }) => {
      const row = rows.get(block)
      return {
        turn,
        edit,
        policy: decision.policy,
        key: row?.key ?? null,
        rank: row?.rank ?? null,
        candidates: decision.victims.length + decision.survivors.length,
        taken: along.has(block) || (row !== undefined && row.rank < decision.cut),
        gates: gates.get(block) ?? [],
        score: row === undefined || decision.terms.length === 0 ? null : row.score,
      }
    })
}

/** The part of a history that the twin has. */
function comparable(history: readonly ScorePoint[]) {
  return history.map(({ turn, edit, policy, key, rank, candidates, taken, gates: held, score }) => {
    return { turn, edit, policy, key, rank, candidates, taken, gates: held, score }
  })
}

describe('the score of a block over time', () => {
  const cases = Object.keys(policies)
    .map((policy, nth): [string, object, number] => {
      if (nth % 3 === 0) return [policy, { policy }, 0.35]
      return nth % 3 === 1
        ? [`${policy} without guards`, { policy, gates: off }, 0.55]
        : [`${policy} without placeholders`, { policy, placeholders: false }, 0.3]
    })
    .map(([name, eviction, share], nth) => [name, eviction, share, nth] as const)

  it.each(cases)('EDIT-1 agrees with explain in every turn: %s', (_, eviction, share, nth) => {
    const timeline = timelineOf(eviction, share)
    const told = toldBy(timeline)
    const [beside] = told.flatMap(({ along }) => [...along])
    let points = 0
    for (const { id } of timeline.blocks) {
      // All blocks of all policies would take a minute, so each case checks its own part of them, and all check the
      // system prompt, and a block that left along with another.
      if (id % EVERY !== nth % EVERY && id > 1 && id !== beside) continue
      const history = historyOf(timeline, id)
      expectEqual(comparable(history), explained(told, id))
      points += history.length
    }
    expect(points).toBeGreaterThan(20)
  })

  it.each([
    ['its cascade', {}, 0.35],
    ['summaries first', presetConfig('summarize_results'), 0.35],
    ['merges', { eviction: { policy: 'semantic_merge', merge_similarity: 0.5 } }, 0.35],
    [
      'failing requests',
      { mock_llm: { failure_rate: 0.5 }, compression: { cascade: { 0.3: 'progressive' } } },
      0.2,
    ],
  ] as [string, PartialConfig, number][])(
    'EDIT-1 with the managed strategy, agrees with explain from the recorded answers: %s',
    (_, config, share) => {
      const max_context_tokens = Math.round(share * unmanagedPeak(intake))
      const timeline = run(trace, { ...config, strategy: 'managed', max_context_tokens }, { intake })
      const told = toldBy(timeline)
      let points = 0
      for (const { id } of timeline.blocks) {
        if (id % 46 !== 3 && id > 1) continue
        const history = historyOf(timeline, id)
        expectEqual(comparable(history), explained(told, id))
        points += history.length
      }
      expect(points).toBeGreaterThan(2)
    },
  )

  it('EDIT-1 the replay starts only at the beginning of each series of turns', () => {
    for (const limit of [0.12, 0.35, 0.9]) {
      const timeline = timelineOf({ policy: 'hybrid' }, limit)
      let starts = 0
      // Only the start of a replay reads the texts of the run: those made by then, and the model's answers.
      const data = new Proxy(timeline.data, {
        get: (target, key) => {
          if (key === 'contents') starts++
          return Reflect.get(target, key) as unknown
        },
      })
      const replayed: number[] = []
      const steps = scoreHistory({ ...timeline, data }, 0)
      for (let step = steps.next(); step.done !== true; step = steps.next()) replayed.push(step.value.turn)
      const begun = replayed.filter((turn, index) => turn !== (replayed[index - 1] ?? NaN) + 1)
      expect(begun.length).toBeGreaterThan(0)
      expectSame(starts, 2 * begun.length)
    }
  })

  it('EVI-4 each block is compared with the eviction cutoff of its own choice', () => {
    const timeline = timelineOf({ policy: 'hybrid' }, 0.12)
    // Calls and results are adjacent, so every sixth group of four blocks has pairs.
    const points = timeline.blocks.flatMap(({ id }) => ((id >> 2) % 6 === 0 ? historyOf(timeline, id) : []))
    const ranked = points.filter((point) => point.rank !== null && point.score !== null)
    const last = ranked.filter((point) => point.choice === 'last')
    const withSecond = new Set(points.filter(({ choice }) => choice === 'last').map(({ edit }) => edit))
    const highestOfFirst = new Map<number, number>()
    for (const { edit, choice, rank } of ranked) {
      if (choice === 'first') highestOfFirst.set(edit, Math.max(highestOfFirst.get(edit) ?? -1, rank ?? -1))
    }
    expect(last.length).toBeGreaterThan(0)
    for (const point of ranked) {
      const { cut, score, taken } = point
      // Hybrid ranks by score: an evicted block is not above the last evicted one, and a remaining one not below the
      // first remaining one.
      if (taken) expect(score).toBeLessThanOrEqual(cut.last ?? -1)
      else expect(score).toBeGreaterThanOrEqual(cut.first ?? 2)
      // The last choice is made only if the first has no candidates left.
      if (withSecond.has(point.edit) && point.choice === 'first')
        expectEqual([taken, cut.first], [true, null])
    }
    for (const point of last) {
      expectSame(timeline.blocks[point.scored ?? -1]?.type, 'tool_result')
      expect(point.rank).toBeGreaterThanOrEqual(highestOfFirst.get(point.edit) ?? -Infinity)
    }
    // A call leaves with its result. It has the result's score, which is stated.
    expect(
      last.some(
        ({ scored, edit }, index) =>
          last.findIndex((one) => one.scored === scored && one.edit === edit) < index,
      ),
    ).toBe(true)
  })

  it('EVI-4 clipping ranks every running result by size, without a score', () => {
    const ids = Array.from({ length: 9 }, (_, index) => `c${index}`)
    const calls = ids.map((id) => ({ type: 'tool_use', id, name: 'read', input: {} }) as const)
    const results = ids.map(
      (id, index) =>
        ({
          type: 'tool_result',
          tool_use_id: id,
          content: 'a line of output\n'.repeat(index === 4 ? 4000 : 10),
        }) as const,
    )
    const clipping: Trace = {
      ...trace,
      system: '',
      tools: [],
      needs: [],
      messages: [
        { role: 'user', content: 'read them' },
        { role: 'assistant', content: calls },
        { role: 'user', content: results },
        { role: 'assistant', content: 'done' },
      ],
      turns: [
        { turn: 0, window: 0, inputs: [0], response: 1, time: 0, usage: null, model: null },
        { turn: 1, window: 0, inputs: [2], response: 3, time: 1, usage: null, model: null },
      ],
      counts: null,
    }
    const timeline = run(clipping, { max_context_tokens: 8000, strategy: 'evict' })
    const points = timeline.blocks
      .filter((block) => block.type === 'tool_result')
      .map(({ id }) => historyOf(timeline, id)[0])
    expect(points.map((point) => point?.rank)).toEqual([1, 2, 3, 4, 0, 5, 6, 7, 8])
    expect(points.map((point) => point?.taken)).toEqual(ids.map((_, index) => index === 4))
    for (const point of points) {
      expect(point).toMatchObject({ turn: 1, stage: 'clip', score: null, choice: 'first', candidates: 9 })
      expectEqual(point?.cut, { choice: 'first', last: null, first: null })
    }
    expect(points[4]?.key).toBeLessThan(-10_000)
  })

  it('reports progress by turn, is empty without decisions, and refuses an unknown block', () => {
    const timeline = timelineOf({ policy: 'fifo' }, 0.5)
    const steps = [...scoreHistory(timeline, 1)]
    expect(steps.map((step) => step.turn)).toEqual(steps.map((step) => step.turn).toSorted((a, b) => a - b))
    expect(steps.at(-1)).toEqual({ turn: timeline.edits.at(-1)?.turn, turns: timeline.turns.length })
    expect(historyOf(timelineOf({ policy: 'fifo' }, 1.5), 1)).toEqual([])
    expect(() => historyOf(timeline, 9999)).toThrow(/not 9999$/)
  })
})
