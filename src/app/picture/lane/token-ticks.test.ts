import { describe, expect, it } from 'vitest'
import { scaleOf } from '../plot/scale.ts'
import { tokenTicks } from './lane-size.ts'

const frame = { width: 500, left: 40, right: 8, from: 0, to: 10 }

describe('numbers beside a picture', () => {
  it('go from nothing to the limit', () => {
    expect(tokenTicks(34_000, scaleOf(frame, 150, 34_000)).map(({ text }) => text)).toEqual([
      '0',
      '17K',
      '34K',
    ])
  })

  it('are round if the limit is not visible, and it is named at the top', () => {
    const ticks = tokenTicks(34_000, scaleOf(frame, 150, 11_000))
    expect(ticks.map(({ text }) => text)).toEqual(['0', '5K', 'limit', '34K ↑'])
    expect(ticks.find(({ text }) => text === '5K')?.y).toBeCloseTo(150 - (5000 / 11_000) * 150)
  })
})
