import { expect, test } from 'vitest'
import { faultOf, figureOf, inYaml, stepOf } from './figure.ts'

const tokens = {
  integer: true,
  range: { min: 0, max: 1_000_000 },
  usual: [0, 50_000] as const,
  unit: 'tokens',
}
const share = {
  integer: false,
  range: { min: 0, max: 1 },
  usual: [0.3, 0.95] as const,
  unit: 'share of the limit',
}

test.each([
  ['20,000', 20_000],
  ['20K', 20_000],
  ['2000000', null],
  ['-5', null],
  ['1.5', null],
])('CONF-3 tokens as people write them: %s', (text, value) => {
  expect(figureOf(text, tokens)).toBe(value)
})

test.each([
  ['.5', 0.5],
  ['0,25', 0.25],
  ['1.01', null],
  ['1e-1', 0.1],
  ['60 %', 0.6],
  ['7,5%', 0.075],
  ['29%', 0.29],
  ['130 %', null],
  ['%', null],
  ['half', null],
])('CONF-3 shares as people write them: %s', (text, value) => {
  expect(figureOf(text, share)).toBe(value)
})

// The page writes 1440 so, and the text of settings refuses a comma.
test.each([
  ['1,440', 1440],
  ['1,440.5', 1440.5],
  ['12,5', 12.5],
  ['1,5', 1.5],
  ['0,125', 0.125],
])('CONF-3 minutes as people write them: %s', (text, value) => {
  expect(
    figureOf(text, { integer: false, range: { min: 0, max: 10_000 }, usual: [1, 60], unit: 'minutes' }),
  ).toBe(value)
})

test.each([
  ['half', share, 'no number'],
  ['1e', share, 'no number'],
  ['1.01', share, 'range'],
  ['130 %', share, 'range'],
  ['60 %', { ...share, unit: 'cosine' }, 'percent'],
  ['60 %', tokens, 'percent'],
  ['1.5', tokens, 'fraction'],
  ['-5', tokens, 'range'],
  ['20K', tokens, null],
  ['60 %', share, null],
] as const)('CONF-3 the kind of error in %s is reported', (text, row, fault) => {
  expect(faultOf(text, row)).toBe(fault)
})

test('one step of a slider is a round number, about a hundredth of its way', () => {
  expect(stepOf(tokens)).toBe(500)
  expect(stepOf(share)).toBe(0.01)
  expect(stepOf({ integer: true, range: { min: 0, max: 1_000 }, usual: [0, 20] })).toBe(1)
})

test('CONF-2 a value is shown as YAML on one line', () => {
  expect(inYaml({ a: [1, 'b'], c: { d: true } })).toBe('{ a: [1, b], c: { d: true } }')
})
