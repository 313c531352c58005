import { expect, it } from 'vitest'
import { scenario } from '../../testing/shared-traces.ts'
import { metrics, openTimeline, run, takeIn } from '../../sim/index.ts'
import { chars4 } from '../../engine/index.ts'
import { metricTable } from './comparison.ts'
import { FORK_METRICS, forkFigures } from './fork-figures.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const gates = { task: false, current_user_message: false, running_results: false }
const rowsWith = (interventions: Parameters<typeof run>[2]) =>
  metrics(
    openTimeline(
      run(
        trace,
        { max_context_tokens: 30_000, eviction: { policy: 'fifo', gates } },
        { intake, ...interventions },
      ).data,
      trace,
      intake,
    ),
  )
const base = { name: 'base', label: 'base', rows: rowsWith({}) }
const reset = {
  name: 'fork',
  label: 'fork',
  rows: rowsWith({ interventions: [{ turn: 20, kind: 'reset' }] }),
}

it('FIG the figures of a fork are the cells of the metric table, in the order of FORK_METRICS', () => {
  const table = metricTable([base, reset])
  const figures = forkFigures(base, reset)
  expect(figures.map(({ id }) => id)).toEqual([...FORK_METRICS])
  for (const { id, base: own, fork, difference } of figures) {
    const [first, second] = table.find((row) => row.id === id)?.cells ?? []
    expect([own, fork, difference]).toEqual([first?.text, second?.text, second?.differenceText])
  }
})

it('a fork equal to its base has no difference; a worse lost rate is a loss, a change of prompt tokens never is', () => {
  expect(forkFigures(base, { ...base, name: 'fork' }).every(({ same, loss }) => same && !loss)).toBe(true)
  const figures = new Map(forkFigures(base, reset).map((one) => [one.id, one]))
  const back = new Map(forkFigures(reset, base).map((one) => [one.id, one]))
  expect(figures.get('lost-rate')).toMatchObject({ same: false })
  expect(figures.get('lost-rate')?.loss).toBe(!back.get('lost-rate')?.loss)
  expect(figures.get('prompt-tokens')).toMatchObject({ same: false, loss: false })
  expect(back.get('prompt-tokens')).toMatchObject({ same: false, loss: false })
})
