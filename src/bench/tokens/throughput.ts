import { interleaved, median } from '../statistics.ts'
import { timed } from '../timed.ts'
import { corpora, slicesOf } from './corpora.ts'
import { LIBRARIES, byLibrary, type Count, type LibraryName } from './counters.ts'

/** Characters of a slice, untimed slices, and measured slices. */
const SLICE = 100_000
const WARM_UP = 2
const RUNS = 5

export interface ThroughputRow {
  readonly kind: string
  /** UTF-8 bytes per token, over the measured slices. */
  readonly bytesPerToken: number
  /** Megabytes (10⁶ bytes of UTF-8) per second, median of five slices. */
  readonly speed: Readonly<Record<LibraryName, number>>
  /** Tokens that a library counts more (or fewer, negative) than js-tiktoken over the measured slices. */
  readonly difference: Readonly<Record<LibraryName, number>>
}

/** Speed of every library on every kind of text. Each run reads a slice that no library has seen. */
export async function measureThroughput(
  counts: Readonly<Record<LibraryName, Count>>,
): Promise<ThroughputRow[]> {
  const rows: ThroughputRow[] = []
  for (const [kind, write] of Object.entries(corpora)) {
    const slices = slicesOf(
      write(SLICE * (WARM_UP + RUNS)).slice(0, SLICE * (WARM_UP + RUNS)),
      WARM_UP + RUNS,
    )
    const bytes = slices.map((slice) => Buffer.byteLength(slice))
    const runs = await interleaved(
      LIBRARIES.map((library) => (round: number) => {
        const slice = slices[round] ?? ''
        const { result: tokens, ms } = timed(() => counts[library](slice))
        return { tokens, speed: (bytes[round] ?? 0) / 1000 / ms }
      }),
      WARM_UP + RUNS,
    )
    const measured = new Map(LIBRARIES.map((library, index) => [library, (runs[index] ?? []).slice(WARM_UP)]))
    const tokensOf = (library: LibraryName) =>
      (measured.get(library) ?? []).reduce((sum, { tokens }) => sum + tokens, 0)
    rows.push({
      kind,
      bytesPerToken: bytes.slice(WARM_UP).reduce((sum, each) => sum + each, 0) / tokensOf('js-tiktoken'),
      speed: byLibrary((library) => median((measured.get(library) ?? []).map(({ speed }) => speed))),
      difference: byLibrary((library) => tokensOf(library) - tokensOf('js-tiktoken')),
    })
  }
  return rows
}
