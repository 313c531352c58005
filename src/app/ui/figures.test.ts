import { expect, test } from 'vitest'
import { percentRange, readPercent, readWhole, within } from './figures.ts'

test.each([
  ['34406', 34_406],
  ['34,406', 34_406],
  [' 34 406 ', 34_406],
  ['34K', 34_000],
  ['1.5k', 1500],
  ['0', 0],
  ['', null],
  ['-5', null],
  ['3.5', null],
  ['12 tokens', null],
  ['1e3', null],
])('a whole number is read from %j as %j', (text, value) => {
  expect(readWhole(text)).toBe(value)
})

test.each([
  ['35', 35],
  ['35 %', 35],
  ['35%', 35],
  ['35.5 %', 35.5],
  ['35,5', 35.5],
  ['', null],
  ['%', null],
  ['-3 %', null],
  ['half', null],
])('a share is read from %j as %j percent', (text, value) => {
  expect(readPercent(text)).toBe(value)
})

test('a value outside the range is null', () => {
  expect([0, 1, 10, 11].map((value) => within(value, 1, 10))).toEqual([null, 1, 10, null])
  expect(within(null, 1, 10)).toBe(null)
})

test.each([
  // 2,000 of 68,812 are 2.907 %; 2.9 % would be below the minimum window.
  [68_812, { least: 3, most: 1000 }],
  [70_000, { least: 2.9, most: 1000 }],
  [200_000, { least: 1, most: 1000 }],
  [5_000_000, { least: 1, most: 200 }],
  [150, null],
  [5, null],
  [null, { least: 1, most: 1000 }],
])('the possible shares of a peak of %j are %j', (peak, range) => {
  expect(percentRange(peak, 2000, 10_000_000)).toEqual(range)
})
