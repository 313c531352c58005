import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gripsOf } from './grips.ts'
import type { LineLabel } from './line-labels.ts'

function labelAt(id: string, line: number, y = line): LineLabel {
  return {
    id,
    key: id,
    kind: 'zone',
    title: id,
    text: id,
    x: 48,
    y,
    line,
    end: 200,
    leader: null,
    asked: false,
  }
}

describe('grips', () => {
  it('are 24 pixels tall where lines are apart', () => {
    const [first] = gripsOf([labelAt('a', 40), labelAt('b', 100)], { left: 40, right: 8, width: 600 }, false)
    expect(first?.strip).toEqual({ left: 28, width: 20, top: 28, height: 24 })
    expect(first?.text).toEqual({ left: 45, width: 158, top: 32, height: 16 })
    const [finger] = gripsOf([labelAt('a', 40), labelAt('b', 100)], { left: 40, right: 8, width: 600 }, true)
    expect(finger?.text?.height).toBe(24)
    // Along the line, from the strip to the end of the plot, three pixels on either side.
    expect(first?.reach).toEqual({ left: 48, width: 544, top: 37, height: 6 })
  })

  it('along lines at one place move the one whose name is shown, in any order', () => {
    const shown = labelAt('shown', 100)
    const asked = { ...labelAt('asked', 101), asked: true }
    for (const labels of [
      [shown, asked],
      [asked, shown],
    ]) {
      const grips = gripsOf(labels, { left: 40, right: 8, width: 600 }, false)
      const reach = (id: string) => grips.find(({ label }) => label.id === id)?.reach
      expect(reach('shown')).toMatchObject({ top: 97, height: 6 })
      expect(reach('asked')).toMatchObject({ height: 0 })
      // At the axis both have half.
      for (const { strip } of grips) expect(strip.height).toBeGreaterThan(10)
    }
  })

  it('give each place on the axis to the nearest line', () => {
    const lines = fc.uniqueArray(fc.integer({ min: 0, max: 240 }), { minLength: 2, maxLength: 9 })
    fc.assert(
      fc.property(lines, fc.integer({ min: -10, max: 250 }), (places, y) => {
        const grips = gripsOf(
          places.map((place) => labelAt(String(place), place)),
          { left: 40, right: 8, width: 600 },
          false,
        )
        const hit = grips.filter(({ strip }) => y > strip.top && y < strip.top + strip.height)
        const nearest = Math.min(...places.map((place) => Math.abs(place - y)))
        expect(hit.length).toBeLessThanOrEqual(1)
        for (const { label } of hit) expect(Math.abs(label.line - y)).toBe(nearest)
        // No nearest line only at the exact middle between two lines.
        const middle = places.filter((place) => Math.abs(place - y) === nearest).length === 2
        expect(hit.length === 1).toBe(nearest < 12 && !middle)
      }),
    )
  })
})
