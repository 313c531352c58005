import { afterEach, expect, test, vi } from 'vitest'
import { lock } from './locks.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

test('where the browser refuses locks, a page is taken to be alone', async () => {
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('no origin')) } })
  expect(await lock('one')).toBe(true)
})
