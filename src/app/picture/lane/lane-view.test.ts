import { describe, expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../../sim/index.ts'
import { cacheColumns } from '../../../sim/internal.ts'
import { bandsOf } from '../../../view/index.ts'
import { detailOf, fittedTop, laneView, topOf, withOwnBand } from './lane-view.ts'

const trace = scenario('axios-migration', 7)
const intake = takeIn(trace, chars4)
const limit = Math.floor(unmanagedPeak(intake) / 2)
const { data } = run(trace, { max_context_tokens: limit, eviction: { policy: 'fifo' } }, { intake })
const lane = { name: 'fifo', label: 'FIFO', data, rows: [], cache: cacheColumns(data), forks: [] }
const coarse = 200

describe('the view of a lane', () => {
  it('gives a selected block a band of its own, and leaves the others merged', () => {
    const view = laneView(lane, 0, coarse)
    const merged = view.picture.bands.find(({ blocks }) => blocks.length > 2)
    const block = merged?.blocks[1] ?? -1
    const own = withOwnBand(view, lane, coarse, block)
    expect(bandsOf(own.picture, block).map(({ blocks }) => blocks)).toEqual([[block]])
    expect(own.picture.bands.some(({ blocks }) => blocks.length > 1)).toBe(true)
    expect(withOwnBand(view, lane, coarse, view.task)).toBe(view)
  })

  it('EVI-3 never merges a block that a person pinned, even for a while', () => {
    const merged = laneView(lane, 0, coarse).picture.bands.find(({ blocks }) => blocks.length > 2)
    const block = merged?.blocks[1] ?? -1
    const interventions = [{ turn: 1, kind: 'pin', block } as const]
    const pinned = { ...lane, data: { ...data, spec: { ...data.spec, interventions } } }
    expect(bandsOf(laneView(pinned, 0, coarse).picture, block).map(({ blocks }) => blocks)).toEqual([[block]])
  })

  it('never merges the task', () => {
    const view = laneView(lane, 0, limit)
    expect(bandsOf(view.picture, view.task ?? -1)).toHaveLength(1)
    expect(bandsOf(view.picture, view.task ?? -1)[0]?.blocks).toEqual([view.task])
  })
})

describe('the top of the pictures', () => {
  it('is the limit, and when fitted the largest visible prompt with some space', () => {
    expect(topOf([lane], 0)).toBe(limit)
    const used = (turn: number): number => {
      const { points, responded } = data.turns[turn] ?? { points: null, responded: null }
      return Math.max(
        points?.arrived.used ?? 0,
        points?.offered.used ?? 0,
        points?.sent.used ?? 0,
        responded?.used ?? 0,
      )
    }
    expect(fittedTop([lane], 0, { from: 3, to: 5 })).toBe(Math.ceil(Math.max(used(3), used(4)) * 1.04))
    expect(fittedTop([lane], 0, { from: 3, to: 5 })).toBeLessThan(limit / 2)
    expect(fittedTop([lane], 7, { from: 0, to: 9 })).toBeNull()
  })

  it('merges less where fewer tokens fill the height', () => {
    expect(detailOf(32_000, 160)).toBe(64)
    expect(detailOf(8_000, 160)).toBe(16)
    expect(detailOf(100, 160)).toBe(1)
  })
})
