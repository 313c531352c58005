/** A product of a share and an amount that is whole on paper may come out a hair off: .70 × 180,000 is less than 126,000. */
const HAIR = 1e-6

/** So much of an amount as a whole number, rounded down. What is above a share is above this. */
export function floorShare(share: number, amount: number): number {
  return Math.floor(share * amount + HAIR)
}

/** The same rounded up. What reaches a share reaches this. */
export function ceilShare(share: number, amount: number): number {
  // Of nothing, not the negative zero.
  return Math.max(0, Math.ceil(share * amount - HAIR))
}
