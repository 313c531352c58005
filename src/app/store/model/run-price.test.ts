import { beforeEach, expect, it } from 'vitest'
import { upperCost } from '../../../llm/index.ts'
import type { RunAsk } from '../../../sim/index.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { runChoices, useChoices } from '../choice/choices.ts'
import type { LaneChoice, RunChoices } from '../choice/choices.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'
import { runPrice } from './run-price.ts'

const fresh = connection.getInitialState()
const HAIKU = 'claude-haiku-4-5'
const roomOf = ({ maxTokens }: Pick<RunAsk, 'maxTokens'>): number => 2 * maxTokens

beforeEach(() => {
  connection.setState(fresh)
})

function choices(lanes: readonly LaneChoice[], change: Partial<RunChoices> = {}): RunChoices {
  return { ...runChoices(useChoices.getInitialState()), lanes, ...change }
}

/** A lane with this many requests of 1,000 tokens, one per turn, and answers of 100. */
function ran(asked: number, exact = true, forks: readonly object[] = []): LaneResult {
  const asks = Array.from({ length: asked }, (_, turn) => ({
    turn,
    input: 1000,
    output: 100,
    maxTokens: 200,
  }))
  return { data: { asks, exact }, forks } as unknown as LaneResult
}

const naive: LaneChoice = { policy: 'fifo', gates: 'naive' }
const managed: LaneChoice = { policy: 'default', gates: 'on' }

it('a run is priced by the calls that it made with the mock, lane by lane', () => {
  const shown = choices([naive, managed])
  const wanted = choices([naive, { ...managed, answeredBy: HAIKU }])
  const facts = factsOf(HAIKU)
  if (facts === null) throw new Error('no facts')
  const price = runPrice(wanted, { shown, comparison: { lanes: [ran(9), ran(4)] } }, 0.5, roomOf)
  expect(price).toMatchObject({ calls: 4, left: 0.5 })
  expect(price?.likely).toBeCloseTo(4 * upperCost(1300, 130, facts), 12)
  expect(price?.longest).toBeCloseTo(4 * upperCost(1300, 400, facts), 12)
  const rough = { lanes: [ran(9), ran(4, false)] }
  expect(runPrice(wanted, { shown, comparison: rough }, 0.5, roomOf)?.likely).toBeCloseTo(
    4 * upperCost(1500, 150, facts),
    12,
  )
  // Of a fork, its requests from its turn on.
  const fork = { kind: 'run', turn: 2, data: ran(4).data }
  const forked = { lanes: [ran(9), ran(4, true, [fork, { kind: 'refused', turn: 0 }])] }
  expect(runPrice(wanted, { shown, comparison: forked }, 0.5, roomOf)?.calls).toBe(6)
})

it('if the same lane was not just run, or is live, its calls are not known', () => {
  const wanted = choices([{ ...managed, answeredBy: HAIKU }])
  const known = { shown: choices([managed]), comparison: { lanes: [ran(4)] } }
  expect(runPrice(wanted, known, 1, roomOf)?.calls).toBe(4)
  // A previous run by a model is as good.
  expect(runPrice(wanted, { ...known, shown: wanted }, 1, roomOf)?.calls).toBe(4)
  expect(runPrice(wanted, { ...known, shown: choices([naive]) }, 1, roomOf)).toBeNull()
  expect(runPrice({ ...wanted, seed: 8 }, known, 1, roomOf)).toBeNull()
  expect(runPrice(wanted, { shown: null, comparison: null }, 1, roomOf)).toBeNull()
  const source = { kind: 'live', id: 1, name: 'a' } as const
  const live = { ...known, shown: choices([managed], { source }) }
  expect(runPrice({ ...wanted, source }, live, 1, roomOf)).toBeNull()
  expect(runPrice(choices([{ ...managed, answeredBy: 'nobody-knows' }]), known, 1, roomOf)).toBeNull()
})
