import { afterEach, expect, it, vi } from 'vitest'
import { lane, request } from '../../../worker/door-fixture.ts'
import { WorkerInThread } from '../../../worker/thread-fixture.ts'
import { retentionOfLane } from './questions.ts'
import { startSimulator } from './simulator.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('questions about the retention of several lanes are all answered, each asked for once', async () => {
  vi.stubGlobal('Worker', WorkerInThread)
  const lanes = [lane('a', 'fifo'), lane('b', 'hybrid')]
  const simulator = startSimulator()
  const comparison = await simulator.compare({ ...request, lanes })
  const asked = vi.spyOn(simulator, 'ask')
  const [first, , again] = await Promise.all(
    ['a', 'b', 'a'].map(async (name) => retentionOfLane(comparison, name)),
  )
  expect(again).toBe(first)
  expect(first?.byTurn.length).toBeGreaterThan(0)
  expect(asked).toHaveBeenCalledTimes(2)
  // A newer comparison does not wait for an older one.
  const newer = await simulator.compare({ ...request, lanes: lanes.slice(0, 1) })
  const late = retentionOfLane(comparison, 'c').catch((failure: Error) => failure.name)
  expect(await retentionOfLane(newer, 'a')).toEqual(first)
  await late
})
