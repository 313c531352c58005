import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exp } from './exp.ts'
import { ln } from './ln.ts'

const error = (found: number, wanted: number) =>
  found === wanted ? 0 : Math.abs(found - wanted) / Math.abs(wanted)

describe('EDIT-3 exp and ln of our own', () => {
  it('EDIT-3 exp agrees with the built-in one within 1e-15 over the whole normal range', () => {
    fc.assert(
      fc.property(fc.double({ min: -708, max: 709.7, noNaN: true }), (x) => {
        expect(error(exp(x), Math.exp(x))).toBeLessThan(1e-15)
      }),
      { numRuns: 2000 },
    )
  })

  it('EDIT-3 ln agrees with the built-in one within 1e-15, for every positive number and close to 1', () => {
    const positive = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true })
    const nearOne = fc.double({ min: -0.3, max: 0.3, noNaN: true }).map((d) => 1 + d)
    fc.assert(
      fc.property(fc.oneof(positive, nearOne), (x) => {
        expect(error(ln(x), Math.log(x))).toBeLessThan(1e-15)
      }),
      { numRuns: 2000 },
    )
  })

  it('EDIT-3 hand-worked values: e, its square and roots, halves and thirds', () => {
    expect(exp(0)).toBe(1)
    expect(exp(-0)).toBe(1)
    expect(error(exp(1), 2.718281828459045)).toBeLessThan(2.3e-16)
    expect(error(exp(2), 7.38905609893065)).toBeLessThan(2.3e-16)
    expect(error(exp(-1), 0.36787944117144233)).toBeLessThan(2.3e-16)
    expect(ln(1)).toBe(0)
    expect(ln(2)).toBe(Math.LN2)
    expect(ln(0.5)).toBe(-Math.LN2)
    expect(error(ln(10), Math.LN10)).toBeLessThan(2.3e-16)
    expect(ln(2 ** 40)).toBe(40 * Math.LN2)
  })

  it('EDIT-3 edges: overflow, underflow, subnormals, infinities, NaN, negatives', () => {
    expect(exp(710)).toBe(Infinity)
    expect(exp(Infinity)).toBe(Infinity)
    expect(exp(709.782712893384)).toBeLessThan(Infinity)
    expect(error(exp(709.782712893384), Math.exp(709.782712893384))).toBeLessThan(1e-15)
    expect(exp(-746)).toBe(0)
    expect(exp(-Infinity)).toBe(0)
    expect(exp(-745)).toBe(Number.MIN_VALUE)
    expect(Math.abs(exp(-720) - Math.exp(-720))).toBeLessThanOrEqual(Number.MIN_VALUE)
    expect(exp(NaN)).toBeNaN()
    expect(ln(0)).toBe(-Infinity)
    expect(ln(-0)).toBe(-Infinity)
    expect(ln(-1)).toBeNaN()
    expect(ln(NaN)).toBeNaN()
    expect(ln(Infinity)).toBe(Infinity)
    expect(error(ln(Number.MIN_VALUE), Math.log(Number.MIN_VALUE))).toBeLessThan(1e-15)
  })

  it('EDIT-3 identities: ln inverts exp, products become sums', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -300, max: 300, noNaN: true }),
        fc.double({ min: -300, max: 300, noNaN: true }),
        (x, y) => {
          expect(Math.abs(ln(exp(x)) - x)).toBeLessThan(1e-15 * Math.max(1, Math.abs(x)))
          expect(error(exp(x) * exp(y), exp(x + y))).toBeLessThan(1.2e-13)
        },
      ),
    )
  })

  it('EDIT-3 the bits are pinned: these sums are the same on every machine', () => {
    let sumExp = 0
    let sumLn = 0
    for (let i = 1; i <= 2000; i++) {
      sumExp += exp(-i / 7)
      sumLn += ln(i / 7)
    }
    expect([sumExp, sumLn]).toEqual([6.511900714632574, 9314.704052403184])
  })
})
