import { expect, test } from 'vitest'
import type { Result } from '../measure/result.ts'
import { logTable, sumsTable } from './figures.ts'

/** A lane over two logs whose cost is 1 against 2 of the baseline, with some logs that it fits. */
const sum = (lane: string, fit: number, cost = 1, reached = fit) => ({
  lane,
  logs: 2,
  metrics: { cost: lane === 'base' ? 2 : cost },
  study: { fit, reached },
  against:
    lane === 'base' ? null : { logs: 2, metrics: { cost: { value: cost, base: 2, low: null, high: null } } },
})

const marks = (...sums: ReturnType<typeof sum>[]) =>
  sumsTable({ sums, settings: { baseline: 'base' } } as unknown as Result, ['cost'])
    .rows.at(-1)
    ?.flatMap((cell) => (typeof cell === 'object' && 'mark' in cell ? [cell.mark] : []))

test('in sums over logs a lane is marked better only if no other one fits more of them', () => {
  expect(marks(sum('base', 0), sum('whole', 2), sum('refused', 1))).toEqual(['better', 'faint'])
  expect(marks(sum('base', 2), sum('either', 1))).toEqual(['better'])
})

test('a lane is not marked worse than one whose runs ended early, as in the page’s table', () => {
  expect(marks(sum('base', 2), sum('dear', 2, 3))).toEqual(['worse'])
  expect(marks(sum('base', 0, 2, 1), sum('dear', 2, 3))).toEqual(['faint'])
  // The client of a log was answered, whatever the limit of this window.
  expect(marks(sum('base', 0, 2, 2), sum('dear', 2, 3))).toEqual(['worse'])
  const lane = (name: string, cost: number, ended: number | null) => ({
    lane: name,
    ended,
    metrics: { cost, 'turns-refused': 0, 'turns-reached': ended ?? 9 },
  })
  const one = (ended: number | null) => {
    const log = { log: 'a', turns: 9, lanes: [lane('base', 1, ended), lane('dear', 2, null)] }
    const { rows } = logTable(log as unknown as Result['logs'][number], ['cost', 'turns-reached'], 'base')
    return rows.map((row) => (row.at(-1) as { mark: string }).mark)
  }
  expect(one(null)).toEqual(['worse', 'faint'])
  expect(one(4)).toEqual(['faint', 'better'])
})

test('UNC-2 with many lanes, each a row, the differences from the baseline stand beside the values', () => {
  const sums = ['base', 'a', 'b', 'c', 'd', 'e'].map((lane) => sum(lane, 2))
  const many = sumsTable({ sums, settings: { baseline: 'base' } } as unknown as Result, ['cost'])
  expect(many.rows.slice(0, 2)).toEqual([
    ['base', { text: '2' }, { text: '$2.0000' }],
    ['a', { text: '2 (in 2)', mark: 'faint' }, { text: '$1.0000 (−$1.0000)', mark: 'better' }],
  ])
  const lanes = sums.map(({ lane, metrics }) => ({ lane, ended: null, metrics }))
  const log = { log: 'a', turns: 9, lanes } as unknown as Result['logs'][number]
  expect(logTable(log, ['cost'], 'base').rows[1]).toEqual([
    'a',
    { text: '$1.0000 (−$1.0000)', mark: 'better' },
  ])
  expect(logTable(log, ['cost'], null).rows[1]).toEqual(['a', { text: '$1.0000' }])
})
