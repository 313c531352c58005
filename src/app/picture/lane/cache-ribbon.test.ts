import { expect, it } from 'vitest'
import { scaleOf } from '../plot/scale.ts'
import { LANE_TEXT } from '../words.ts'
import { cacheFigures, cachePaths, tipOfCache } from './CacheRibbon.tsx'

/** Four turns, the third in another window. */
const lane = {
  data: { turns: [0, 0, 1, 0].map((window, turn) => ({ turn, window })), exact: true },
  cache: {
    read: Int32Array.of(0, 500, 900, 100),
    again: Int32Array.of(0, 0, 0, 400),
    edited: Int32Array.of(0, 0, 0, 400),
    fresh: Int32Array.of(1000, 250, 0, 0),
    cause: [null, null, null, 'expired'] as const,
    usd: 1,
    prices: { models: [], assumed: false },
  },
}

it('COST-3 stacks what each prompt read, paid for again, and sent for the first time', () => {
  // A turn is ten pixels wide; 1,000 tokens are 20 pixels.
  const scale = scaleOf({ width: 40, left: 0, right: 0, from: 0, to: 4 }, 22, 1)
  expect(cachePaths(lane, 0, scale, 1000, 20)).toEqual({
    read: 'M10 20V10H20V20ZM30 20V18H40V20Z',
    again: 'M30 18V10H40V18Z',
    fresh: 'M0 20V0H10V20ZM10 10V5H20V10Z',
  })
})

it('draws the visible turns, and the mean of those that share a pixel', () => {
  const zoomed = scaleOf({ width: 40, left: 0, right: 0, from: 2, to: 4 }, 22, 1)
  expect(cachePaths(lane, 0, zoomed, 1000, 20)).toMatchObject({ again: 'M20 18V10H40V18Z', fresh: '' })
  const none = new Int32Array(100)
  const many = {
    data: { turns: Array.from(none, (_, turn) => ({ turn, window: 0 })), exact: true },
    cache: {
      read: none.map((_, turn) => (turn % 2) * 1000),
      again: none,
      edited: none,
      fresh: none,
      cause: [],
      usd: 1,
      prices: lane.cache.prices,
    },
  }
  const narrow = scaleOf({ width: 10, left: 0, right: 0, from: 0, to: 100 }, 22, 1)
  const { read } = cachePaths(many, 0, narrow, 1000, 20)
  expect(read.match(/M/g)?.length).toBeLessThanOrEqual(12)
})

it('COST-2 the share of one window is kept apart from the cost of the whole run', () => {
  expect(LANE_TEXT.cacheShare(...cacheFigures(lane, 0))).toBe(
    'prompt cache: 26.7 % read in this context · $1.0000 for the whole run',
  )
  const only = {
    ...lane,
    data: { ...lane.data, turns: lane.data.turns.map((turn) => ({ ...turn, window: 0 })) },
  }
  expect(LANE_TEXT.cacheShare(...cacheFigures(only, 0))).toBe('prompt cache: 47.6 % read · $1.0000')
})

it('describes a turn, and nothing if the window sent nothing', () => {
  expect(tipOfCache(lane, 0, 3)).toEqual([
    'sent in turn 3',
    '100 tokens read from the cache',
    '400 sent before, paid for again (expired)',
    '0 new',
  ])
  expect(tipOfCache(lane, 0, 2)).toEqual([])
})
