import { expect, it } from 'vitest'
import type { TypeRow, UtilizationPoint } from '../../../view/index.ts'
import { scenario } from '../../../testing/shared-traces.ts'
import { run } from '../../../sim/index.ts'
import { drawnOut, pointsOfTurn, runsInSight, sameArrivals } from './chart-series.ts'

const none = {
  system_prompt: 0,
  tool_definition: 0,
  memory_injection: 0,
  user_message: 0,
  assistant_response: 0,
  thinking: 0,
  tool_call: 0,
  tool_result: 0,
  summary: 0,
}

it('LED-3 a turn has its own points and not those of its neighbours', () => {
  const points = [4, 5, 6].flatMap((turn) =>
    (['arrived', 'offered', 'sent'] as const).map((point, index): UtilizationPoint => {
      return { x: turn + index / 4, turn, point, tokens: turn * 10 + index, share: 0 }
    }),
  )
  expect(pointsOfTurn(points, 5).map(({ tokens }) => tokens)).toEqual([50, 51, 52])
  expect(pointsOfTurn(points, 7)).toEqual([])
  expect(pointsOfTurn([], 0)).toEqual([])
})

it('a lone turn gets the width of its turn and keeps its tokens', () => {
  const row: TypeRow = {
    x: 3.5,
    turn: 3,
    used: 10,
    byType: { ...none, tool_result: 10 },
    unexplained: 0,
    adjustment: 0,
  }
  const drawn = drawnOut([row])
  expect(drawn.map(({ x }) => x)).toEqual([3, 3.5, 4])
  expect(drawn.every(({ used, byType }) => used === 10 && byType.tool_result === 10)).toBe(true)
  expect(drawnOut([])).toEqual([])
})

it('a run that only touches the edge of the visible range is left out', () => {
  const runs = [
    { from: 0, to: 2, zone: 'green' },
    { from: 2, to: 5, zone: 'red' },
    { from: 5, to: 9, zone: 'green' },
  ] as const
  expect(runsInSight(runs, { from: 2, to: 5 })).toEqual([runs[1]])
  expect(runsInSight(runs, { from: 1.5, to: 5.5 })).toEqual(runs)
})

it('PRES-2 NEED-3 lanes of one conversation share their velocity, unless its number of turns or what they fetch again differs', () => {
  const trace = scenario('axios-migration', 7)
  const laneOf = (policy: string, velocity_window: number, refetch: 'on' | 'off' = 'off') => {
    const config = {
      strategy: 'evict',
      max_context_tokens: 14_000,
      eviction: { policy, user_share: 0 },
      simulation: { refetch },
    }
    return { lane: run(trace, { ...config, pressure: { velocity_window } }) }
  }
  expect(sameArrivals([laneOf('fifo', 5), laneOf('hybrid', 5)], 0)).toBe(true)
  expect(sameArrivals([laneOf('fifo', 5), laneOf('fifo', 3)], 0)).toBe(false)
  expect(sameArrivals([laneOf('fifo', 5, 'on'), laneOf('hybrid', 5, 'on')], 0)).toBe(false)
})
