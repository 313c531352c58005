import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import type { Message } from '../../../engine/index.ts'
import { traceOf } from '../../../testing/trace.ts'
import { costOfRun, run } from '../../index.ts'

/** Three calls of GPT-5 with short replies, of which the log counts these tokens. */
function counting(output: readonly (number | null)[]) {
  const messages: Message[] = output.flatMap((_, turn) => [
    { role: 'user', content: `Prove step ${turn}.` },
    { role: 'assistant', content: 'It holds, and that is all that I have to say about it.' },
  ])
  const plain = traceOf(messages)
  const turns = plain.turns.map((turn, at) => ({
    ...turn,
    model: 'gpt-5',
    usage: { input: 500, output: output[at] ?? null, cacheRead: null, cacheWrite: null },
  }))
  const { data } = run({ ...plain, turns }, { strategy: 'evict' }, { counter: chars4 })
  return { data, cost: costOfRun(data) }
}

it('COST-2 thoughts of which a log has only the number cost what they cost its client, in every lane', () => {
  const { data, cost } = counting([3000, 3000, 1000])
  // At 10 dollars a million.
  expect(cost.output).toBe(7000)
  expect(cost.parts.output).toBeCloseTo(0.07, 10)
  // No later prompt has them.
  expect(data.turns.every(({ used }) => used < 1600)).toBe(true)
  const [main] = data.turns[0]?.calls ?? []
  expect((main?.output ?? 0) + (main?.unseen ?? 0)).toBe(3000)
  // 1,000 tokens are written in 15 seconds or so: the thoughts take their time.
  const { time } = counting([null, null, null]).cost
  expect(cost.time.total).toBeGreaterThan(time.total + 30_000)
})

it('COST-2 a reply of which the log counts less than its text, as while it was written, costs its text', () => {
  const all = counting([null, null, null]).cost
  expect(all.output).toBeGreaterThan(30)
  expect(counting([1, 2, 3]).cost.output).toBe(all.output)
})
