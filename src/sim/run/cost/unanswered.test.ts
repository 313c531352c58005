import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import type { Message } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { costOfRun, metrics, run } from '../../index.ts'
import { pricesUsed } from './cost.ts'

/** A log of two calls, after which its user left, with or without a word an hour later. */
function costs(...last: readonly Message[]) {
  const plain = traceOf([
    { role: 'user', content: 'Look into the file.' },
    { role: 'assistant', content: 'The file says nothing.' },
    { role: 'user', content: 'Then look again.' },
    { role: 'assistant', content: 'It still says nothing.' },
    ...last,
  ])
  const turns = plain.turns.map((turn, at) => ({
    ...turn,
    time: (at < 2 ? at : 60) * 60_000,
    usage: at < 2 ? { input: 25_000 + 100 * at, output: 10, cacheRead: null, cacheWrite: null } : null,
  }))
  const timeline = run({ ...plain, turns }, { strategy: 'unmanaged' }, { counter: chars4 })
  return { cost: costOfRun(timeline.data), rows: metrics(timeline) }
}

it('COST-2 COST-5 a request that no reply follows was never sent: it costs nothing, takes no time and counts as no prompt', () => {
  const [left, said] = [costs(), costs({ role: 'user', content: '/exit' })]
  expect(said.cost.calls).toHaveLength(3)
  for (const part of ['usd', 'prompt', 'read', 'written', 'output', 'missed', 'time'] as const)
    expect(said.cost[part]).toEqual(left.cost[part])
  const value = ({ rows }: typeof left, name: string) => rows.find(({ id }) => id === name)?.value
  expect(value(said, 'prompt-tokens')).toBe(25_000 + 25_100)
  expect(value(said, 'prompt-tokens')).toBe(said.cost.prompt)
  expect(pricesUsed(said.cost)).toEqual(pricesUsed(left.cost))
  // The run came through its last turn.
  expect(value(said, 'turns-reached')).toBe(3)
})
