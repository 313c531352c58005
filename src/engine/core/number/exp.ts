import { LN2_HIGH, LN2_LOW } from './ln.ts'

/** Above this the result is more than the largest number. */
const OVERFLOW = 709.782712893384
/** Below this the result is less than half the smallest number. */
const UNDERFLOW = -745.1332191019412

/**
 * e to the power of x, using only + − × ÷ and rounding, so that it has the same bits in every engine (`Math.exp` has
 * not; EDIT-3). Within about 1 ulp of the true value unless the result is subnormal. exp 0 = 1 exactly; ∞ above 709.78,
 * 0 below −745.13, NaN for NaN.
 */
export function exp(x: number): number {
  if (Number.isNaN(x)) return NaN
  if (x > OVERFLOW) return Infinity
  if (x < UNDERFLOW) return 0
  // x = k·ln 2 + r with |r| ≤ ln 2 / 2, so that e^x = 2^k · e^r. r is kept as a difference, because rounding it would
  // change the result.
  const k = Math.round(x / (LN2_HIGH + LN2_LOW))
  const high = x - k * LN2_HIGH
  const low = k * LN2_LOW
  const r = high - low
  return timesPowerOfTwo(1 + (high - (low - r * r * taylor(r))), k)
}

/** (e^r − 1 − r) / r²: 1/2 + r/6 + r²/24 + … to r¹²/14!. The omitted terms are below 2⁻⁵⁶ of the result. */
function taylor(r: number): number {
  const far =
    1 / 40320 +
    r *
      (1 / 362880 +
        r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800 + r / 87178291200)))))
  return 1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * (1 / 5040 + r * far)))))
}

/** y·2^k. The largest factor comes last, so that a subnormal result is rounded once. */
function timesPowerOfTwo(y: number, k: number): number {
  if (k === 1024) return timesPowerOfTwo(y, 1023) * 2
  let result = y
  let factor = k < 0 ? 0.5 : 2
  for (let bits = Math.abs(k); bits > 0; bits >>= 1) {
    if (bits & 1) result *= factor
    factor *= factor
  }
  return result
}
