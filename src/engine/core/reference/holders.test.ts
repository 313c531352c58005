import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Holders } from './holders.ts'

describe('REF-1 who holds what', () => {
  it('REF-1 finds what a Map finds, through growth and with many keys that share half of their bits', () => {
    const half = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer())
    fc.assert(
      fc.property(fc.array(fc.tuple(half, half), { maxLength: 400 }), (keys) => {
        const holders = new Holders()
        const rows = new Map<string, number>()
        keys.forEach(([high, low], block) => {
          const key = `${high} ${low}`
          expect(holders.find(high, low)).toBe(rows.get(key) ?? -1)
          if (!rows.has(key)) rows.set(key, holders.add(high, low, block, block))
        })
        expect(holders.size).toBe(rows.size)
        for (const [key, row] of rows) {
          const [high = NaN, low = NaN] = key.split(' ').map(Number)
          expect(holders.find(high, low)).toBe(row)
        }
      }),
    )
  })

  it('REF-1 a row keeps its numbers while the table grows', () => {
    const holders = new Holders()
    const rows = Array.from({ length: 5000 }, (_, i) => holders.add(i % 7, i, i, i))
    holders.holder[rows[3] ?? -1] = 77
    for (let i = 5000; i < 20_000; i++) holders.add(i % 7, i, i, i)
    expect(rows.map((row) => holders.origin[row])).toEqual(rows.map((_, i) => i))
    expect(holders.holder[rows[3] ?? -1]).toBe(77)
    expect(holders.count[rows[4] ?? -1]).toBe(1)
  })
})
