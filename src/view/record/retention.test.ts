import { describe, expect, it } from 'vitest'
import type { Retention, RetentionCurve } from '../../sim/index.ts'
import { csv } from './csv.ts'
import { besideRows, retentionRows, retentionSentences, retentionSheet } from './retention.ts'

const none = { x: 0, told: 0, kept: 0, stale: 0 }
const curve: RetentionCurve = {
  probes: 4,
  byAge: [
    { x: 0, told: 4, kept: 4, stale: 0 },
    { x: 10, told: 4, kept: 3, stale: 0 },
    { x: 16, told: 4, kept: 1, stale: 2 },
  ],
  byCompactions: [
    { x: 0, told: 4, kept: 4, stale: 0 },
    { x: 1, told: 4, kept: 3, stale: 0 },
    { x: 3, told: 2, kept: 1, stale: 0 },
    { x: 5, told: 2, kept: 0, stale: 2 },
  ],
  atEnd: { x: 0, told: 4, kept: 1, stale: 2 },
  overall: { x: 0, told: 12, kept: 8, stale: 2 },
}
const retention: Retention = {
  inferred: false,
  byTurn: [],
  all: curve,
  kinds: { number: curve },
  positions: { late: curve },
  compactions: [9],
  cliff: { turn: 9, from: 0.75, to: 0.25, lost: 2 },
  beside: [
    { way: 'lane', compacted: { ...none, told: 8, kept: 6 }, end: { ...none, told: 4, kept: 1, stale: 2 } },
    { way: 'truncated', compacted: none, end: { ...none, told: 4, kept: 2 } },
  ],
}

describe('what stays in the prompts', () => {
  it('has a row for everything, for each kind and for each position that anything was told in', () => {
    const rows = retentionRows(retention)
    expect(rows.map(({ id }) => id)).toEqual(['all', 'number', 'late'])
    // The curve ends before turn 50; three compactions or more are one column.
    expect(rows[0]).toMatchObject({
      after: [0.75, null],
      compacted: [1, 0.75, null, 0.25],
      end: 0.25,
      told: 4,
    })
    expect(csv(retentionSheet(rows)).split('\r\n')[1]).toBe(
      `all,4,0.75,,1,0.75,,0.25,${8 / 12},0.25,${2 / 12}`,
    )
  })

  it('has the share at exactly ten turns in a long run, whose curve is in steps', () => {
    // 900 turns make 40 steps of 23: what is there for twenty turns and then lost is 20 of 22 in the first.
    const byAge = Array.from({ length: 899 }, (_, x) => ({
      x: x + 1,
      told: 1,
      kept: x < 20 ? 1 : 0,
      stale: 0,
    }))
    const [row] = retentionRows({ ...retention, all: { ...curve, byAge } })
    expect(row?.after).toEqual([1, 0])
    expect(row?.curve.length).toBe(40)
    expect(row?.curve.slice(0, 2).map(({ x, kept }) => [x, kept])).toEqual([
      [0, 20 / 22],
      [23, 0],
    ])
  })

  it('has a row for the lane and each plain shortening, without a share where nothing had to be there', () => {
    expect(besideRows(retention)).toEqual([
      { way: 'lane', compacted: 0.75, end: 0.25, stale: 0.5 },
      { way: 'truncated', compacted: null, end: 0.5, stale: 0 },
    ])
    expect(besideRows({ ...retention, all: { ...curve, probes: 0 } })).toEqual([])
  })

  it('says how much is kept, of how much only an old value is, and where it falls most', () => {
    expect(retentionSentences(retention)).toEqual([
      'Over all prompts, 66.7 % of what was told in earlier turns is there; of 16.7 % only an old value is there.',
      'It falls most in turn 9, with a compaction: 2 items that the prompt before still had are gone, from 75.0 % to 25.0 % of what had been told by then.',
    ])
    const empty = { ...curve, probes: 0, overall: none }
    const said = { ...retention, all: empty, cliff: null }
    expect(retentionRows(said)).toEqual([])
    expect(retentionSentences(said)).toHaveLength(1)
  })
})
