import { expect, it } from 'vitest'
import { chars4 } from '../../../engine/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { costOfRun, metrics, run, takeIn, unmanagedPeak } from '../../index.ts'
import type { Timeline } from '../../index.ts'
import { firstTurns } from '../../log/first-turns.ts'

it.each([
  ['unmanaged', 0.4],
  ['context_editing', 0.15],
])(
  'COST-2 COST-5 a request that did not fit was never sent: %s in %d of its peak costs what its turns before cost',
  (strategy, part) => {
    const trace = scenario('long-coding', 2, { turns: 80, spread: 0 })
    const max_context_tokens = Math.round(unmanagedPeak(takeIn(trace, chars4)) * part)
    const config = { strategy, max_context_tokens, simulation: { refetch: 'off' } } as const
    const ended = run(trace, config)
    const turns = ended.ended?.turn ?? NaN
    expect(ended.turns).toHaveLength(turns + 1)
    const before = run(firstTurns(trace, { turns, blocks: Infinity }), config)
    expect(before.ended).toBeNull()

    const [cost, own] = [costOfRun(ended.data), costOfRun(before.data)]
    expect(cost.calls.at(-1)).toMatchObject({ turn: turns, prompt: 0, output: 0, usd: 0 })
    expect({ ...cost, calls: cost.calls.slice(0, -1) }).toEqual(own)
    for (const id of ['prompt-tokens', 'mean-utilization', 'p95-utilization', 'cost', 'time'] as const)
      expect([id, figure(ended, id)]).toEqual([id, figure(before, id)])
    // How far over it was stays to be seen.
    expect(figure(ended, 'peak-utilization')).toBeGreaterThan(figure(before, 'peak-utilization'))
  },
)

const figure = ({ data }: Timeline, id: string): number =>
  metrics({ data }).find((row) => row.id === id)?.value ?? NaN
