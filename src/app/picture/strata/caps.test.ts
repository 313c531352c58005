import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cap } from '../../../view/index.ts'
import { capLetters, capLines, isNearRight } from './caps.ts'
import { scaleOf } from '../plot/scale.ts'

/** A turn is ten pixels wide, a token one pixel high. */
const scale = scaleOf({ width: 1000, left: 0, right: 0, from: 0, to: 100 }, 200, 200)

function cap(edit: number, x: number, low: number, high: number, letter = 'E', final = true): Cap {
  const reason = letter === 'E' ? 'evicted' : 'replaced'
  return { band: 0, block: low, count: 1, x, low, high, reason, letter, final, edit }
}

describe('letters of caps', () => {
  it('stand once for caps of one reason that touch, and once for each other run', () => {
    const caps = [
      cap(0, 10, 0, 20),
      cap(0, 10, 20, 40),
      cap(0, 10, 40, 60, 'P', false),
      cap(0, 10, 120, 150, 'P', false),
      cap(1, 30, 0, 20),
    ]
    const found = capLetters(caps, scale, []).map(({ text, y, lost }) => ({ text, y, lost }))
    expect(found).toEqual([
      { text: 'E', y: 180, lost: true },
      { text: 'P', y: 65, lost: false },
      { text: 'P', y: 150, lost: false },
      { text: 'E', y: 190, lost: true },
    ])
  })

  it('leave out caps that are lower than a letter, and places that are taken on both sides', () => {
    expect(capLetters([cap(0, 10, 0, 6)], scale, [])).toEqual([])
    const taken = [
      { x: 95, y: 190 },
      { x: 106, y: 190 },
    ]
    expect(capLetters([cap(0, 10, 0, 20)], scale, taken)).toEqual([])
  })

  it('never cover one another', () => {
    const some = fc.array(
      fc.tuple(
        fc.nat(20),
        fc.nat(100),
        fc.nat(180),
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom('E', 'P', 'S'),
      ),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(some, (list) => {
        const letters = capLetters(
          list.map(([edit, x, low, tall, letter]) => cap(edit, x, low, low + tall, letter)),
          scale,
          [],
        )
        for (const [index, one] of letters.entries())
          for (const other of letters.slice(index + 1))
            expect(Math.abs(one.x - other.x) > 8.8 || Math.abs(one.y - other.y) > 9.8).toBe(true)
      }),
    )
  })
})

describe('lines of caps', () => {
  it('are red only if nothing is left and the block was evicted', () => {
    const { lost, reduced } = capLines(
      [cap(0, 10, 0, 20), cap(0, 10, 20, 30, 'E', false), cap(0, 10, 30, 40, 'P')],
      scale,
    )
    expect(lost).toEqual([[100, 200, 100, 180]])
    expect(reduced).toHaveLength(2)
  })

  it('leave out what is not visible', () => {
    const zoomed = scaleOf({ width: 1000, left: 0, right: 0, from: 20, to: 30 }, 200, 200)
    expect(capLines([cap(0, 10, 0, 20), cap(1, 35, 0, 20)], zoomed)).toEqual({ lost: [], reduced: [] })
  })
})

describe('the words at the end of the task', () => {
  const narrow = scaleOf({ width: 300, left: 44, right: 8, from: 0, to: 10 }, 100, 100)
  const side = (x: number, reason: 'evicted' | 'absorbed') =>
    isNearRight({ x, y: 0, reason }, narrow) ? 'left' : 'right'

  it('stand left of the cross where they have no room right of it; the longer ones need more', () => {
    expect([side(100, 'evicted'), side(195, 'evicted'), side(215, 'evicted')]).toEqual([
      'right',
      'right',
      'left',
    ])
    expect([side(100, 'absorbed'), side(195, 'absorbed')]).toEqual(['right', 'left'])
  })

  it('stand where there is more room if there is not enough on either side', () => {
    const tiny = { ...narrow, width: 160 }
    expect(isNearRight({ x: 70, y: 0, reason: 'absorbed' }, tiny)).toBe(false)
    expect(isNearRight({ x: 130, y: 0, reason: 'absorbed' }, tiny)).toBe(true)
  })
})
