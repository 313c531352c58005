import { expect, it } from 'vitest'
import { money } from './money.ts'

it.each([
  [0, '$0.0000'],
  [0.01423, '$0.0142'],
  [9.319, '$9.3190'],
  [-0.01423, '−$0.0142'],
  [0.00004, '$0.0000'],
  [-0.00004, '$0.0000'],
  [1.35616, '$1.3562'],
  [99.9999, '$99.9999'],
  [100, '$100.00'],
  [-1234.567, '−$1,234.57'],
  [1_000_000, '$1,000,000.00'],
])('COST-1 %d dollars read %s: four digits, and cents alone from 100 dollars on', (usd, text) => {
  expect(money(usd)).toBe(text)
})
