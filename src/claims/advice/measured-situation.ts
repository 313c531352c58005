import type { TokenCounter } from '../../engine/index.ts'
import { differenceOf, metrics } from '../../sim/index.ts'
import type { Difference, MetricId, Part } from '../../sim/index.ts'
import { groundOf } from './ground.ts'
import type { Situation } from './situations.ts'

/** Seeds of each scenario. */
export const SITUATION_SEEDS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/** The figures of both plans of a situation: means over the seeds. */
export interface SituationFigures {
  readonly seeds: number
  readonly means: Readonly<Record<'advised' | 'rival', { readonly needs: number; readonly cost: number }>>
  /** The advised plan against its rival. */
  readonly needs: Difference
  readonly cost: Difference
}

export function measuredSituation(situation: Situation, counter: TokenCounter): SituationFigures {
  const parts = { advised: noParts(), rival: noParts() }
  for (const seed of SITUATION_SEEDS) {
    const ground = groundOf(situation, seed, counter)
    for (const side of ['advised', 'rival'] as const) {
      const rows = metrics(ground.run(situation[side]))
      const part = (id: MetricId): Part => ({ top: rows.find((row) => row.id === id)?.value ?? 0, bottom: 1 })
      parts[side].needs.push(part('need-hit-rate'))
      parts[side].cost.push(part('cost'))
    }
  }
  const { advised, rival } = parts
  return {
    seeds: SITUATION_SEEDS.length,
    means: { advised: meansOf(advised), rival: meansOf(rival) },
    needs: differenceOf(advised.needs, rival.needs, 'share', 'up'),
    cost: differenceOf(advised.cost, rival.cost, 'relative', 'down'),
  }
}

interface Parts {
  readonly needs: Part[]
  readonly cost: Part[]
}

function noParts(): Parts {
  return { needs: [], cost: [] }
}

function meansOf({ needs, cost }: Parts): { readonly needs: number; readonly cost: number } {
  const mean = (parts: readonly Part[]): number => parts.reduce((sum, { top }) => sum + top, 0) / parts.length
  return { needs: mean(needs), cost: mean(cost) }
}
