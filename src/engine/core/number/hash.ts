/**
 * Hashes of strings: fast, equal in every engine, and not secure against deliberate collisions. They read UTF-16 code
 * units, so a lone surrogate hashes like any other.
 */

/** 32 bits of a string as an integer from 0 to 2³² − 1; another `seed` gives an unrelated hash. */
export function hash32(text: string, seed = 0): number {
  return hashRange(text, 0, text.length, seed)
}

/** `hash32` of `text.slice(start, end)`, without making the slice. */
export function hashRange(text: string, start: number, end: number, seed = 0): number {
  let h = seed ^ 0x9e3779b9
  for (let i = start; i < end; i++) h = absorb(h, text.charCodeAt(i))
  return mix(h ^ (end - start))
}

/** Mixes one more number into a running 32-bit hash; finish with `mix`. */
export function absorb(h: number, value: number): number {
  const k = Math.imul(value ^ 0x5bd1e995, 0xcc9e2d51)
  const g = h ^ ((k << 15) | (k >>> 17))
  return (Math.imul((g << 13) | (g >>> 19), 5) + 0xe6546b64) | 0
}

/** Spreads every bit of a 32-bit integer over all bits of the result, 0 to 2³² − 1. One to one. */
export function mix(h: number): number {
  let x = h
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** A hash of many strings, computed without joining them. */
export interface Digest {
  /** Adds one string. Strings are kept apart: `ab`, `c` and `a`, `bc` differ. Returns the digest itself. */
  add(text: string): Digest
  /** 16 lower-case hex digits of what was added so far; more can be added afterwards. */
  hex(): string
}

/**
 * A 64-bit content hash, to name a trace or a RunSpec: among a million different ones, the probability that two share a
 * name is 3·10⁻⁸. Two lanes of 32 bits read the same words with different constants, and the second also mixes in the
 * first, so that they do not collide together.
 */
export function createDigest(): Digest {
  let a = 0x243f6a88
  let b = 0x85a308d3 | 0
  let words = 0

  function absorbWord(word: number): void {
    let k = Math.imul(word, 0xcc9e2d51)
    a ^= Math.imul((k << 15) | (k >>> 17), 0x1b873593)
    a = (Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64) | 0
    k = Math.imul(word, 0x38b34ae5)
    b ^= Math.imul((k << 17) | (k >>> 15), 0xa1e38b93)
    b = (Math.imul(((b << 11) | (b >>> 21)) + a, 5) + 0x561ccd1b) | 0
    words++
  }

  const digest: Digest = {
    add(text) {
      absorbWord(text.length)
      const even = text.length - (text.length % 2)
      for (let i = 0; i < even; i += 2) absorbWord(text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16))
      if (even < text.length) absorbWord(text.charCodeAt(even))
      return digest
    },
    hex() {
      const high = mix(a ^ mix(b ^ words))
      const low = mix(b ^ mix(high))
      return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
    },
  }
  return digest
}

/** The digest of some strings in order: 16 hex digits. */
export function contentHash(parts: Iterable<string>): string {
  const digest = createDigest()
  for (const part of parts) digest.add(part)
  return digest.hex()
}
