import { deflateRawSync, gzipSync, constants } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { gunzipped } from './inflate.ts'

const unpacked = (bytes: Uint8Array): string | undefined => {
  const read = gunzipped(bytes)
  return read && Buffer.from(read).toString()
}
/** Neither repeated nor random: words in an order that no code can foresee. */
const LONG = Array.from({ length: 4000 }, (_, index) => `word ${(index * 7919) % 1009} ü`).join(', ')

describe('bytes of gzip', () => {
  it.each([
    ['nothing', '', {}],
    ['a short text, with the fixed code', 'Hello, hello, hello!', {}],
    ['a long text, with codes of its own', LONG, { level: 9 }],
    ['a long text without matches', LONG, { strategy: constants.Z_HUFFMAN_ONLY }],
    ['a long text with the fixed code', LONG, { strategy: constants.Z_FIXED }],
    ['a text that is only stored', LONG, { level: 0 }],
    ['the longest matches and distances', `${LONG.slice(0, 32_000)}${'a'.repeat(3000)}${LONG}`, {}],
  ])('are unpacked: %s', (_, text, options) => {
    expect(unpacked(gzipSync(text, options))).toBe(text)
  })

  it('may have a name, a comment and more before them', () => {
    const flags = 2 | 4 | 8 | 16
    const head = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3, 2, 0, 1, 2, 65, 0, 66, 66, 0, 9, 9]
    expect(unpacked(Buffer.concat([Buffer.from(head), deflateRawSync('Hello')]))).toBe('Hello')
  })

  it('are not guessed if they are damaged, cut off, or no gzip', () => {
    const packed = gzipSync(LONG)
    expect(gunzipped(packed.subarray(0, 500))).toBeUndefined()
    expect(gunzipped(Buffer.from('Hello'))).toBeUndefined()
    const noBlock = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 7])
    expect(gunzipped(noBlock)).toBeUndefined()
  })
})
