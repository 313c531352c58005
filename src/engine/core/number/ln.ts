/** ln 2 in two pieces: the first has 21 trailing zero bits, so that its product with an exponent is exact. */
export const LN2_HIGH = 0.693147180369123816490173339844
export const LN2_LOW = 1.90821492927058770002e-10

const SQRT2 = Math.sqrt(2)
const SMALLEST_NORMAL = 2.2250738585072014e-308
const TWO_TO_54 = 18014398509481984

/** 2, 4, 16, … 2^512: the steps of a binary search for an exponent. */
const POWERS = powers()

/**
 * Natural logarithm using only + − × ÷, so that it has the same bits in every engine (`Math.log` has not; EDIT-3).
 * Within about 1 ulp of the true value. ln 1 = 0 exactly, ln 0 = −∞, NaN below 0.
 */
export function ln(x: number): number {
  if (!(x >= 0)) return NaN
  if (x === 0) return -Infinity
  if (x === Infinity) return Infinity
  let exponent = 0
  let m = x
  if (m < SMALLEST_NORMAL) {
    m *= TWO_TO_54
    exponent = -54
  }
  // Bring m into [1, 2). Multiplying by powers of two is exact.
  if (m >= 2) {
    for (let i = 9; i >= 0; i--) {
      const power = POWERS[i] as number
      if (m >= power) {
        m /= power
        exponent += 1 << i
      }
    }
  } else if (m < 1) {
    for (let i = 9; i >= 0; i--) {
      const power = POWERS[i] as number
      if (m * power < 2) {
        m *= power
        exponent -= 1 << i
      }
    }
  }
  if (m > SQRT2) {
    m /= 2
    exponent += 1
  }
  // ln(1 + f) = 2 artanh s with s = f/(2 + f). As 2s = f − s·f, the large part f enters without rounding.
  const f = m - 1
  const s = f / (2 + f)
  const correction = s * (f - artanhRest(s * s))
  return exponent * LN2_HIGH + (f - (correction - exponent * LN2_LOW))
}

/** 2z/3 + 2z²/5 + 2z³/7 + …, for z ≤ .0295; the first omitted term is below 2⁻⁵⁵. */
function artanhRest(z: number): number {
  const far = z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21)))))
  return z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * (2 / 11 + far)))))
}

function powers(): Float64Array {
  const list = new Float64Array(10)
  let power = 2
  for (let i = 0; i < 10; i++) {
    list[i] = power
    power *= power
  }
  return list
}
