import { estimateOf } from './estimate.ts'
import type { Estimate, Part } from './estimate.ts'
import type { SeedFigures } from './figures.ts'
import { differenceOf } from './verdict.ts'
import type { Difference } from './verdict.ts'

/** The figures of a study that lanes are compared by, and which way each is better. */
const COMPARED = {
  cost: { kind: 'relative', direction: 'down' },
  needed: { kind: 'share', direction: 'up' },
  constraints: { kind: 'share', direction: 'up' },
} as const satisfies Readonly<
  Record<string, { readonly kind: Difference['kind']; readonly direction: 'up' | 'down' }>
>

export type FigureName = keyof typeof COMPARED

/** A figure of a lane over the seeds; null without a value, such as constraints where there are none. */
export interface FigureSummary {
  readonly estimate: Estimate | null
  /** From the baseline; null for the baseline itself. */
  readonly difference: Difference | null
}

export interface LaneSummary extends Readonly<Record<FigureName, FigureSummary>> {
  /** Needed blocks missed beyond the reference, as a share of the needs: at least, and at most (OPT-1). */
  readonly regret: { readonly atLeast: Estimate | null; readonly atMost: Estimate | null }
  /** Seeds whose run reached the end and sent nothing over the limit. */
  readonly fit: number
}

/**
 * Every lane of a study beside the baseline.
 *
 * @param seeds the figures of each seed, lane by lane
 * @param baseline index of a lane
 */
export function summaryOf(seeds: readonly (readonly SeedFigures[])[], baseline: number): LaneSummary[] {
  const lanes = seeds[0]?.length ?? 0
  const partsOf = (lane: number, of: (figures: SeedFigures) => Part | undefined): Part[] =>
    seeds.flatMap((seed) => {
      const figures = seed[lane]
      const part = figures === undefined ? undefined : of(figures)
      return part === undefined ? [] : [part]
    })
  const figure = (lane: number, name: FigureName): FigureSummary => {
    const own = partsOf(lane, (figures) => figures[name])
    const { kind, direction } = COMPARED[name]
    const base = partsOf(baseline, (figures) => figures[name])
    return {
      estimate: estimateOf(own),
      difference: lane === baseline ? null : differenceOf(own, base, kind, direction),
    }
  }
  return Array.from({ length: lanes }, (_, lane) => ({
    cost: figure(lane, 'cost'),
    needed: figure(lane, 'needed'),
    constraints: figure(lane, 'constraints'),
    regret: {
      atLeast: estimateOf(partsOf(lane, (figures) => figures.regret)),
      atMost: estimateOf(partsOf(lane, (figures) => figures.regretAtMost)),
    },
    fit: seeds.filter((seed) => seed[lane]?.fit === true).length,
  }))
}
