import { describe, expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { metrics, run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import { compareRuns } from '../../sim/internal.ts'
import { trioOf, verdictOf } from './divergence.ts'
import type { HeadlineLane } from './divergence.ts'
import { headline } from './headline.ts'
import { sentenceText } from '../sentence/sentence.ts'

describe('what protection and what the score contributed', () => {
  it('the larger contribution gets the credit, equal ones share it, and a negative one gets none', () => {
    expect(verdictOf(4.1, 1)).toBe('protection')
    expect(verdictOf(1, 4.1)).toBe('score')
    expect(verdictOf(2, 2)).toBe('both')
    expect(verdictOf(0, 0)).toBe('neither')
    expect(verdictOf(-3, -1)).toBe('neither')
    expect(verdictOf(-3, 0.1)).toBe('score')
    expect(verdictOf(0.1, -5)).toBe('protection')
  })

  const lanesOf = (
    seed: number,
    presets: readonly string[],
    change: object = {},
  ): readonly HeadlineLane[] => {
    const trace = scenario('axios-migration', seed)
    const intake = takeIn(trace, chars4)
    const max_context_tokens = Math.round(unmanagedPeak(intake) / 2)
    return presets.map((name) => {
      const timeline = run(trace, { ...presetConfig(name), max_context_tokens, ...change }, { intake })
      return { name, label: name.toUpperCase(), data: timeline.data, rows: metrics(timeline) }
    })
  }
  const told = (lanes: readonly HeadlineLane[]): string => {
    const { firstDivergence } = compareRuns(Object.fromEntries(lanes.map((one) => [one.name, one])))
    return sentenceText(headline(firstDivergence, lanes))
  }
  const OPENING = ['naive_fifo', 'fifo', 'hybrid']

  it.each([1, 3, 7, 8])('for seed %i the sentence agrees with the shares in its own table', (seed) => {
    const lanes = lanesOf(seed, OPENING)
    // Recounted from the needs: full and summary count 1, partial a half.
    const WORTH: Readonly<Record<string, number>> = { full: 1, summary: 1, partial: 0.5 }
    const points = lanes.map(({ data: { needs } }) => {
      const met = needs.reduce((sum, { resolution }) => sum + (WORTH[resolution] ?? 0), 0)
      return Math.round((1000 * met) / needs.length)
    })
    const [naive = 0, guarded = 0, scored = 0] = points
    const [protection, score] = [Math.max(0, guarded - naive), Math.max(0, scored - guarded)]
    const than = protection > 0 && score > 0 ? 'more than' : 'not'
    const beginning =
      protection > score
        ? `Protection made the difference, ${than} the score:`
        : score > protection
          ? `The score made the difference, ${than} protection:`
          : protection > 0
            ? 'Protection and score made as much of a difference:'
            : 'Neither protection nor score helped:'
    const text = told(lanes)
    expect(text.startsWith(beginning), text).toBe(true)
    for (const share of points) expect(text).toContain(`${(share / 10).toFixed(1)} %`)
    for (const by of [guarded - naive, scored - guarded]) {
      const size = (Math.abs(by) / 10).toFixed(1)
      expect(text).toContain(by === 0 ? ' the same' : `(${by < 0 ? '−' : '+'}${size} point`)
    }
    // In any order of the lanes.
    expect(told([...lanes].reverse()).startsWith(beginning)).toBe(true)
  })

  it('if no lane is missing needed context, neither is said to have helped or not', () => {
    const peak = unmanagedPeak(takeIn(scenario('axios-migration', 7), chars4))
    const lanes = lanesOf(7, OPENING, { max_context_tokens: Math.round(1.2 * peak) })
    const met = (lane: HeadlineLane): boolean =>
      lane.data.needs.every(({ resolution }) => resolution === 'full' || resolution === 'summary')
    expect(lanes.map(met)).toEqual([true, true, true])
    expect(lanes[0]?.data.edits.length).toBeGreaterThan(0)
    expect(told(lanes)).toMatch(/^No needed context was missing: NAIVE_FIFO dropped the task/)
  })

  it('the sentence is used only for lanes that differ in nothing but protection and score', () => {
    const all = lanesOf(7, [...OPENING, 'lru'])
    const [naive, guarded, hybrid, lru] = all
    if (naive === undefined || guarded === undefined || hybrid === undefined || lru === undefined)
      throw new Error('no lanes')
    expect(trioOf([naive, guarded, hybrid])).not.toBeNull()
    expect(trioOf([naive, hybrid])).toBeNull()
    expect(trioOf([naive, lru, hybrid])).toBeNull()
    expect(trioOf(all)).toBeNull()
    const [scored] = lanesOf(7, ['hybrid'], { budget: { allocations: { output_reserved: 0.1 } } })
    if (scored === undefined) throw new Error('no lanes')
    expect(trioOf([naive, guarded, scored])).toBeNull()
  })
})
