/**
 * The product of a share and an amount may miss a whole number slightly: .70 × 180,000 is less than 126,000 in floating
 * point.
 */
const HAIR = 1e-6

/** A share of an amount, rounded down to a whole number: an integer is above the share exactly if it is above this. */
export function floorShare(share: number, amount: number): number {
  return Math.floor(share * amount + HAIR)
}

/** A share of an amount, rounded up: an integer reaches the share exactly if it reaches this. */
export function ceilShare(share: number, amount: number): number {
  // 0 rather than negative zero.
  return Math.max(0, Math.ceil(share * amount - HAIR))
}
