import { afterEach, expect, it, vi } from 'vitest'
import { contentHash } from './content-hash.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('a text has the same hash with and without the browser’s own, also in pieces', async () => {
  const texts = ['', 'A log.', 'ü🌍' + 'a'.repeat(1_000_000)]
  const own = await Promise.all(texts.map(contentHash))
  vi.stubGlobal('crypto', {})
  expect(await Promise.all(texts.map(contentHash))).toEqual(own)
  expect(own[1]).toBe('92a2274c97fe5a82')
})
