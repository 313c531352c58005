import type { Ratio, Tokens, Turn } from '../../../../engine/index.ts'
import type { TimelineData } from '../../../../sim/index.ts'

/** A selectable compression, with what the run recorded about it. */
export interface ChoosableCompression {
  /** Index in the run's edits. */
  readonly edit: number
  readonly turn: Turn
  readonly stage: string
  readonly before: Tokens
  readonly after: Tokens
  readonly probes: number
  readonly kept: number
  /** From the built-in test; null if there was nothing to ask. */
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

/** The one that is probably meant: the last up to the playhead that can be tested, else the first. */
export function compressionNear(
  all: readonly ChoosableCompression[],
  turn: Turn,
): ChoosableCompression | null {
  const asking = all.filter(({ probes }) => probes > 0)
  return asking.findLast((one) => one.turn <= turn) ?? asking[0] ?? all[0] ?? null
}
