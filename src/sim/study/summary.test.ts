import { expect, it } from 'vitest'
import { presetConfig } from '../../config/index.ts'
import { costOfRun, metrics, run } from '../index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import type { Timeline } from '../index.ts'
import { isFit } from '../run/metric/list.ts'
import { figuresOf } from './figures.ts'
import { summaryOf } from './summary.ts'

const seeds = [1, 2].map((seed) => {
  const trace = scenario('bug-fix', seed)
  return ['fifo', 'hybrid'].map((preset) => run(trace, { ...presetConfig(preset), max_context_tokens: 8000 }))
})

it('UNC-1 a study of one seed has the figures of the table of metrics', () => {
  const [first = []] = seeds
  const table = summaryOf([first.map(figures)], 0)
  for (const [lane, timeline] of first.entries()) {
    const value = (id: string) => metrics(timeline).find((row) => row.id === id)?.value ?? null
    expect(table[lane]?.cost.estimate?.value).toBeCloseTo(value('cost') ?? NaN, 12)
    expect(table[lane]?.needed.estimate?.value).toBeCloseTo(value('need-hit-rate') ?? NaN, 12)
    expect(table[lane]?.constraints.estimate?.value ?? null).toEqual(value('constraint-retention'))
  }
})

it('UNC-2 the baseline is compared with nothing, and a lane with itself differs in nothing', () => {
  const same = seeds.map(([lane]) => [lane, lane].flatMap((one) => (one ? [figures(one)] : [])))
  const [baseline, twin] = summaryOf(same, 0)
  expect(baseline?.cost.difference).toBeNull()
  expect(twin?.cost.difference).toMatchObject({
    verdict: 'unclear',
    estimate: { value: 0, low: 0, high: 0, n: 2 },
  })
})

function figures(timeline: Timeline): ReturnType<typeof figuresOf> {
  const { data } = timeline
  return figuresOf({
    needs: data.needs,
    usd: costOfRun(data).usd,
    fit: isFit(metrics(timeline)),
    reached: data.ended === null,
  })
}
