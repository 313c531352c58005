import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LaneEvent } from '../../../view/index.ts'
import { eventMarks } from './EventMarks.tsx'

function event(turn: number, kind: LaneEvent['kind'], loss = false): LaneEvent {
  return { x: turn, turn, kind, letter: kind.slice(0, 1).toUpperCase(), label: `${kind} ${turn}`, loss }
}

it('PRES-5 events far apart have a mark each, edits have none', () => {
  const marks = eventMarks([event(1, 'zone'), event(3, 'edit'), event(9, 'spike')], ({ x }) => ({
    x: x * 20,
    y: 5,
  }))
  expect(marks.map(({ letter, x }) => [letter, x])).toEqual([
    ['Z', 20],
    ['S', 180],
  ])
})

it('a loss is not hidden by other events, and the mark describes both in order', () => {
  const [mark, ...others] = eventMarks(
    [event(4, 'zone'), event(5, 'lost', true), event(6, 'zone')],
    ({ x }) => ({ x: x * 5, y: 0 }),
  )
  expect(others).toEqual([])
  expect(mark).toEqual({
    x: 25,
    y: 0,
    letter: 'L',
    loss: true,
    labels: ['turn 4: zone 4', 'turn 5: lost 5', 'turn 6: zone 6'],
  })
})

it('no marked event is left out and no mark covers another', () => {
  const kinds = ['overflow', 'lost', 'reserve', 'spike', 'zone', 'edit'] as const
  const some = fc.array(fc.tuple(fc.nat(200), fc.constantFrom(...kinds), fc.nat(100)))
  fc.assert(
    fc.property(some, (list) => {
      const events = list.map(([turn, kind]) => event(turn, kind))
      const heights = new Map(events.map((one, index) => [one, list[index]?.[2] ?? 0]))
      const marks = eventMarks(events, (one) => ({ x: one.x * 3, y: heights.get(one) ?? 0 }))
      const told = marks.flatMap(({ labels }) => labels)
      expect(told).toHaveLength(events.filter(({ kind }) => kind !== 'edit').length)
      const pairs = marks.flatMap((a, at) => marks.slice(at + 1).map((b) => [a, b] as const))
      const apart = pairs.map(([a, b]) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)))
      expect(Math.min(14, ...apart)).toBe(14)
    }),
  )
})
