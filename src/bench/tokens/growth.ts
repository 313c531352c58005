import { growthExponent, interleaved } from '../statistics.ts'
import { timed } from '../timed.ts'
import { LIBRARIES, byLibrary, type Count, type LibraryName } from './counters.ts'
import { worstCases } from './worst-cases.ts'

const LENGTHS = [
  250, 500, 1000, 2000, 4000, 8000, 16_000, 32_000, 64_000, 128_000, 256_000, 512_000, 1_024_000,
] as const
const RUNS = 5

/** A library stops before a length that would take longer than this, in ms. */
const CAP = 1500

/** A count that takes longer than this, in ms, is measured once. */
const ONCE = 300

/** The exponent is fitted to a library's longest pieces, where fixed costs no longer show. */
const FITTED = 5

export interface GrowthRow {
  readonly piece: string
  readonly growth: Readonly<Record<LibraryName, LibraryGrowth>>
  /** Lengths at which a library's count differs from js-tiktoken's, if both counted. */
  readonly unequal: readonly { readonly library: LibraryName; readonly length: number }[]
}

export interface LibraryGrowth {
  /** Characters, and milliseconds to count them: the fastest of five, since other work only ever adds to it. */
  readonly points: readonly (readonly [length: number, ms: number])[]
  readonly exponent: number
}

/** Time to count one piece, doubling its length until a library would take too long. */
export async function measureGrowth(counts: Readonly<Record<LibraryName, Count>>): Promise<GrowthRow[]> {
  const rows: GrowthRow[] = []
  for (const [piece, write] of Object.entries(worstCases)) {
    const points = byLibrary((): [number, number][] => [])
    const unequal: { library: LibraryName; length: number }[] = []
    for (const length of LENGTHS) {
      const contenders = LIBRARIES.filter((library) => nextTime(points[library]) <= CAP)
      if (!contenders.includes('ours')) break
      // A different text, or at least a different length, each time, so that no library finds the piece in a cache.
      const texts = Array.from({ length: RUNS }, (_, run) => write(length - 11 * run, length + run))
      const slow = new Set<LibraryName>()
      const runs = await interleaved(
        contenders.map((library) => (round: number) => {
          if (slow.has(library)) return null
          const { result: tokens, ms } = timed(() => counts[library](texts[round] ?? ''))
          if (ms > ONCE) slow.add(library)
          return { round, tokens, ms }
        }),
        RUNS,
      )
      const found = new Map(
        contenders.map((library, index) => [library, (runs[index] ?? []).filter((run) => run !== null)]),
      )
      const reference = new Map((found.get('js-tiktoken') ?? []).map(({ round, tokens }) => [round, tokens]))
      for (const [library, list] of found) {
        points[library].push([length, Math.min(...list.map(({ ms }) => ms))])
        if (list.some(({ round, tokens }) => (reference.get(round) ?? tokens) !== tokens))
          unequal.push({ library, length })
      }
    }
    rows.push({
      piece,
      growth: byLibrary((library) => ({
        points: points[library],
        exponent: growthExponent(points[library].slice(-FITTED)),
      })),
      unequal,
    })
  }
  return rows
}

/** Expected time of the next length if the growth continues, at least linear. */
function nextTime(points: readonly (readonly [number, number])[]): number {
  const [, last = 0] = points.at(-1) ?? []
  const [, before = last / 2] = points.at(-2) ?? []
  return before > 0 ? last * Math.max(2, Math.min(4, last / before)) : 0
}
