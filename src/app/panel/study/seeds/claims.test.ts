import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { summaryOf } from '../../../../sim/internal.ts'
import { Compared } from './Compared.tsx'
import { Answer } from './Seeds.tsx'

/** Of 30 seeds: a lane that costs what `costOf` says and meets `met` of 10 needs. */
const lane = (costOf: (seed: number) => number, met: number) =>
  Array.from({ length: 30 }, (_, seed) => ({
    cost: { top: costOf(seed), bottom: 1 },
    needed: { top: met, bottom: 10 },
    constraints: { top: 1, bottom: 1 },
    fit: true,
    reached: true,
  }))

/** The lanes beside the first. */
const beside = (...lanes: readonly ReturnType<typeof lane>[]) =>
  summaryOf(
    Array.from({ length: 30 }, (_, seed) => lanes.map((one) => one[seed])),
    0,
  )

const usual = lane(() => 1, 8)
const cheap = lane(() => 0.7, 6)
/** Cheaper by far in half of the seeds, and dearer in the others: 1 % cheaper in all. */
const unsure = lane((seed) => (seed % 2 === 0 ? 0.5 : 1.48), 8)

it('a run that ended early is never called better, but may be worse', () => {
  const [, shorter] = beside(usual, cheap)
  const shown = (name: 'cost' | 'needed', fit: boolean) =>
    renderToStaticMarkup(
      createElement(Compared, { difference: shorter?.[name].difference ?? null, what: 'log', fit }),
    )
  expect(shown('cost', true)).toContain('data-verdict="better"')
  expect(shown('cost', true)).toContain('better: −30.0 %')
  expect(shown('cost', false)).toContain('data-verdict="unclear"')
  expect(shown('cost', false)).toMatch(/>−30\.0 % [^<]*: runs ended early</)
  expect(shown('needed', false)).toContain('data-verdict="worse"')
  expect(shown('needed', false)).toContain('worse: −20.0 points')
})

it('no lane is called worse than runs that ended early', () => {
  const ended = usual.map((one) => ({ ...one, fit: false, reached: false }))
  const dear = lane(() => 2, 9)
  const [, other] = beside(ended, dear)
  const shown = (base: boolean) =>
    renderToStaticMarkup(
      createElement(Compared, { difference: other?.cost.difference ?? null, what: 'seed', base }),
    )
  expect(shown(true)).toContain('data-verdict="worse"')
  expect(shown(false)).toContain('data-verdict="unclear"')
  expect(shown(false)).toMatch(/>\+100\.0 % [^<]*: the baseline’s runs ended early</)
  const answer = (base: typeof usual) =>
    renderToStaticMarkup(
      createElement(Answer, { rows: beside(base, dear), labels: ['None', 'Hybrid'], baseline: 0, seeds: 30 }),
    )
  expect(answer(ended)).toContain('Hybrid is clearly better than None')
  expect(answer(usual)).toContain('No lane is better than None')
})

it('lanes that are better in something and worse in nothing stand in one sentence', () => {
  const better = lane(() => 0.7, 9)
  const said = renderToStaticMarkup(
    createElement(Answer, {
      rows: beside(usual, better, better),
      labels: ['FIFO', 'LRU', 'Hybrid'],
      baseline: 0,
      seeds: 30,
    }),
  )
  expect(said).toContain('LRU and Hybrid cost least ($0.7000 per run)')
  expect(said).toContain(
    'LRU and Hybrid are clearly better than FIFO in at least one figure and worse in none.',
  )
})

it('the cheapest of many seeds has a name only where its difference is clear', () => {
  const answer = (other: typeof usual) =>
    renderToStaticMarkup(
      createElement(Answer, {
        rows: beside(usual, other),
        labels: ['FIFO', 'Hybrid'],
        baseline: 0,
        seeds: 30,
      }),
    )
  expect(answer(cheap)).toContain('Hybrid costs least ($0.7000 per run)')
  expect(answer(unsure)).toContain('no lane clearly costs less than FIFO')
  expect(answer(unsure)).not.toContain('costs least')
})
