import { createHash } from 'node:crypto'
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

it('a file has the hash of its text, also where its length is that of whole pieces', async () => {
  const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
  for (const length of [0, 7, 999_999, 1_000_000, 1_000_001, 2_000_000, 5_300_000]) {
    const text = 'é0123456789ab'.repeat(Math.ceil(length / 13)).slice(0, length)
    const pieces = text.match(/[^]{1,1000000}/g) ?? ['']
    const hash = pieces.length === 1 ? sha256(text) : sha256(Buffer.concat(pieces.map(sha256)))
    expect(await contentHash(text), `${length} characters`).toBe(hash.toString('hex').slice(0, 16))
    expect(await contentHash(new Blob([text])), `a file of ${length}`).toBe(hash.toString('hex').slice(0, 16))
  }
})
