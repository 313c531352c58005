import { describe, expect, it } from 'vitest'
import type { Band, Strata } from '../../../view/index.ts'
import { scaleOf } from '../plot/scale.ts'
import { endOf, lettersOf, paintingOf, paintingOfBlock, spinesOf, upperEdgeAt } from './shapes.ts'

/** A turn is ten pixels wide, a token one pixel high. */
const scale = scaleOf({ width: 100, left: 0, right: 0, from: 0, to: 10 }, 100, 100)

const call: Band = {
  index: 0,
  blocks: [4],
  type: 'tool_call',
  x: [1, 1, 5, 6, 9],
  low: [0, 0, 0, 0, 0],
  high: [0, 40, 40, 10, 10],
  segments: [
    { state: 'live', from: 0, to: 3 },
    { state: 'placeholder', from: 3, to: 4 },
  ],
}
const picture: Strata = {
  window: 0,
  from: 0,
  to: 10,
  top: 100,
  bands: [call],
  caps: [
    {
      band: 0,
      block: 4,
      count: 1,
      x: 5,
      low: 0,
      high: 40,
      reason: 'replaced',
      letter: 'P',
      final: false,
      edit: 0,
    },
  ],
  connectors: [{ kind: 'summary', edit: 0, block: 4, into: 9, from: { x: 5, y: 20 }, to: { x: 6, y: 80 } }],
  lines: [],
  reserve: { high: 100, steps: [{ from: 0, low: 90 }] },
}
const stale = [{ turn: 5, from: 5.25, to: 5.75, low: 0, high: 30, tokens: 30, edit: 0 }]

describe('the spine of a block', () => {
  it('covers the turns in which it is complete, original or rewritten by hand, and no others', () => {
    expect(spinesOf(picture, 4, scale)).toHaveLength(1)
    const rewritten: Band = {
      ...call,
      segments: [
        { state: 'live', from: 0, to: 2 },
        { state: 'rewritten', from: 2, to: 3 },
        { state: 'placeholder', from: 3, to: 4 },
      ],
    }
    const [first, second, ...others] = spinesOf({ bands: [rewritten] }, 4, scale)
    expect(others).toEqual([])
    // Turns 5 to 6, in pixels. Its middle falls from 20 tokens to 5.
    expect(first?.slice(-2)).toEqual([50, 80])
    expect(second).toEqual([50, 80, 60, 95])
  })
})

describe('what is painted of a picture', () => {
  it('goes from the bands over their hatches and what is invalid to edges, connectors and caps', () => {
    const { shapes, outlines } = paintingOf(picture, stale, scale)
    expect(outlines).toBe(2)
    expect(shapes.map(({ paint }) => paint.name)).toEqual([
      'band type-tool_call',
      'band type-tool_call is-reduced',
      'hatch',
      'hatch dense',
      'stale',
      'edges',
      'connectors',
      'cap reduced',
    ])
    const stained = shapes.find(({ key }) => key === 'stale')
    expect(stained?.lines).toEqual([[52.5, 100, 57.5, 100, 57.5, 70, 52.5, 70]])
  })

  it('leads a connector from where a block ended into its new place', () => {
    const curve = paintingOf(picture, [], scale).shapes.find(({ key }) => key === 'connectors')?.lines[0]
    expect(curve?.slice(0, 2)).toEqual([50, 80])
    // A turn is 10 pixels wide, but a connector at least 14, so that it ends visibly inside its target.
    expect(curve?.slice(-2)).toEqual([64, 20])
    const heights = (curve ?? []).filter((_, index) => index % 2 === 1)
    expect(heights).toEqual(heights.toSorted((a, b) => b - a))
  })

  it('draws no blot of a compaction of hundreds: connectors of one edit keep their distance', () => {
    const [one] = picture.connectors
    if (one === undefined) throw new Error('the picture has no connector')
    const fan = Array.from({ length: 300 }, (_, block) => ({ ...one, block, from: { x: 5, y: block / 3 } }))
    const lines = paintingOf({ ...picture, connectors: fan }, [], scale).shapes.find(
      ({ key }) => key === 'connectors',
    )?.lines
    const starts = (lines ?? []).map((line) => line[1] ?? 0)
    expect(starts.length).toBeGreaterThan(10)
    starts.slice(1).forEach((y, index) => {
      expect(Math.abs(y - (starts[index] ?? 0))).toBeGreaterThanOrEqual(5)
    })
  })

  it('is empty outside the visible turns', () => {
    const elsewhere = scaleOf({ width: 100, left: 0, right: 0, from: 20, to: 30 }, 100, 100)
    expect(paintingOf(picture, stale, elsewhere)).toEqual({ shapes: [], outlines: 0 })
    expect(endOf(picture, 4, elsewhere)).toBeNull()
  })

  it('has only the bands of one block if asked', () => {
    const own = paintingOfBlock(picture, 4, scale)
    expect(own.map(({ key }) => key)).not.toContain('connectors')
    expect(own[0]?.paint.name).toBe('band type-tool_call')
    expect(paintingOfBlock(picture, 5, scale)).toEqual([])
  })

  it('keeps the letter of a band in sight while its beginning is not', () => {
    expect(lettersOf(picture, scale)).toMatchObject([{ text: 'C', x: 18, y: 80 }])
    const later = scaleOf({ width: 100, left: 0, right: 0, from: 2, to: 12 }, 100, 100)
    expect(lettersOf(picture, later)).toMatchObject([{ text: 'C', x: 8 }])
  })

  it('has its marks on the upper edge of the block, where it stands', () => {
    expect(upperEdgeAt(picture, 4, 3, scale)).toEqual({ x: 35, y: 60 })
    expect(upperEdgeAt(picture, 4, 0, scale)).toBeNull()
  })
})
