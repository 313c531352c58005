import { exp } from './exp.ts'
import { hash32, mix } from './hash.ts'
import { ln } from './ln.ts'

/** A source of random numbers. Same seed, same name, same numbers, in every engine. */
export interface Random {
  /** A number in [0, 1) with 53 random bits. */
  uniform(): number
  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number
  /** Normal, mean 0 and deviation 1. */
  normal(): number
  /** Lognormal: `median` × e^(sigma × normal). */
  lognormal(median: number, sigma: number): number
  /** 1, 2, 3, …, each next one less likely by the same factor; `mean` ≥ 1. */
  geometric(mean: number): number
  /** One item of a non-empty list. */
  pick<T>(list: readonly T[]): T
  /** The items in random order, as a new list. */
  shuffle<T>(list: readonly T[]): T[]
}

/**
 * The numbers of one name under a seed. Streams of different names are independent: drawing once more for `sizes`
 * leaves `gaps` unchanged, so changing one knob does not reshuffle a whole scenario.
 */
export function stream(seed: number, name: string): Random {
  const draw = generator(seed, name)

  function uniform(): number {
    const high = draw() >>> 5
    const low = draw() >>> 6
    return (high * 67108864 + low) / 9007199254740992
  }

  function integer(low: number, high: number): number {
    if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || high < low)
      throw new RangeError(`a random integer needs whole bounds in order, not ${low} to ${high}`)
    return low + Math.floor(uniform() * (high - low + 1))
  }

  /** Marsaglia's polar method: it needs no sine. Its second number is dropped, so there is no state to keep. */
  function normal(): number {
    for (;;) {
      const x = 2 * uniform() - 1
      const y = 2 * uniform() - 1
      const square = x * x + y * y
      if (square < 1 && square > 0) return x * Math.sqrt((-2 * ln(square)) / square)
    }
  }

  function lognormal(median: number, sigma: number): number {
    if (!(median > 0) || !(sigma >= 0))
      throw new RangeError(`a lognormal needs a median above 0 and sigma from 0, not ${median} and ${sigma}`)
    return median * exp(sigma * normal())
  }

  function geometric(mean: number): number {
    if (!(mean >= 1) || mean === Infinity) throw new RangeError(`a geometric mean is from 1, not ${mean}`)
    const u = 1 - uniform()
    return mean === 1 ? 1 : 1 + Math.floor(ln(u) / ln(1 - 1 / mean))
  }

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('a list of 0')
    return list[Math.floor(uniform() * list.length)] as T
  }

  function shuffle<T>(list: readonly T[]): T[] {
    const shuffled = list.slice()
    for (let last = shuffled.length - 1; last > 0; last--) {
      const other = Math.floor(uniform() * (last + 1))
      const item = shuffled[last] as T
      shuffled[last] = shuffled[other] as T
      shuffled[other] = item
    }
    return shuffled
  }

  return { uniform, integer, normal, lognormal, geometric, pick, shuffle }
}

/** A number in [0, 1) that depends only on `id` and `seed`, not on earlier draws. */
export function uniformOf(seed: number, id: number): number {
  const low = mix(mix(fold(seed) ^ 0x6a09e667) ^ fold(id))
  const high = mix(low ^ mix(fold(id) ^ 0xbb67ae85))
  return ((high >>> 5) * 67108864 + (low >>> 6)) / 9007199254740992
}

/** 32 bits of a whole number; the bits above 2³² are mixed in. */
function fold(x: number): number {
  const whole = Math.floor(x)
  const high = Math.floor(whole / 4294967296)
  return (whole | 0) ^ mix(high)
}

/**
 * Doty-Humphrey's small fast counter (sfc32): 128 bits of state, whose fourth word is a counter, so there are no short
 * cycles.
 */
function generator(seed: number, name: string): () => number {
  if (!Number.isFinite(seed)) throw new RangeError(`a seed is a finite number, not ${seed}`)
  const key = `${seed} ${name}`
  let a = hash32(key, 1) | 0
  let b = hash32(key, 2) | 0
  let c = hash32(key, 3) | 0
  let counter = 1
  function draw(): number {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 15; i++) draw()
  return draw
}
