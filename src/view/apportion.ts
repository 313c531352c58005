import { decimal } from './format.ts'

/**
 * Figures rounded so that what is written sums to the written sum: of the rounding, the largest remainders
 * get the digits that are left over. No figure is off by more than one in its last digit.
 *
 * @param values from 0 up
 */
export function roundedToSum(values: readonly number[], digits: number): readonly string[] {
  let unit = 1
  for (let digit = 0; digit < digits; digit++) unit *= 10
  const scaled = values.map((value) => value * unit)
  const floors = scaled.map((value) => Math.floor(value))
  const total = Math.round(scaled.reduce((sum, value) => sum + value, 0))
  const missing = total - floors.reduce((sum, value) => sum + value, 0)
  const byRemainder = scaled
    .map((value, index) => ({ index, remainder: value - (floors[index] ?? 0) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return floors.map((floor, index) => decimal((floor + (raised.has(index) ? 1 : 0)) / unit, digits))
}
