import { describe, expect, it } from 'vitest'
import { BLOCK_TYPES } from '../../engine/internal.ts'
import { metrics, run } from '../../sim/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { traceOf } from '../../testing/trace.ts'
import { laneEvents } from './lane-event.ts'
import { everyTurn, turnTable } from '../layout/series.ts'
import {
  eventSheet,
  fileName,
  metricSheet,
  overlapSheet,
  turnSheet,
  typeSheet,
  utilizationSheet,
  velocitySheet,
} from './sheet.ts'

it('STRAT-1 the exported metrics have a column for each lane, raw values, and empty cells for missing values', () => {
  const model = { id: 'm', label: 'Model M', source: 'a page', dated: '2026-01-02', calls: 3 }
  const prices = { models: [model], assumed: true }
  const { data } = run(traceOf([{ role: 'user', content: 'Go.' }]), {})
  const rest = { cache: { prices }, data }
  const lanes = [
    { name: 'one', label: 'One', ...rest },
    { name: '__proto__', label: 'Two', ...rest },
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
    {
      label: 'Cost',
      unit: 'US dollars',
      direction: 'down' as const,
      kind: 'money' as const,
      cells: [{ lane: 'one', value: 1.5 }],
    },
  ]
  expect(metricSheet(lanes, rows)).toEqual([
    ['metric', 'unit', 'direction', 'One', 'Two', 'prices of', 'prices assumed'],
    ['needs met', 'share of needs', 'up', 0.9125, 0, null, null],
    ['edits', 'edits', null, null, null, null, null],
    ['Cost', 'US dollars', 'down', 1.5, null, 'Model M (2026-01-02)', 'yes'],
  ])
})

it('EDIT-3 the exported metrics say of each lane what was done in it by hand', () => {
  const { data } = run(traceOf([{ role: 'user', content: 'Go.' }]), {})
  const user = data.blocks.find(({ type }) => type === 'user_message')
  const interventions = [
    { turn: 0, kind: 'pin' as const, block: user?.id ?? 0 },
    { turn: 0, kind: 'compact' as const },
  ]
  const cache = { prices: { models: [], assumed: false } }
  const lanes = [
    { name: 'a', label: 'Plain', cache, data },
    { name: 'b', label: 'Mine', cache, data: { ...data, spec: { ...data.spec, interventions } } },
  ]
  const cells = [{ lane: 'b', value: 1 }]
  const rows = metricSheet(lanes, [{ label: 'edits', unit: 'edits', direction: null, cells }])
  const note = 'Mine was changed by hand: pinned user message of turn 0 in turn 0, compacted in turn 0.'
  expect(rows.slice(1)).toEqual([
    ['notes', null, null, null, note, null, null],
    ['edits', 'edits', null, null, 1, null, null],
  ])
})

it('LED-1 the exported turns contain what the run recorded in each turn', () => {
  const talk = Array.from({ length: 12 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${index} `.repeat(900),
  }))
  const { data } = run(traceOf(talk), {
    max_context_tokens: 3000,
    strategy: 'evict',
    eviction: { user_share: 0 },
  })
  const [head = [], ...lines] = turnSheet(turnTable(data), 'Hybrid, twice', data.windows)
  const column = (name: string): unknown[] => lines.map((line) => line[head.indexOf(name)])
  expect(data.edits.length).toBeGreaterThan(0)
  expect(lines.every((line) => line.length === head.length)).toBe(true)
  expect(new Set(column('lane'))).toEqual(new Set(['Hybrid, twice']))
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

describe('the turns of a run with sub-agents that fetches content again', () => {
  const { data } = run(scenario('sub-agents', 7), {
    strategy: 'evict',
    eviction: { policy: 'fifo' },
    max_context_tokens: 8955,
    simulation: { refetch: 'on' },
  })
  const [head = [], ...lines] = turnSheet(everyTurn(data), 'Own', data.windows)
  const column = (name: string): unknown[] => lines.map((line) => line[head.indexOf(name)])
  const sumOf = (name: string): number => column(name).reduce<number>((sum, one) => sum + Number(one ?? 0), 0)
  const metric = (id: string): number | null => metrics({ data }).find((row) => row.id === id)?.value ?? null

  it('LED-1 are all in the file, each with its context, and sum to what was sent', () => {
    expect(column('turn')).toEqual(data.turns.map(({ turn }) => turn))
    expect(sumOf('sent tokens')).toBe(metric('prompt-tokens'))
    const contexts = new Set(column('context'))
    expect(contexts.size).toBe(1 + data.windows.filter(({ kind }) => kind === 'subagent').length)
    expect(contexts).toContain('main context')
    expect(contexts.size).toBeGreaterThan(2)
    const both = overlapSheet(data, data)
    expect(both.length - 1).toBe(data.turns.length)
    expect(new Set(both.slice(1).map((line) => line.at(-1)))).toEqual(contexts)
  })

  it('NEED-3 tell what was fetched again apart from the reply', () => {
    expect(metric('refetch-tokens')).toBeGreaterThan(0)
    expect(sumOf('fetched again tokens')).toBe(metric('refetch-tokens'))
    const replies = data.turns.reduce(
      (sum, { calls }) => sum + (calls.find(({ kind }) => kind === 'main')?.output ?? 0),
      0,
    )
    expect(sumOf('reply tokens')).toBe(replies)
    expect(sumOf('responded tokens')).toBe(
      column('responded tokens').reduce<number>(
        (sum, one, at) =>
          one === null
            ? sum
            : sum +
              ['sent tokens', 'fetched again tokens', 'reply tokens'].reduce(
                (all, name) => all + Number(column(name)[at]),
                0,
              ),
        0,
      ),
    )
  })
})

describe('exported charts', () => {
  const talk = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `${index} `.repeat(index % 7 === 3 ? 900 : 300),
  }))
  const config = { max_context_tokens: 3000, strategy: 'evict', eviction: { user_share: 0 } }
  const { data } = run(traceOf(talk), config)
  const other = run(traceOf(talk), { ...config, eviction: { policy: 'lru' } }).data

  /** Cells by the names of their columns. Throws if a row has another length. */
  function read([head = [], ...lines]: ReturnType<typeof turnSheet>): Map<string, unknown>[] {
    return lines.map((line) => {
      expect(line).toHaveLength(head.length)
      return new Map(head.map((name, index) => [String(name), line[index]]))
    })
  }
  const column = (sheet: ReturnType<typeof turnSheet>, name: string): unknown[] =>
    read(sheet).map((row) => row.get(name))

  it('LED-1 the columns of the types add up to the sent tokens', () => {
    const rows = read(typeSheet(data))
    expect(rows.map((row) => row.get('turn'))).toEqual(data.turns.map(({ turn }) => turn))
    for (const row of rows) {
      const types = [...row].filter(([name]) => name !== 'turn' && name !== 'sent tokens')
      expect(types).toHaveLength(BLOCK_TYPES.length)
      expect(types.reduce((sum, [, tokens]) => sum + Number(tokens), 0)).toBe(row.get('sent tokens'))
    }
  })

  it('LED-3 utilization has a row for every point', () => {
    expect(column(utilizationSheet(data), 'used tokens')).toEqual(
      data.turns.flatMap(({ points: { arrived, offered, sent }, responded }) =>
        [arrived, offered, sent, responded].flatMap((point) => (point === null ? [] : [point.used])),
      ),
    )
    expect(column(utilizationSheet(data), 'share of the limit')[0]).toBe(
      (data.turns[0]?.points.arrived.used ?? NaN) / 3000,
    )
  })

  it('PRES-2 velocity, baseline and turns until red are the recorded readings of each turn', () => {
    const sheet = velocitySheet(data)
    expect(column(sheet, 'velocity tokens per turn')).toEqual(data.turns.map((turn) => turn.reading.velocity))
    expect(column(sheet, 'baseline tokens per turn')).toEqual(data.turns.map((turn) => turn.reading.baseline))
    expect(column(sheet, 'turns until red')).toEqual(data.turns.map((turn) => turn.reading.turnsUntilRed))
  })

  it('PRES-5 each event is a row, in order, with plain numbers', () => {
    const rows = read(eventSheet(data))
    expect(rows.map((row) => row.get('what happened'))).toEqual(laneEvents(data).map((event) => event.label))
    expect(rows.filter((row) => row.get('event') === 'edit').map((row) => row.get('tokens'))).toEqual(
      data.edits.map((edit) => edit.freed - edit.added),
    )
    const spike = rows.find((row) => row.get('event') === 'spike')
    expect(spike?.get('zone') ?? null).toBeNull()
  })

  it('shared and unshared tokens add up to what each lane sent in each turn', () => {
    const rows = read(overlapSheet(data, other))
    expect(rows).toHaveLength(data.turns.length)
    for (const [turn, row] of rows.entries()) {
      const [both, first, second] = ['in both', 'only in the first', 'only in the second'].map((name) =>
        Number(row.get(`tokens ${name}`)),
      )
      expect((both ?? NaN) + (first ?? NaN)).toBe(data.turns[turn]?.used)
      expect((both ?? NaN) + (second ?? NaN)).toBe(other.turns[turn]?.used)
    }
    expect(rows.some((row) => row.get('tokens only in the first') !== 0)).toBe(true)
  })

  it('only have a header for a window that the run does not have', () => {
    for (const sheet of [typeSheet, utilizationSheet, velocitySheet, eventSheet]) {
      expect(sheet(data, 7)).toHaveLength(1)
    }
  })
})

it('file names contain the scenario or the log, the lane and the turn', () => {
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

it('a hostile log name cannot lead out of the download folder', () => {
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
