import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brushed, gripAt } from './MiniMap.tsx'
import type { Grip } from './MiniMap.tsx'

const GRIPS: readonly Grip[] = ['from', 'to', 'move', 'draw']
const start = { from: 100, to: 140 }

describe('the brush over the turns in sight', () => {
  test('an edge that is dragged moves alone, and stops before the other one', () => {
    expect(brushed('from', start, 100, 90, 300)).toEqual({ from: 90, to: 140 })
    expect(brushed('from', start, 101, 200, 300)).toEqual({ from: 136, to: 140 })
    expect(brushed('to', start, 139, 149, 300)).toEqual({ from: 100, to: 150 })
    expect(brushed('to', start, 140, 900, 300)).toEqual({ from: 100, to: 300 })
  })

  test('moving keeps its length and stays in the conversation', () => {
    expect(brushed('move', start, 120, 130, 300)).toEqual({ from: 110, to: 150 })
    expect(brushed('move', start, 120, -50, 300)).toEqual({ from: 0, to: 40 })
    expect(brushed('move', start, 120, 999, 300)).toEqual({ from: 260, to: 300 })
  })

  test('a new one reaches from where the pointer was pressed to where it is, either way', () => {
    expect(brushed('draw', start, 200, 220, 300)).toEqual({ from: 200, to: 220 })
    expect(brushed('draw', start, 200, 180, 300)).toEqual({ from: 180, to: 200 })
    expect(brushed('draw', start, 299, 320, 300)).toEqual({ from: 296, to: 300 })
  })

  test('no gesture shows less than can be read, or turns that are not there', () => {
    const place = fc.double({ min: -50, max: 450, noNaN: true })
    const gesture = fc.record({
      grip: fc.constantFrom(...GRIPS),
      turns: fc.integer({ min: 1, max: 400 }),
      a: fc.double({ min: 0, max: 1, noNaN: true }),
      b: fc.double({ min: 0, max: 1, noNaN: true }),
      at: place,
      now: place,
    })
    fc.assert(
      fc.property(gesture, ({ grip, turns, a, b, at, now }) => {
        const least = Math.min(4, turns)
        const from = Math.min(a, b) * (turns - least)
        const before = { from, to: Math.max(from + least, Math.max(a, b) * turns) }
        const after = brushed(grip, before, at, now, turns)
        expect(after.from).toBeGreaterThanOrEqual(-1e-9)
        expect(after.to).toBeLessThanOrEqual(turns + 1e-9)
        expect(after.to - after.from).toBeGreaterThanOrEqual(least - 1e-9)
        // Only a new brush may change both edges and the length.
        const kept = [
          after.to === before.to,
          after.from === before.from,
          Math.abs(after.to - after.from - before.to + before.from) < 1e-9,
          true,
        ]
        expect(kept[GRIPS.indexOf(grip)]).toBe(true)
      }),
    )
  })

  test('a pointer finds the edges first, then the inside, then the rest', () => {
    const edges = { from: 100, to: 200 }
    const found = [80, 93, 104, 150, 196, 207, 220].map((x) => gripAt(x, edges, false, 8))
    expect(found).toEqual(['draw', 'from', 'from', 'move', 'to', 'to', 'draw'])
    // A brush over the whole range cannot be moved: a drag inside it draws a new one.
    expect(gripAt(150, edges, true, 8)).toBe('draw')
    // A brush of a few pixels can still be moved.
    expect(gripAt(102, { from: 100, to: 104 }, false, 8)).toBe('move')
  })
})
