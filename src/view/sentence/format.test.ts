import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  counted,
  dash,
  decimal,
  delta,
  ordinal,
  share,
  tokens,
  tokensShort,
  turnName,
  whole,
} from './format.ts'

it('writes counts with commas between thousands', () => {
  expect([0, 7, 999, 1000, 12345, 1234567].map((value) => tokens(value))).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '12,345',
    '1,234,567',
  ])
  expect(whole(-12345)).toBe('−12,345')
  expect(whole(-0.4)).toBe('0')
})

it('a written count can be read back, for every count', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), (value) => {
      const text = whole(value)
      expect(Number(text.replaceAll(',', ''))).toBe(value)
      expect(text).toMatch(/^\d{1,3}(,\d{3})*$/)
    }),
  )
})

it('TOK-5 marks estimates with ≈', () => {
  expect(tokens(12345, { exact: false })).toBe('≈ 12,345')
  expect(share(0.5, { exact: false })).toBe('≈ 50.0 %')
})

it('writes shares in percent with one decimal', () => {
  expect([0, 0.742, 1, 1.236, 0.9996, 12.5].map((value) => share(value))).toEqual([
    '0.0 %',
    '74.2 %',
    '100.0 %',
    '123.6 %',
    '100.0 %',
    '1,250.0 %',
  ])
})

it('shows an unknown value as a dash, and zero as zero', () => {
  for (const text of [tokens(null), share(null), delta(null), decimal(null), share(NaN), whole(Infinity)])
    expect(text).toBe(dash)
  expect([tokens(0), share(0), delta(0), decimal(0)]).toEqual(['0', '0.0 %', '±0', '0.00'])
})

it('writes differences with their sign, and ±0 for what rounds to zero', () => {
  expect([1200, -3, 0].map((value) => delta(value))).toEqual(['+1,200', '−3', '±0'])
  expect([0.34, -0.04, 0.04, -12.36].map((value) => delta(value, 1))).toEqual(['+0.3', '±0', '±0', '−12.4'])
})

it('writes axis figures in at most five characters', () => {
  const cases: [number, string][] = [
    [0, '0'],
    [950, '950'],
    [999.6, '1K'],
    [1000, '1K'],
    [1234, '1.2K'],
    [9949, '9.9K'],
    [9950, '10K'],
    [12345, '12K'],
    [128000, '128K'],
    [999499, '999K'],
    [999500, '1M'],
    [1234567, '1.2M'],
    [-1500, '−1.5K'],
  ]
  expect(cases.map(([value]) => tokensShort(value))).toEqual(cases.map(([, text]) => text))
})

it('counts turns from 0, like the placeholders do', () => {
  expect([turnName(0), turnName(1234)]).toEqual(['turn 0', 'turn 1,234'])
})

it('writes ordinals', () => {
  const values = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 101, 111, 1002]
  expect(values.map(ordinal).join(' ')).toBe(
    '1st 2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 101st 111th 1,002nd',
  )
})

it('writes a count with its noun in singular or plural', () => {
  expect([counted(1, 'block'), counted(0, 'block'), counted(2500, 'block')]).toEqual([
    '1 block',
    '0 blocks',
    '2,500 blocks',
  ])
  expect(counted(2, 'reply', 'replies')).toBe('2 replies')
})
