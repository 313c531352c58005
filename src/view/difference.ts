import type { MetricKind } from '../sim/index.ts'
import { delta } from './format.ts'

/** Digits that a kind of figure is shown with; a share is shown in percent. */
const DIGITS: Readonly<Record<MetricKind, number>> = Object.freeze({
  count: 0,
  tokens: 0,
  share: 1,
  rate: 2,
})

/**
 * What a reader gets who subtracts one figure from another as both are shown: of two shares in points, of anything else
 * in its unit. Figures are rounded before they are shown, so this may be a last digit off the difference of the values.
 */
export function shownDifference(value: number, base: number, kind: MetricKind): number {
  const digits = DIGITS[kind]
  const difference = shown(value, kind) - shown(base, kind)
  // Decimals are not exact: 93.9 − 91.8 is no 2.1 before it is rounded again.
  return Number(difference.toFixed(digits))
}

/** `+4.1 points` of two shares, `+1,200` of two counts, ±0 for none. */
export function differenceText(difference: number, kind: MetricKind): string {
  const text = delta(difference, DIGITS[kind])
  if (kind !== 'share') return text
  return `${text} ${Math.abs(difference) === 1 ? 'point' : 'points'}`
}

function shown(value: number, kind: MetricKind): number {
  return Number((kind === 'share' ? value * 100 : value).toFixed(DIGITS[kind]))
}
