import { join } from 'node:path'
import { expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenarios, takeIn } from '../index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import type { Need } from './need/strong.ts'
import { analysisOf } from './need/analysis.ts'

const SEEDS = [7]

/** Planted needs of a scenario, how many of them the search finds, and how many of those that it finds are planted. */
function measured(name: string) {
  const sums = { needs: 0, found: 0, inferred: 0, right: 0 }
  for (const seed of SEEDS) {
    const trace = scenario(name, seed)
    const known = analysisOf(takeIn(trace, chars4)).needs
    // The same conversation as a log would have it.
    const searched = analysisOf(takeIn({ ...trace, needs: [] }, chars4)).needs
    for (const { turn } of trace.turns) {
      // The goal is not searched for by references.
      const planted = known.at(turn).filter(({ kind }) => kind !== 'goal')
      const inferred = searched.at(turn).filter(({ kind }) => kind !== 'goal')
      const meets = ({ source }: Need, need: Need): boolean =>
        source === need.source || need.evidence.every((one) => known.evidence.heldBy(source).includes(one))
      sums.needs += planted.length
      sums.found += planted.filter((need) => inferred.some((one) => meets(one, need))).length
      sums.inferred += inferred.length
      sums.right += inferred.filter((one) => planted.some((need) => meets(one, need))).length
    }
  }
  return { name, ...sums, recall: sums.found / sums.needs }
}

it('REF-3 what the search for needs finds of the needs of scenarios is the file that the page shows', async () => {
  const all = Object.keys(scenarios).map(measured)
  const sum = (key: 'needs' | 'found' | 'inferred' | 'right') =>
    all.reduce((total, one) => total + one[key], 0)
  const ranked = all.toSorted((a, b) => a.recall - b.recall)
  const rounded = (ratio: number): number => Math.round(ratio * 1000) / 1000
  const facts = {
    conversations: all.length * SEEDS.length,
    needs: sum('needs'),
    inferred: sum('inferred'),
    recall: rounded(sum('found') / sum('needs')),
    precision: rounded(sum('right') / sum('inferred')),
    least: rounded(ranked[0]?.recall ?? 0),
    most: rounded(ranked.at(-1)?.recall ?? 0),
  }
  // With -u, after a change of scenarios or of the search.
  await expect(`${JSON.stringify(facts, null, 2)}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, 'metric', 'detector-facts.json'),
  )
})
