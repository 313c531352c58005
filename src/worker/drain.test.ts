import { describe, expect, it } from 'vitest'
import { drain, Stopped } from './drain.ts'
import type { Job } from './drain.ts'

/** Work in steps of these durations in milliseconds, on its own clock. */
function work(durations: readonly number[], onPause: (job: Job) => void = () => undefined) {
  const job: Job = { id: 1, stopped: false }
  let time = 0
  let did = 0
  const pauses: number[] = []
  const reports: number[] = []
  function* steps(): Generator<number, string> {
    for (const [index, duration] of durations.entries()) {
      time += duration
      did = index + 1
      yield index
    }
    return 'done'
  }
  const pace = {
    now: () => time,
    pause: () => {
      pauses.push(time)
      onPause(job)
      return Promise.resolve()
    },
  }
  const result = drain(steps(), job, pace, () => reports.push(time))
  return { result, pauses, reports, did: () => did }
}

describe('work in slices', () => {
  it('pauses for messages every 8 ms, or after a step that takes longer', async () => {
    const { result, pauses } = work([1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 25, 1])
    expect(await result).toBe('done')
    expect(pauses).toEqual([8, 18, 43])
  })

  it('reports progress every 30 ms at most', async () => {
    const { result, reports } = work(Array.from({ length: 100 }, () => 1))
    expect(await result).toBe('done')
    expect(reports).toEqual([32, 64, 96])
  })

  it('a stopped job takes no further step after the current slice', async () => {
    const { result, did } = work(
      Array.from({ length: 100 }, () => 2),
      (job) => {
        job.stopped = true
      },
    )
    await expect(result).rejects.toThrow(Stopped)
    expect(did()).toBe(4)
  })

  it('a job that ends within a slice is not interrupted', async () => {
    const { result, pauses } = work([1, 2, 3])
    expect(await result).toBe('done')
    expect(pauses).toEqual([])
  })
})
