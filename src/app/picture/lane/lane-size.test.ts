import { describe, expect, it } from 'vitest'
import { layoutOf, withRows } from './lane-size.ts'

describe('the layout of the lanes', () => {
  it.each([
    [1248, 1, 1],
    [1248, 2, 1],
    [1248, 3, 3],
    [876, 3, 3],
    [820, 3, 1],
    [358, 3, 1],
    [1248, 4, 2],
    [780, 4, 1],
    [1248, 6, 2],
    [1568, 6, 3],
    [1568, 5, 3],
    [1568, 4, 2],
    [358, 6, 1],
  ])('%i pixels hold %i lanes in %i columns', (width, count, columns) => {
    expect(layoutOf(width, 600, count).columns).toBe(columns)
  })

  it('two lanes beside the panel fit under the headline of a screen 800 pixels high', () => {
    const room = 800 - 250
    const { height } = layoutOf(876, room, 2)
    expect(height).toBeGreaterThanOrEqual(130)
    // Head, figures, zones and axis for both lanes; the second also has a sentence and a ribbon.
    expect(2 * (height + 84) + 8 + 42).toBeLessThanOrEqual(room)
  })

  it('four lanes in two rows fit on the screen, with three fifths of its room for pictures of 200 pixels', () => {
    const room = 760
    const { height } = layoutOf(1248, room, 4)
    // Name, two notes, zones, differences, cache and axis of a lane have 158 pixels; the legend is under both rows.
    expect(2 * (height + 158) + 8 + 36).toBeLessThanOrEqual(room)
    expect(height).toBeGreaterThanOrEqual(200)
  })

  it('four lanes of a log, with the notes about it, fit on a laptop whose screen is 800 pixels high', () => {
    const room = 800 - 283
    // Name, two notes, zones, differences, cache and axis of a lane have 159 pixels.
    expect(2 * (layoutOf(1248, room, 4).height + 159) + 8).toBeLessThanOrEqual(room)
  })

  it.each([1408, 1248, 984])('three lanes beside each other fit on the screen, over %i pixels', (width) => {
    const room = 655
    // Name, figures over their names, two sentences of two lines, zones, differences, cache and axis have 223 pixels.
    expect(layoutOf(width, room, 3).height + 223 + 8 + 24).toBeLessThanOrEqual(room)
  })

  it('pictures grow with the screen, and never shrink below what can be read', () => {
    expect(layoutOf(1600, 1100, 2).height).toBeGreaterThan(layoutOf(1600, 800, 2).height)
    expect(layoutOf(1600, 200, 2).height).toBeGreaterThanOrEqual(130)
    expect(layoutOf(1600, 9000, 1).height).toBeLessThanOrEqual(420)
  })

  it('lifelines get a pixel for each row while there are few', () => {
    expect(withRows(150, 60)).toBe(150)
    expect(withRows(150, 200)).toBe(200)
    expect(withRows(150, 5000)).toBe(240)
  })
})
