import { expect, it, vi } from 'vitest'
import { CodeMissing, onDemand } from './on-demand.ts'

it('code on demand is fetched once, and the next call tries again after a failure', async () => {
  const fetchCode = vi
    .fn<() => Promise<{ readonly answer: number }>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue({ answer: 42 })
  const { load, code, isLoaded } = onDemand('loadAnswer', fetchCode)
  expect(code).toThrow(new CodeMissing('loadAnswer'))
  await expect(load()).rejects.toThrow('offline')
  expect(isLoaded()).toBe(false)
  expect(code).toThrow('loadAnswer was not awaited')
  await load()
  await load()
  expect(isLoaded()).toBe(true)
  expect(code().answer).toBe(42)
  expect(fetchCode).toHaveBeenCalledTimes(2)
})
