import type { Ratio, Tokens, Turn } from '../../../../engine/index.ts'
import type { TimelineData } from '../../../../sim/index.ts'

/** A compression that can be chosen, with what the run recorded of it. */
export interface ChoosableCompression {
  /** Position in the run's edits. */
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  readonly before: Tokens
  readonly after: Tokens
  readonly probes: number
  readonly kept: number
  /** By probes; null where there was nothing to ask. */
  readonly share: Ratio | null
}

/** Every compression of a run, in order. */
export function compressionsOf({ edits }: Pick<TimelineData, 'edits'>): readonly ChoosableCompression[] {
  return edits.flatMap(({ edit, turn, stage, compression }): ChoosableCompression[] => {
    if (compression === null) return []
    const { before, after, probes, kept } = compression
    return [{ edit, turn, stage, before, after, probes, kept, share: probes === 0 ? null : kept / probes }]
  })
}

/** The one that a reader most likely means: the last up to the playhead that can be asked about, or else the first. */
export function compressionNear(
  all: readonly ChoosableCompression[],
  turn: Turn,
): ChoosableCompression | null {
  const asking = all.filter(({ probes }) => probes > 0)
  return asking.findLast((one) => one.turn <= turn) ?? asking[0] ?? all[0] ?? null
}
