import { describe, expect, test } from 'vitest'
import type { LaneEvent, TurnRow } from '../../../view/index.ts'
import type { StripLane } from './strip-lane.ts'
import { announcement, stretchName, tipOfTurn, valueText } from './words.ts'

const row = (turn: number, share: number, edited = 0, freed = 0): TurnRow => ({
  turn,
  arrived: 0,
  offered: 0,
  sent: 0,
  adjustment: 0,
  responded: null,
  fetched: 0,
  reply: null,
  window: 0,
  share,
  zone: 'green',
  velocity: 0,
  spike: false,
  edits: edited > 0 ? 1 : 0,
  freed,
  edited,
  grew: false,
  needs: 0,
  lost: 0,
})

const event = (turn: number, kind: LaneEvent['kind'], label: string): LaneEvent => ({
  x: turn + 0.5,
  turn,
  kind,
  letter: '',
  label,
  loss: kind === 'lost',
})

const lane = (
  label: string,
  rows: readonly TurnRow[],
  events: readonly LaneEvent[],
  more: Partial<StripLane> = {},
): StripLane => ({
  name: label,
  label,
  exact: true,
  points: [],
  rows: new Map(rows.map((one) => [one.turn, one])),
  events: new Map(rows.map(({ turn }) => [turn, events.filter((one) => one.turn === turn)])),
  evicting: new Set(rows.map(({ turn }) => turn)),
  stages: new Map(),
  ...more,
})

const fifo = lane(
  'FIFO',
  [row(22, 0.9), row(23, 0.512, 9, 5975)],
  [
    event(23, 'zone', 'orange from yellow at 76.2 %'),
    event(23, 'edit', 'not said twice'),
    event(23, 'lost', '1 of 3 needs lost: the goal'),
  ],
)
const hybrid = lane(
  'Hybrid',
  [row(22, 0.6), row(23, 0.74)],
  [event(22, 'zone', 'yellow from green at 46.2 %')],
)

describe('a turn in words', () => {
  test('the slider says how full each lane is and what was edited', () => {
    expect(valueText(23, 55, [fifo, hybrid])).toBe(
      'turn 23, last 55, FIFO 51.2 % used, evicted 9 blocks, 5,975 tokens; Hybrid 74.0 % used',
    )
  })

  test('the announcement names only the lanes in which something happened', () => {
    expect(announcement(23, [fifo, hybrid])).toBe(
      'turn 23: FIFO evicted 9 blocks, 5,975 tokens, 1 of 3 needs lost: the goal',
    )
    expect(announcement(22, [fifo, hybrid])).toBe('turn 22: Hybrid, yellow from green at 46.2 %')
    expect(announcement(21, [fifo, hybrid])).toBe('')
  })

  test('TOK-5 an estimate is marked, and edits that do more than evict are not called evictions', () => {
    const rows = [row(1, 0.5, 1, 300), row(2, 0.6, 2, -80)]
    const summed = lane('Summed', rows, [], {
      exact: false,
      evicting: new Set(),
      stages: new Map([[2, ['compact', 'carry_notes']]]),
    })
    expect(announcement(1, [summed])).toBe('turn 1: Summed changed 1 block, ≈ 300 tokens freed')
    expect(announcement(2, [summed])).toBe(
      'turn 2: Summed changed 2 blocks by compaction, adding notes, ≈ 80 tokens more',
    )
    expect(valueText(1, 2, [summed])).toContain('Summed ≈ 50.0 % used')
  })

  test('a lane that has ended has no prompt', () => {
    expect(valueText(30, 55, [fifo])).toBe('turn 30, last 55, FIFO has no prompt')
  })

  test('a tip lists a handful of events, losses first, and counts the rest', () => {
    const many = Array.from({ length: 9 }, (_, index) => event(4, 'violation', `rule ${index}`))
    const told = [...many, event(4, 'lost', 'the goal is lost')]
    const tip = tipOfTurn(4, [lane('One', [row(4, 0.5)], told), lane('Two', [row(4, 0.25)], many)])
    expect(tip).toEqual([
      'turn 4',
      'One 50.0 % used',
      '– the goal is lost',
      '– rule 0',
      '– rule 1',
      '– 7 more',
      'Two 25.0 % used',
      '– rule 0',
      '– rule 1',
      '– rule 2',
      '– 6 more',
    ])
  })

  test('a range is named by the turns that are at least partly visible', () => {
    expect(stretchName(0, 56, 56)).toBe('turns 0 to 55, 56 of 56')
    expect(stretchName(9.5, 20.1, 56)).toBe('turns 9 to 20, 12 of 56')
  })
})
