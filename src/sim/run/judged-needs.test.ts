import { expect, it } from 'vitest'
import { scenario } from '../../testing/shared-traces.ts'
import { decodeTimeline, encodeTimeline, metrics, run } from '../index.ts'
import type { Intervention } from '../index.ts'

/** The same conversation as a log would have it. */
const trace = { ...scenario('axios-migration', 7), needs: [] }
const ran = (interventions: readonly Intervention[]) =>
  run(trace, { strategy: 'evict', max_context_tokens: 16_000 }, { interventions })

it('REF-2 a rejected need counts nowhere, a confirmed one is known, and the last verdict holds', () => {
  const plain = ran([])
  const [missing] = plain.data.needs.filter(({ resolution, inferred }) => inferred && resolution === 'lost')
  if (missing === undefined) throw new Error('nothing is missing')
  const { turn, source: block } = missing
  const isIt = (need: { readonly turn: number; readonly source: number }) =>
    need.turn === turn && need.source === block
  const same = plain.data.needs.filter(isIt).length
  const count = (timeline: typeof plain) => metrics(timeline).find(({ id }) => id === 'needs-inferred')?.value
  const share = (timeline: typeof plain) => metrics(timeline).find(({ id }) => id === 'lost-rate')?.value ?? 0

  const rejected = ran([{ turn, kind: 'reject', block }])
  expect(rejected.data.needs).toEqual(plain.data.needs.filter((need) => !isIt(need)))
  expect(count(rejected)).toBe((count(plain) ?? 0) - same)
  expect(share(rejected)).toBeLessThan(share(plain))
  // Turns and edits stay: where nothing is fetched again, needs only score.
  expect(rejected.data.edits).toEqual(plain.data.edits)

  const confirmed = ran([
    { turn, kind: 'reject', block },
    { turn, kind: 'confirm', block },
  ])
  expect(confirmed.data.needs).toEqual(
    plain.data.needs.map((need) => (isIt(need) ? { ...need, inferred: false } : need)),
  )
  expect(decodeTimeline(encodeTimeline(confirmed.data)).spec.interventions).toHaveLength(2)
})

it('REF-2 needs of a scenario are known: a verdict changes none of them', () => {
  const known = scenario('axios-migration', 7)
  const config = { strategy: 'evict', max_context_tokens: 16_000 }
  const { needs } = run(known, config).data
  const [first] = needs
  const interventions = [{ turn: first?.turn ?? 0, kind: 'reject' as const, block: first?.source ?? 0 }]
  expect(run(known, config, { interventions }).data.needs).toEqual(needs)
})
