import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { writeUtf8 } from './utf8.ts'

function utf8(text: string, start = 0, end = text.length): Uint8Array {
  const bytes = new Uint8Array(3 * (end - start))
  return bytes.slice(0, writeUtf8(text, start, end, bytes))
}

describe('writeUtf8', () => {
  it('TOK-1 writes a lone surrogate as U+FFFD', () => {
    expect([...utf8('a\ud800b')]).toEqual([0x61, 0xef, 0xbf, 0xbd, 0x62])
    expect([...utf8('\udc00\ud800')]).toEqual([0xef, 0xbf, 0xbd, 0xef, 0xbf, 0xbd])
  })

  it('TOK-1 agrees with TextEncoder on any code units', () => {
    const unit = fc.oneof(
      fc.nat(0xffff),
      fc.integer({ min: 0xd7fe, max: 0xe001 }),
      fc.constantFrom(0x7f, 0x80, 0x7ff, 0x800),
    )
    fc.assert(
      fc.property(fc.array(unit), (units) => {
        const text = String.fromCharCode(...units)
        expect(utf8(text)).toEqual(new TextEncoder().encode(text))
      }),
      { numRuns: 800 },
    )
  })

  it('writes only the requested part', () => {
    expect(new TextDecoder().decode(utf8('xx€😀yy', 2, 5))).toBe('€😀')
  })
})
