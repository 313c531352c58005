import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { LaneEvent } from '../../../view/index.ts'
import { eventTicks } from './Sparkline.tsx'

const zone = (turn: number, to: 'green' | 'orange' = 'orange'): LaneEvent => ({
  x: turn + 0.25,
  turn,
  kind: 'zone',
  letter: 'Z',
  label: '',
  loss: false,
  zone: to,
})
const edit = (turn: number): LaneEvent => ({
  x: turn + 0.25,
  turn,
  kind: 'edit',
  letter: 'E',
  label: '',
  loss: false,
})
const lost = (turn: number): LaneEvent => ({
  x: turn + 0.5,
  turn,
  kind: 'lost',
  letter: 'L',
  label: '',
  loss: true,
})

/** A scale with ten pixels per turn, and one with a tenth of a pixel. */
const wide = (turn: number): number => turn * 10
const narrow = (turn: number): number => turn / 10

describe('ticks of events', () => {
  test('a turn has one tick, for its most important event, in its middle', () => {
    expect(eventTicks([zone(3), edit(3), zone(3, 'green'), lost(7), zone(9)], wide)).toEqual([
      { x: 35, tone: 'edit', turn: 3 },
      { x: 75, tone: 'loss', turn: 7 },
      { x: 95, tone: 'orange', turn: 9 },
    ])
  })

  test('among turns that share a pixel, the one with a loss is marked and linked', () => {
    expect(eventTicks([edit(10), lost(12), edit(13)], narrow)).toEqual([{ x: 1, tone: 'loss', turn: 12 }])
  })

  test('an invalid request from the log itself is not a loss', () => {
    const event: LaneEvent = { ...edit(1), kind: 'violation' }
    expect(eventTicks([event], wide)[0]?.tone).toBe('notice')
    expect(eventTicks([{ ...event, loss: true }], wide)[0]?.tone).toBe('loss')
  })

  test('the order of events does not matter, and no loss is ever hidden', () => {
    const events = fc.array(
      fc.tuple(fc.nat(3000), fc.constantFrom(zone, edit, lost)).map(([turn, make]) => make(turn)),
    )
    fc.assert(
      fc.property(events, (some) => {
        const ticks = eventTicks(some, narrow)
        expect(eventTicks(some.toReversed(), narrow)).toEqual(ticks)
        const red = new Set(ticks.filter(({ tone }) => tone === 'loss').map(({ x }) => x))
        const wanted = some.filter(({ loss }) => loss).map(({ turn }) => Math.round((turn + 0.5) / 10))
        expect(red).toEqual(new Set(wanted))
      }),
    )
  })
})
