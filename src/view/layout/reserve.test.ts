import { describe, expect, it } from 'vitest'
import { chars4 } from '../../engine/index.ts'
import { scenario } from '../../testing/shared-traces.ts'
import { run, takeIn, unmanagedPeak } from '../../sim/index.ts'
import type { Intervention } from '../../sim/index.ts'
import { laneLines, reserveOfRun, strata } from '../index.ts'

const trace = scenario('axios-migration', 5)
const intake = takeIn(trace, chars4)
const max_context_tokens = Math.floor(unmanagedPeak(intake) / 2)

/** A run in which the reserve is set to shares of the window, each from a turn on. */
function ran(...shares: readonly (readonly [turn: number, share: number])[]) {
  const interventions = shares.map(([turn, output_reserved]): Intervention => {
    const allocations = { output_reserved, message_history: 0.4 - output_reserved }
    return { turn, kind: 'set', config: { budget: { allocations } } }
  })
  return run(trace, { strategy: 'evict', max_context_tokens }, { intake, interventions }).data
}

function lowAt({ steps }: ReturnType<typeof reserveOfRun>, turn: number): number | undefined {
  return steps.findLast(({ from }) => from <= turn)?.low
}

describe('BUD-3 the tokens reserved for the reply, over the turns', () => {
  it('change at the turns in which a person set them, and equal what the ledger of each turn left out', () => {
    const data = ran([20, 0.25], [31, 0.18])
    const { reserve } = strata(data)
    expect(reserve.high).toBe(max_context_tokens)
    expect(reserve.steps.map(({ from }) => from)).toEqual([0, 20, 31])
    expect(data.turns.length).toBeGreaterThan(40)
    for (const { turn, used, free } of data.turns)
      expect([turn, lowAt(reserve, turn)]).toEqual([turn, used + free])
    const [first, second, third] = reserve.steps.map(({ low }) => low)
    expect(second).toBeLessThan(third ?? 0)
    expect(third).toBeLessThan(first ?? 0)
  })

  it('each step has a line at its edge', () => {
    const data = ran([20, 0.25], [31, 0.18])
    const edges = laneLines(data).filter(({ kind }) => kind === 'reserve')
    expect(edges.map(({ from = 0, tokens }) => ({ from, low: tokens }))).toEqual(reserveOfRun(data).steps)
  })

  it('there is one step if nothing was changed, if the value stayed the same, and if it was set from the start', () => {
    const { steps } = reserveOfRun(ran())
    expect(steps).toEqual([{ from: 0, low: max_context_tokens - ran().reserve }])
    expect(reserveOfRun(ran([12, 0.05])).steps).toEqual(steps)
    const [only, ...others] = reserveOfRun(ran([0, 0.25])).steps
    expect(others).toEqual([])
    expect(only?.from).toBe(0)
    expect(only?.low).toBeLessThan(steps[0]?.low ?? 0)
  })
})
