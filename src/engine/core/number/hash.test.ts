import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHash, createDigest, hash32, hashRange, mix } from './hash.ts'

/** Any code units, including unpaired surrogates. */
const anyText = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
  .map((codes) => String.fromCharCode(...codes))

/** For each output bit, the share of one-bit changes of the input that flip it; ½ is perfect. */
function avalanche(bits: number, hash: (text: string) => bigint): number[] {
  const flips = new Array<number>(bits).fill(0)
  const tries = 2000
  for (let i = 0; i < tries; i++) {
    const text = `src/module-${i}/file.ts`
    const at = (i * 7) % text.length
    const changed =
      text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << (i % 6))) + text.slice(at + 1)
    const difference = hash(text) ^ hash(changed)
    for (let bit = 0; bit < bits; bit++)
      if ((difference >> BigInt(bit)) & 1n) flips[bit] = (flips[bit] ?? 0) + 1
  }
  return flips.map((count) => count / tries)
}

describe('EDIT-3 hashes', () => {
  it('EDIT-3 the bits are pinned', () => {
    expect([hash32(''), hash32('abc'), hash32('abc', 1)]).toEqual([2462723854, 3485354627, 642388101])
    expect(contentHash([])).toBe('ab5f10c6c53b54a4')
    expect(contentHash(['abc'])).toBe('cb9897a39ad89070')
    expect(contentHash(['文', '\ud800'])).toBe('de4d369f1b781b22')
  })

  it('EDIT-3 hashRange is hash32 of the slice', () => {
    fc.assert(
      fc.property(anyText, fc.nat(40), fc.nat(40), fc.integer(), (text, a, b, seed) => {
        const start = Math.min(a, b, text.length)
        const end = Math.min(Math.max(a, b), text.length)
        expect(hashRange(text, start, end, seed)).toBe(hash32(text.slice(start, end), seed))
      }),
    )
  })

  it('EDIT-3 every output bit depends on every input character', () => {
    for (const share of avalanche(32, (text) => BigInt(hash32(text))))
      expect(Math.abs(share - 0.5)).toBeLessThan(0.06)
    const digest = (text: string) => BigInt(`0x${contentHash([text])}`)
    for (const share of avalanche(64, digest)) expect(Math.abs(share - 0.5)).toBeLessThan(0.06)
  })

  it('EDIT-3 a 32-bit hash collides about as often as chance predicts, a digest never', () => {
    const short = new Set<number>()
    const long = new Set<string>()
    for (let i = 0; i < 100_000; i++) {
      short.add(hash32(`block-${i}`))
      long.add(contentHash([`block-${i}`]))
    }
    expect(100_000 - short.size).toBeLessThan(10)
    expect(long.size).toBe(100_000)
  })

  it('EDIT-3 a digest keeps its strings apart and does not change when it is read', () => {
    expect(contentHash(['ab', 'c'])).not.toBe(contentHash(['a', 'bc']))
    expect(contentHash(['a', ''])).not.toBe(contentHash(['a']))
    expect(contentHash(['\0'])).not.toBe(contentHash(['\0\0']))
    const digest = createDigest().add('one')
    const first = digest.hex()
    expect(digest.hex()).toBe(first)
    expect(digest.add('two').hex()).toBe(contentHash(['one', 'two']))
  })

  it('EDIT-3 mix is one to one', () => {
    const seen = new Set<number>()
    for (let i = -50_000; i < 50_000; i++) seen.add(mix(i))
    expect(seen.size).toBe(100_000)
  })
})
