import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { metrics, run } from '../../sim/index.ts'
import { compareRuns } from '../../sim/internal.ts'
import type { MetricRow, NeedRecord } from '../../sim/index.ts'
import { arbitraryTrace } from '../../testing/trace.ts'
import { deltaSeries, differenceText, metricTable, needKindTable } from './comparison.ts'

it('LED-1 a difference is the second lane minus the first, for each turn that both reached', () => {
  fc.assert(
    fc.property(arbitraryTrace(), fc.integer({ min: 2000, max: 4000 }), (trace, limit) => {
      const first = run(trace, {
        max_context_tokens: limit,
        strategy: 'evict',
        eviction: { policy: 'fifo' },
      }).data
      const second = run(trace, { max_context_tokens: limit, strategy: 'unmanaged' }).data
      const series = deltaSeries(first, second)
      expect(series).toHaveLength(Math.min(first.turns.length, second.turns.length))
      for (const { turn, tokens, share } of series) {
        expect(tokens).toBe((second.turns[turn]?.used ?? NaN) - (first.turns[turn]?.used ?? NaN))
        expect(share).toBe(tokens / limit)
      }
      expect(deltaSeries(second, first).map((point) => point.tokens + 0)).toEqual(
        series.map((point) => 0 - point.tokens),
      )
    }),
    { numRuns: 20 },
  )
})

function row(id: string, value: number | null, extra: Partial<MetricRow> = {}): MetricRow {
  const text = value === null ? '–' : `${value}!`
  return {
    id: id as MetricRow['id'],
    label: id,
    value,
    of: null,
    unit: 'turns',
    kind: 'count',
    direction: 'up',
    text,
    ...extra,
  }
}

describe('the metric table', () => {
  it('compares each lane with the first, and says better or worse by the direction of the metric', () => {
    const share = { kind: 'share' as const, direction: 'down' as const }
    const [hits, lost] = metricTable([
      { name: 'a', label: 'A', rows: [row('hits', 1200), row('lost', 0.25, share)] },
      { name: 'b', label: 'B', rows: [row('hits', 2400), row('lost', 0.5, share)] },
      { name: 'c', label: 'C', rows: [row('hits', 1200), row('lost', 0.125, share)] },
    ])
    expect(hits?.cells.map((cell) => [cell.text, cell.differenceText, cell.verdict])).toEqual([
      ['1200!', '–', null],
      ['2400!', '+1,200', 'better'],
      ['1200!', '±0', 'same'],
    ])
    expect(lost?.cells.map((cell) => [cell.differenceText, cell.verdict])).toEqual([
      ['–', null],
      ['+25.0 points', 'worse'],
      ['−12.5 points', 'better'],
    ])
  })

  it('two values with the same shown text are the same', () => {
    const share = { kind: 'share' as const }
    const [hits] = metricTable([
      { name: 'a', label: 'A', rows: [row('hits', 0.5, share)] },
      { name: 'b', label: 'B', rows: [row('hits', 0.5004, share)] },
      { name: 'c', label: 'C', rows: [row('hits', 0.5006, share)] },
    ])
    expect(hits?.cells.map((cell) => [cell.differenceText, cell.verdict])).toEqual([
      ['–', null],
      ['±0 points', 'same'],
      ['+0.1 points', 'better'],
    ])
  })

  it('a metric that does not apply has a dash and no verdict', () => {
    const [first, second] = metricTable([
      { name: 'a', label: 'A', rows: [row('x', null), row('y', 3)] },
      { name: 'b', label: 'B', rows: [row('x', 3)] },
    ])
    expect(first?.cells[1]).toMatchObject({
      text: '3!',
      difference: null,
      differenceText: '–',
      verdict: null,
    })
    expect(second?.cells[1]).toMatchObject({ value: null, text: '–', difference: null, verdict: null })
  })

  it('no lane is called better for fewer tokens if it stopped early or sent a request over the limit', () => {
    const sent = (value: number) => row('sent', value, { direction: 'down' })
    const over = (value: number) => row('turns-refused', value, { direction: 'down' })
    const laneOf = (name: string, reached: number, refused: number, tokens: number) => {
      return {
        name,
        label: name,
        rows: [row('turns-reached', reached, { of: 28 }), over(refused), sent(tokens)],
      }
    }
    const verdicts = (...lanes: readonly ReturnType<typeof laneOf>[]) =>
      metricTable(lanes).map(({ cells }) => cells[1]?.verdict)
    const whole = laneOf('whole', 28, 0, 100)
    // How far a run came and what was refused are compared; fewer tokens are no advantage of a run that stopped.
    expect(verdicts(whole, laneOf('stopped', 18, 0, 60))).toEqual(['worse', 'same', null])
    expect(verdicts(whole, laneOf('over', 28, 3, 60))).toEqual(['same', 'worse', null])
    expect(verdicts(whole, laneOf('over', 28, 3, 160))).toEqual(['same', 'worse', 'worse'])
    // Nor is any lane worse than such a run.
    expect(verdicts(laneOf('stopped', 18, 0, 60), whole)).toEqual(['better', 'same', null])
    expect(verdicts(laneOf('over', 28, 3, 60), whole)).toEqual(['same', 'better', null])
    expect(verdicts(laneOf('over', 28, 3, 160), whole)).toEqual(['same', 'better', 'better'])
    expect(verdicts(laneOf('over', 28, 3, 60), laneOf('more', 28, 5, 40))).toEqual(['same', 'worse', null])
  })

  it('contains every metric of a real comparison, in the order of the metrics', () => {
    const trace = fc.sample(arbitraryTrace(), { seed: 5, numRuns: 1 })[0]
    if (trace === undefined) throw new Error('no sample')
    const a = run(trace, { max_context_tokens: 3000, strategy: 'evict' })
    const b = run(trace, { max_context_tokens: 3000, strategy: 'unmanaged' })
    const { rows } = compareRuns({ a, b })
    const table = metricTable(
      [a, b].map((_, index) => ({ name: `${index}`, label: '', rows: rows[index] ?? [] })),
    )
    expect(table.map(({ id }) => id)).toEqual(metrics(a).map(({ id }) => id))
    expect(table.map(({ cells }) => cells[1]?.text)).toEqual(metrics(b).map(({ text }) => text))
    expect(metricTable([])).toEqual([])
  })
})

it('NEED-2 what is present by kind of need is judged like the whole, and kinds that nobody needs are left out', () => {
  const need = (kind: NeedRecord['kind'], resolution: NeedRecord['resolution']): NeedRecord => {
    return { turn: 3, source: 1, kind, evidence: [], refetchable: false, inferred: false, resolution }
  }
  const lane = (name: string, needs: readonly NeedRecord[]) => {
    const rows = [
      row('turns-reached', 5),
      row('turns-refused', 0),
      row('need-hit-rate', 0.5, { kind: 'share' }),
    ]
    return { name, label: name, rows, data: { needs } }
  }
  const table = needKindTable([
    lane('one', [need('goal', 'full'), need('goal', 'lost'), need('fact', 'partial')]),
    lane('two', [need('goal', 'full'), need('goal', 'summary'), need('fact', 'lost')]),
  ])
  expect(table.map(({ id, cells }) => [id, cells.map(({ value }) => value)])).toEqual([
    ['need-hit-rate.goal', [0.5, 1]],
    ['need-hit-rate.fact', [0.5, 0]],
  ])
})

it('REF-2 a kind of need is named, with the metric’s unit where the worker left it out, and an inferred need on a user’s message is called that', () => {
  const needs: NeedRecord[] = [
    {
      turn: 3,
      source: 1,
      kind: 'goal',
      evidence: [],
      refetchable: false,
      inferred: true,
      resolution: 'full',
    },
    {
      turn: 3,
      source: 1,
      kind: 'constraint',
      evidence: [],
      refetchable: false,
      inferred: true,
      resolution: 'lost',
    },
  ]
  const rows = [row('need-hit-rate', 0.5, { kind: 'share', label: '', unit: '' })]
  const table = needKindTable([{ name: 'one', label: 'one', rows, data: { needs } }])
  expect(table.map(({ label, unit }) => [label, unit])).toEqual([
    ['the goal', 'share of needs'],
    ['a message of the user', 'share of needs'],
  ])
})

it('COST-5 a difference of prices has their sign behind its own', () => {
  expect([-0.0013, 0.0264, 0, -1200].map((dollars) => differenceText(dollars, 'money'))).toEqual([
    '−$0.0013',
    '+$0.0264',
    '±0',
    '−$1,200.0000',
  ])
})

it('COST-5 a difference of times is written as a time', () => {
  expect([-584, 597, 0, 12].map((seconds) => differenceText(seconds, 'time'))).toEqual([
    '−9 min 44 s',
    '+9 min 57 s',
    '±0',
    '+12 s',
  ])
})
