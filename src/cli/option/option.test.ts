import { expect, test } from 'vitest'
import { withNames } from './lane.ts'
import { windowIn, windowText } from './window.ts'

test('lanes of one name are numbered, past the numbers that other lanes have as names', () => {
  const named = (...names: string[]) => withNames(names.map((name) => ({ name, config: {} })))
  const names = (...given: string[]) => named(...given).map(({ name }) => name)
  expect(names('hybrid', 'hybrid', 'hybrid_2', 'hybrid')).toEqual([
    'hybrid',
    'hybrid_3',
    'hybrid_2',
    'hybrid_4',
  ])
  expect(names('fifo', 'hybrid')).toEqual(['fifo', 'hybrid'])
})

test('a comma in a number of tokens stands before three digits', () => {
  expect(['64,000', '1,000,000', '64_000', '2.5k'].map((text) => windowText(windowIn(text)))).toEqual([
    '64000',
    '1000000',
    '64000',
    '2500',
  ])
  for (const text of ['15,5k', '1,5k', '64,00']) expect(() => windowIn(text)).toThrow(`but is ${text}`)
})

test('every share of a window is told as it was given', () => {
  for (let percent = 1; percent <= 100; percent++)
    expect(windowText(windowIn(`${percent}%`))).toBe(`${percent}%`)
  expect(windowText(windowIn('0.125'))).toBe('12.5%')
})
