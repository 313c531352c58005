import { expect, it } from 'vitest'
import { run, scenario } from '../sim/index.ts'
import { cutLine } from './cut-line.ts'

it('EDIT-1 the cut of every decision lies between what went and what stayed', () => {
  const { data } = run(scenario('axios-migration', 7), {
    max_context_tokens: 40_000,
    strategy: 'evict',
    eviction: { policy: 'hybrid' },
  })
  const decided = data.edits.filter((edit) => (edit.decision?.terms.length ?? 0) > 0)
  const cuts = cutLine(data)
  expect(cuts.map((cut) => cut.turn)).toEqual(decided.map((edit) => edit.turn))
  expect(cuts.length).toBeGreaterThan(1)
  for (const { lastGone, firstStayed } of cuts) expect(lastGone).toBeLessThanOrEqual(firstStayed ?? 1)
  expect(cutLine(data, 7)).toEqual([])
})
