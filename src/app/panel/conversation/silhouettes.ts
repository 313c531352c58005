import type { Silhouette } from './silhouette.ts'

/**
 * Thumbnails of the scenarios: seed 7, hybrid, a window of half the peak without eviction. Made from the simulator;
 * `npx vitest run src/app/panel/conversation/silhouettes.test.ts -u` makes them again.
 */
export const SILHOUETTES: Readonly<Record<string, Silhouette>> = Object.freeze({
  'axios-migration': {
    sentence:
      'An agent moves a code base from axios to fetch. Rules from the first message decide details fifty turns later.',
    turns: 56,
    blocks: 293,
    edges: {
      setup: row(
        '4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4',
      ),
      person: row(
        '5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5',
      ),
      model: row(
        '5 5 6 6 7 8 8 9 10 11 11 11 12 12 12 13 14 14 15 15 15 14 14 14 14 15 11 11 12 12 11 11 12 12 13 13 14 15 15 16 16 16 17 17 18 18 10 10 11 11 11 11 11 12 12 13',
      ),
      results: row(
        '5 8 12 14 15 19 28 36 40 43 44 44 52 53 53 54 55 59 62 64 68 49 50 58 66 68 53 62 64 68 52 53 63 54 65 68 51 53 54 55 58 62 62 64 66 67 55 64 65 65 67 54 55 55 56 59',
      ),
    },
  },
  'long-coding': {
    sentence:
      'A day of orders on one service. Most tokens are files that were read once or are now out of date.',
    turns: 158,
    blocks: 576,
    edges: {
      setup: row(
        '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
      ),
      person: row(
        '1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1',
      ),
      model: row(
        '1 1 1 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 4 5 5 5 5 5 5 5 5 5 5 4 4 4 5 5 5 5 4 5 5 5 5 5 4 4 5 4 5 5 5 5 6 6 6 6 4 5 5 5 5 5',
      ),
      results: row(
        '2 17 27 36 47 48 49 51 52 54 57 62 67 71 72 73 74 75 61 61 66 67 68 74 64 67 68 74 75 60 61 62 63 66 69 75 66 67 68 73 74 74 70 71 74 60 61 63 64 66 67 68 71 72 55 56 57 60 62 64',
      ),
    },
  },
})

function row(heights: string): readonly number[] {
  return heights.split(' ').map(Number)
}
