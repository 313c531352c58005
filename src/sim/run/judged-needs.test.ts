import { expect, it } from 'vitest'
import { scenario } from '../../testing/shared-traces.ts'
import { decodeTimeline, encodeTimeline, metrics, run } from '../index.ts'
import type { Intervention, NeedRecord } from '../index.ts'

/** The same conversation as a log would have it. */
const trace = { ...scenario('axios-migration', 7), needs: [] }
const ran = (interventions: readonly Intervention[]) =>
  run(trace, { strategy: 'evict', max_context_tokens: 16_000 }, { interventions })

it('REF-2 a rejected need counts nowhere, a confirmed one is known, and the last verdict holds', () => {
  const plain = ran([])
  const [missing] = plain.data.needs.filter(
    ({ resolution, inferred, kind }) => inferred && kind !== 'goal' && resolution === 'lost',
  )
  if (missing === undefined) throw new Error('nothing is missing')
  const { turn, source: block } = missing
  const isIt = (need: NeedRecord) => need.turn === turn && need.source === block && need.kind !== 'goal'
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
    plain.data.needs.map((need) =>
      isIt(need) ? { ...need, kind: need.kind === 'constraint' ? 'fact' : need.kind, inferred: false } : need,
    ),
  )
  expect(decodeTimeline(encodeTimeline(confirmed.data)).spec.interventions).toHaveLength(2)
})

it('REF-2 a verdict on a reference leaves the goal of its turn, and makes no rule of a message', () => {
  const plain = ran([])
  const { needs } = plain.data
  const goal = needs.find(
    (need) =>
      need.kind === 'goal' &&
      needs.some((it) => it.kind === 'constraint' && it.turn === need.turn && it.source === need.source),
  )
  if (goal === undefined) throw new Error('no message is both')
  const { turn, source: block } = goal
  const goalsOf = (of: typeof plain) =>
    of.data.needs.filter((need) => need.turn === turn && need.source === block && need.kind === 'goal')
  for (const kind of ['reject', 'confirm'] as const) {
    const judged = ran([{ turn, kind, block }])
    expect(goalsOf(judged)).toEqual([goal])
    expect(metrics(judged).find(({ id }) => id === 'constraint-retention')?.value).toBeNull()
  }
})

it('REF-2 needs of a scenario are known: a verdict changes none of them', () => {
  const known = scenario('axios-migration', 7)
  const config = { strategy: 'evict', max_context_tokens: 16_000 }
  const { needs } = run(known, config).data
  const [first] = needs
  const interventions = [{ turn: first?.turn ?? 0, kind: 'reject' as const, block: first?.source ?? 0 }]
  expect(run(known, config, { interventions }).data.needs).toEqual(needs)
})
