import type { Silhouette } from './silhouette.ts'

/**
 * Thumbnails of the scenarios: seed 7, hybrid, a window of half the unmanaged peak. Made from the simulator;
 * `npx vitest run src/app/inputs/silhouettes.test.ts -u` makes them anew.
 */
export const SILHOUETTES: Readonly<Record<string, Silhouette>> = Object.freeze({
  'axios-migration': {
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
        '5 5 6 6 7 8 8 9 10 11 11 11 12 12 12 13 14 14 15 15 15 14 14 14 14 15 11 11 12 12 8 9 9 7 8 8 9 10 10 10 10 11 11 12 12 12 9 10 11 11 11 7 7 8 8 9',
      ),
      results: row(
        '5 8 12 14 15 19 28 36 40 43 44 44 52 53 53 54 55 59 62 64 68 49 50 58 66 68 53 62 64 68 53 54 64 50 61 64 65 68 68 49 53 56 57 58 61 61 54 63 64 65 67 52 53 53 54 57',
      ),
    },
  },
  'long-coding': {
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
        '1 1 1 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 4 5 5 5 5 5 5 5 5 5 5 4 4 4 4 5 5 5 5 4 4 5 5 5 5 4 4 5 5 5 5 5 5 6 6 6 6 4 4 5 5 5',
      ),
      results: row(
        '2 17 27 36 47 48 49 51 52 54 57 62 67 71 72 73 74 75 61 61 66 67 68 74 64 67 68 74 75 60 61 62 63 66 69 74 75 63 64 69 70 74 74 66 69 74 75 57 58 60 61 62 65 67 74 55 57 59 61 63',
      ),
    },
  },
})

function row(heights: string): readonly number[] {
  return heights.split(' ').map(Number)
}
