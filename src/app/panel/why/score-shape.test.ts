import { describe, expect, it } from 'vitest'
import { chars4, policies } from '../../../engine/index.ts'
import type { BlockId } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, scoreHistory, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import type { Timeline } from '../../../sim/index.ts'
import { scoreDots } from '../../../view/index.ts'
import type { ScoreDot } from '../../../view/index.ts'
import { cutBand, topOfScores } from './ScoreChart.tsx'
import type { Place } from './ScoreChart.tsx'

/** A scale so large that half a line's width is a negligible score, and turns are far apart. */
const FINE = 1e9
const place: Place = { x: (turn) => turn * 1000, y: (score) => (1 - score) * FINE }

/** The pieces of a band, each with its two edges as [x, score] from the left. */
function edgesOf(path: string): { readonly low: number[][]; readonly high: number[][] }[] {
  const stretches = path.split('M').filter((text) => text !== '')
  return stretches.map((text) => {
    const points = text.replace('Z', '').split('L')
    const pairs = points.map((point) => {
      const [x = NaN, y = NaN] = point.split(' ').map(Number)
      return [x, 1 - y / FINE]
    })
    return { low: pairs.slice(0, pairs.length / 2), high: pairs.slice(pairs.length / 2).reverse() }
  })
}

function dotsOf(timeline: Timeline, block: BlockId): ScoreDot[] {
  const steps = scoreHistory(timeline, block)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return scoreDots(step.value)
}

/** The victims with the highest scores in decisions that evicted whole pairs, and some other victims. */
function telling({ data }: Timeline): BlockId[] {
  const isPair = (block: BlockId, verb: string): boolean =>
    verb === 'drop' && data.blocks[block]?.type === 'tool_result'
  const mixed = data.edits.flatMap(({ decision }) => {
    if (decision === null || decision.terms.length === 0) return []
    const first = decision.victims.filter(({ block, verb }) => !isPair(block, verb))
    return first.length === decision.victims.length ? [] : first.sort((a, b) => b.score - a.score).slice(0, 1)
  })
  const some = data.blocks.filter(({ id }) => id % 41 === 7).map(({ id }) => id)
  return [...new Set([...mixed.slice(0, 2).map(({ block }) => block), ...some.slice(0, 1)])]
}

describe('the band of the cut', () => {
  // Two conversations with enough evictions for every policy.
  const scenes = (['axios-migration', 'long-coding'] as const).flatMap((name) => {
    const trace = scenario(name, 7, name === 'long-coding' ? { turns: 90, spread: 10 } : {})
    const intake = takeIn(trace, chars4)
    return [0.2, 0.5].map((share) => ({ name, share, trace, intake }))
  })
  // Each policy in one of the cases, because a score history takes long to replay.
  const cases = scenes.map((scene, part) => ({
    ...scene,
    names: Object.keys(policies).filter((_, at) => at % scenes.length === part),
  }))

  it.each(cases)(
    'EVI-4 no dot of an evicted block is above it: $name at $share',
    ({ share, names, trace, intake }) => {
      let went = 0
      for (const policy of names) {
        const max_context_tokens = Math.max(2000, Math.round(unmanagedPeak(intake) * share))
        // What was said leaves last whatever its score (user_share), so the cut says nothing of it.
        const eviction = { policy, user_share: 0 }
        const timeline = run(trace, { max_context_tokens, eviction }, { intake })
        for (const block of telling(timeline)) {
          const dots = dotsOf(timeline, block)
          const edges = edgesOf(cutBand(dots, place))
          for (const { x, score, taken, lastGone, firstStayed } of dots) {
            if (!taken || score === null) continue
            went++
            // A single cutoff is a dash, a few pixels on both sides.
            const upper = edges.flatMap(({ high }) =>
              high.filter(([at]) => Math.abs((at ?? 0) - place.x(x)) < 5),
            )
            const top = Math.max(...upper.map(([, edge]) => edge ?? NaN))
            expect(score).toBeLessThanOrEqual(top + 1e-6)
            expect(score).toBeLessThanOrEqual((firstStayed ?? lastGone ?? NaN) + 1e-12)
          }
        }
      }
      expect(went).toBeGreaterThan(0)
    },
  )

  const dot: ScoreDot = {
    x: 3.25,
    turn: 3,
    score: 0.4,
    choice: 'first',
    lastGone: 0.3,
    firstStayed: 0.5,
    taken: false,
    gates: [],
    sentence: '',
  }
  const last: ScoreDot = { ...dot, x: 5.25, turn: 5, choice: 'last', lastGone: 0.1, firstStayed: 0.2 }

  it('EVI-4 reaches from the last evicted score to the first kept one, or is a line if there is only one', () => {
    const some = [
      dot,
      { ...dot, x: 4.25, lastGone: 0.2, firstStayed: 0.6 },
      { ...dot, x: 5.25, lastGone: null, firstStayed: 0.4 },
      { ...dot, x: 6.25, lastGone: 0.1, firstStayed: null },
    ]
    const scores = (edge: readonly number[][]) =>
      edge.map(([x = NaN, score = NaN]) => [x, Number(score.toFixed(6))])
    const edges = edgesOf(cutBand(some, place)).map(({ low, high }) => [scores(low), scores(high)])
    const across = (...all: number[]) => all.map((score, nth) => [3250 + nth * 1000, score])
    expect(edges).toEqual([[across(0.3, 0.2, 0.4, 0.1), across(0.5, 0.6, 0.4, 0.1)]])
  })

  it('EVI-4 does not lead from the cut of one ranking to that of the other', () => {
    expect(edgesOf(cutBand([dot, { ...dot, x: 4.25 }, last, { ...last, x: 6.25 }], place))).toHaveLength(2)
    expect(edgesOf(cutBand([dot, { ...dot, x: 4.25 }], place))).toHaveLength(1)
  })

  it('leaves out decisions without scores, and is empty without a cut', () => {
    const none = { ...dot, x: 4.25, score: null, lastGone: null, firstStayed: null }
    expect(cutBand([dot, none, { ...dot, x: 5.25 }], place)).toBe(cutBand([dot, { ...dot, x: 5.25 }], place))
    expect(cutBand([none], place)).toBe('')
  })

  it('the scale holds every score and cut', () => {
    expect(topOfScores([dot])).toBe(0.5)
    expect(topOfScores([{ ...dot, firstStayed: 0.51 }])).toBe(1)
    expect(topOfScores([{ ...last, score: null }])).toBe(0.2)
    expect(topOfScores([])).toBe(0.02)
  })
})
