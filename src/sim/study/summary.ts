import { estimateOf } from './estimate.ts'
import type { Estimate } from './estimate.ts'
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
  /** Seeds whose run reached the end. */
  readonly reached: number
  /** Seeds whose run ended early where the baseline’s did not: differences leave them out. */
  readonly endedAlone: number
  /** Seeds, or logs, whose provider has what the lane leaves to a provider, if it leaves anything. */
  readonly offered: number
  /** The providers of the others, by name. */
  readonly lackedBy: readonly string[]
}

/**
 * Every lane of a study beside the baseline: over the seeds of a scenario, or over logs. A lane is compared over the
 * seeds that have both, without those in which it alone stopped: what it cost and lost there is that of fewer turns.
 *
 * @param seeds the figures of each seed, lane by lane; undefined for a log that does not have the lane
 * @param baseline index of a lane; null compares nothing
 */
export function summaryOf(
  seeds: readonly (readonly (SeedFigures | undefined)[])[],
  baseline: number | null,
): LaneSummary[] {
  const lanes = seeds[0]?.length ?? 0
  return Array.from({ length: lanes }, (_, lane) => {
    const own = seeds.flatMap((seed) => seed[lane] ?? [])
    const regrets = (of: 'regret' | 'regretAtMost') => estimateOf(own.flatMap((figures) => figures[of] ?? []))
    const figure = (name: FigureName): FigureSummary => ({
      estimate: estimateOf(own.map((figures) => figures[name])),
      difference: baseline === null || lane === baseline ? null : pairedOf(seeds, lane, baseline, name),
    })
    return {
      cost: figure('cost'),
      needed: figure('needed'),
      constraints: figure('constraints'),
      regret: { atLeast: regrets('regret'), atMost: regrets('regretAtMost') },
      fit: own.filter(({ fit }) => fit).length,
      reached: own.filter(({ reached }) => reached).length,
      endedAlone:
        baseline === null ? 0 : seeds.filter((seed) => endsAlone(seed[lane], seed[baseline])).length,
      offered: own.filter(({ lackedBy }) => lackedBy === undefined).length,
      lackedBy: [...new Set(own.flatMap(({ lackedBy }) => lackedBy ?? []))].toSorted(),
    }
  })
}

/** A lane beside another in one figure, over the seeds that have both, without those in which it alone stopped. */
export function pairedOf(
  seeds: readonly (readonly (SeedFigures | undefined)[])[],
  lane: number,
  other: number,
  name: FigureName,
): Difference {
  const pairs = seeds.flatMap((seed) => {
    const [own, base] = [seed[lane], seed[other]]
    return own !== undefined && base !== undefined && !endsAlone(own, base)
      ? [[own[name], base[name]] as const]
      : []
  })
  const { kind, direction } = COMPARED[name]
  return differenceOf(
    pairs.map(([own]) => own),
    pairs.map(([, base]) => base),
    kind,
    direction,
  )
}

function endsAlone(own: SeedFigures | undefined, base: SeedFigures | undefined): boolean {
  return own?.reached === false && base?.reached === true
}
