import { expect, it } from 'vitest'
import { run } from '../sim/index.ts'
import { traceOf } from '../testing/trace.ts'
import { turnTable } from './series.ts'
import { fileName, metricSheet, turnSheet } from './sheet.ts'

it('STRAT-1 a sheet of metrics has a column for each lane, raw values, and empty cells where one does not apply', () => {
  const lanes = [
    { name: 'one', label: 'One' },
    { name: '__proto__', label: 'Two' },
  ]
  const rows = [
    {
      label: 'needs met',
      unit: 'share of needs',
      direction: 'up' as const,
      // In another order than the lanes.
      cells: [
        { lane: '__proto__', value: 0 },
        { lane: 'one', value: 0.9125 },
      ],
    },
    { label: 'edits', unit: 'edits', direction: null, cells: [{ lane: '__proto__', value: null }] },
  ]
  expect(metricSheet(lanes, rows)).toEqual([
    ['metric', 'unit', 'direction', 'One', 'Two'],
    ['needs met', 'share of needs', 'up', 0.9125, 0],
    ['edits', 'edits', null, null, null],
  ])
})

it('LED-1 a sheet of turns says what the run recorded, turn by turn', () => {
  const talk = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${index} `.repeat(900),
  }))
  const { data } = run(traceOf(talk), { max_context_tokens: 3000, strategy: 'evict' })
  const [head = [], ...lines] = turnSheet(turnTable(data))
  const column = (name: string): unknown[] => lines.map((line) => line[head.indexOf(name)])
  expect(data.edits.length).toBeGreaterThan(0)
  expect(lines.every((line) => line.length === head.length)).toBe(true)
  expect(column('turn')).toEqual(data.turns.map((turn) => turn.turn))
  expect(column('arrived tokens')).toEqual(data.turns.map((turn) => turn.points.arrived.used))
  expect(column('offered tokens')).toEqual(data.turns.map((turn) => turn.points.offered.used))
  expect(column('sent tokens')).toEqual(data.turns.map((turn) => turn.points.sent.used))
  expect(column('responded tokens')).toEqual(data.turns.map((turn) => turn.responded?.used ?? null))
  expect(column('share of the limit')).toEqual(data.turns.map((turn) => turn.points.sent.used / 3000))
  expect(column('zone')).toEqual(data.turns.map((turn) => turn.reading.zone))
  expect(column('velocity tokens per turn')).toEqual(data.turns.map((turn) => turn.reading.velocity))
  expect(column('spike')).toEqual(data.turns.map((turn) => turn.reading.spike))
  expect(column('edits')).toEqual(
    data.turns.map(({ turn }) => data.edits.filter((edit) => edit.turn === turn).length),
  )
})

it('names of files say the scenario or the log, the lane and the turn', () => {
  const scenario = { kind: 'scenario', name: 'axios-migration', seed: 7, filename: null } as const
  expect(
    fileName({ source: scenario, lane: 'fifo', turn: 23, content: 'anthropic', extension: 'json' }),
  ).toBe('axios-migration-seed-7.fifo.turn-23.anthropic.json')
  const log = { kind: 'log', name: 'claude-code', seed: null, filename: 'my session.v2.jsonl' } as const
  expect(fileName({ source: log, content: 'figures', extension: 'csv' })).toBe('my-session-v2.figures.csv')
  expect(fileName({ source: { ...log, filename: null }, content: 'run', extension: 'json' })).toBe(
    'claude-code.run.json',
  )
})

it('a hostile name of a log cannot lead out of the folder of downloads', () => {
  const log = { kind: 'log', name: 'plain', seed: null } as const
  for (const filename of [
    '../../etc/passwd',
    'C:\\boot.ini',
    '...',
    '',
    ' ',
    '.bashrc',
    'a\u0000b',
    'é'.repeat(500),
  ]) {
    const name = fileName({ source: { ...log, filename }, lane: '../x', content: 'run', extension: 'json' })
    expect(name, filename).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}_-]*\.x\.run\.json$/u)
    expect(name.length, filename).toBeLessThan(100)
  }
})
