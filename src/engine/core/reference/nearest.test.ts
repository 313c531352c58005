import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '../number/random.ts'
import { cosine, createEmbedder } from './embedder.ts'
import type { Embedding } from './embedder.ts'
import { nearestNewer, newerVectors } from './nearest.ts'

function embedAll(texts: readonly string[]): Embedding[] {
  const embedder = createEmbedder()
  return texts.map((text) => embedder.embed(text))
}

/** Compares all pairs, as in the definition. */
function bruteForce(vectors: readonly (Embedding | null)[], among?: readonly boolean[]): number[] {
  return vectors.map((vector, i) => {
    let best = 0
    for (let j = i + 1; j < vectors.length; j++) {
      const other = vectors[j] ?? null
      if (vector === null || other === null || among?.[j] === false) continue
      best = Math.max(best, cosine(vector, other))
    }
    return best
  })
}

/** Texts of about 40 words of a Zipf-like vocabulary. Some are copies of an earlier text with changed words. */
function corpus(size: number, copies: number, seed: number): string[] {
  const random = stream(seed, 'corpus')
  const word = (): string => `w${Math.floor(2000 * random.uniform() * random.uniform() * random.uniform())}`
  const texts: string[][] = []
  for (let i = 0; i < size; i++) {
    const original = random.uniform() < copies && i > 0 ? random.pick(texts) : null
    if (original === null) texts.push(Array.from({ length: 40 }, word))
    else texts.push(original.map((one) => (random.uniform() < 0.2 ? word() : one)))
  }
  return texts.map((words) => words.join(' '))
}

/**
 * An incremental twin: from new to old, each feature remembers the last 256 vectors in a ring, and a vector is compared
 * in full with its 32 best candidates.
 */
function filingAsItGoes(vectors: readonly (Embedding | null)[]): number[] {
  const rings = new Map<number, { count: number; slots: { place: number; weight: number }[] }>()
  const result = vectors.map(() => 0)
  for (const [i, vector] of [...vectors.entries()].reverse()) {
    if (vector === null) continue
    const sums = new Map<number, number>()
    let forgotten = 0
    for (const [k, feature] of vector.features.entries()) {
      const weight = vector.weights[k] ?? NaN
      const ring = rings.get(feature) ?? { count: 0, slots: [] }
      rings.set(feature, ring)
      if (ring.count > 256) forgotten += weight * weight
      for (const slot of ring.slots) sums.set(slot.place, (sums.get(slot.place) ?? 0) + weight * slot.weight)
    }
    const rest = forgotten === 0 ? 0 : Math.sqrt(forgotten) + 1e-9
    let best = Math.max(0, ...sums.values())
    const step = (sum: number): number => Math.min(255, Math.floor(sum * 256))
    // Sums in steps of 1/256, the highest first; equal ones in the order of their discovery.
    const ranked = [...sums].map(([place, sum], met) => ({ place, sum, met }))
    ranked.sort((a, b) => step(b.sum) - step(a.sum) || a.met - b.met)
    const floor = step(ranked[31]?.sum ?? 0)
    const able = ranked.filter(({ sum }) => sum >= 0.5 - rest)
    const compared = able.filter(({ sum }) => step(sum) >= floor).slice(0, 32)
    for (const { place, sum } of rest === 0 ? [] : compared) {
      if (sum + rest >= 0.5) best = Math.max(best, cosine(vector, vectors[place] as Embedding))
    }
    result[i] = Math.min(1, best)
    for (const [k, feature] of vector.features.entries()) {
      const ring = rings.get(feature)
      if (ring === undefined) continue
      ring.slots[ring.count % 256] = { place: i, weight: vector.weights[k] ?? NaN }
      ring.count += 1
    }
  }
  return result
}

const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 6 })

describe('EVI-6 the nearest newer vector', () => {
  it('EVI-6 equals comparing all pairs exactly, for any few vectors', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(words), { maxLength: 64 }),
        fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
        (texts, among) => {
          const embedder = createEmbedder()
          const vectors = texts.map((one) => (one === null ? null : embedder.embed(one.join(' '))))
          const { similarity, nearest } = nearestNewer(vectors, { among })
          const expected = bruteForce(vectors, among)
          similarity.forEach((value, i) => {
            expect(value).toBeCloseTo(expected[i] ?? NaN, 12)
            const other = nearest[i] ?? -1
            expect(other >= 0).toBe(value > 0)
            if (other < 0) return
            expect(other).toBeGreaterThan(i)
            expect(among[other]).toBe(true)
            expect(cosine(vectors[i] as Embedding, vectors[other] as Embedding)).toBeCloseTo(value, 12)
          })
        },
      ),
    )
  })

  it('EVI-6 equals a slow implementation of the rule to the last bit, also if some vectors are excluded', () => {
    const polls = Array.from({ length: 700 }, (_, i) => `poll ${i % 40} ok ${i % 7} of ${i % 300} jobs`)
    for (const texts of [corpus(600, 0.3, 3), corpus(400, 0.9, 6), polls]) {
      const vectors = embedAll(texts).map((vector, i) => (i % 11 === 0 ? null : vector))
      expect([...nearestNewer(vectors, { affordable: 0 }).similarity]).toEqual(filingAsItGoes(vectors))
    }
  })

  it('EVI-6 the best few of a vector are those of sorting all', () => {
    const vectors = embedAll(corpus(200, 0.4, 12))
    const newer = newerVectors(vectors)
    for (const [i, vector] of vectors.entries()) {
      expect(newer.allInSight(vector)).toBe(true)
      const all = vectors.slice(i + 1).map((other) => cosine(vector, other))
      const expected = all.filter((value) => value > 0).toSorted((a, b) => b - a)
      const few = newer.nearestFew(vector, i + 1, 8)
      expect(few.map((one) => Math.min(1, one.similarity))).toEqual(expected.slice(0, 8))
      for (const { place, similarity } of few) expect(all[place - i - 1]).toBe(Math.min(1, similarity))
    }
  })

  it('EVI-6 up to 257 vectors nothing is missed, however similar or common', () => {
    for (const texts of [
      corpus(257, 0.5, 4),
      Array.from({ length: 257 }, (_, i) => `poll ${i % 40} ok ${i % 7}`),
    ]) {
      const vectors = embedAll(texts)
      const expected = bruteForce(vectors)
      nearestNewer(vectors, { affordable: 0 }).similarity.forEach((value, i) =>
        expect(value).toBeCloseTo(expected[i] ?? NaN, 12),
      )
    }
  })

  it('EVI-6 if comparing all with all is affordable, nothing is missed', () => {
    for (const texts of [
      corpus(1200, 0.5, 4),
      Array.from({ length: 1000 }, (_, i) => `job status poll ok queue length ${i}`),
    ]) {
      const vectors = embedAll(texts)
      const expected = bruteForce(vectors)
      nearestNewer(vectors).similarity.forEach((value, i) =>
        expect(value).toBeCloseTo(expected[i] ?? NaN, 12),
      )
    }
  })

  it('EVI-6 the affordable number is the number of products that it then takes', () => {
    const vectors = embedAll(corpus(600, 0.3, 5))
    const { steps } = nearestNewer(vectors, { affordable: Infinity })
    expect(nearestNewer(vectors, { affordable: steps }).steps).toBe(steps)
    expect(nearestNewer(vectors, { affordable: steps - 1 }).steps).not.toBe(steps)
  })

  it('EVI-6 among 600 texts, a third of them near-copies, every similarity from .5 up is found', () => {
    for (const seed of [1, 2]) {
      const vectors = embedAll(corpus(600, 0.35, seed))
      const { similarity } = nearestNewer(vectors, { affordable: 0 })
      const expected = bruteForce(vectors)
      let alike = 0
      similarity.forEach((value, i) => {
        const exact = expected[i] ?? NaN
        if (exact >= 0.5) {
          alike++
          expect(value).toBeCloseTo(exact, 12)
        } else expect(value).toBeLessThanOrEqual(exact + 1e-12)
      })
      expect(alike).toBeGreaterThan(100)
    }
  })

  it('EVI-6 in a row of 1,000 look-alikes each finds another, within a tenth of the best', () => {
    const vectors = embedAll(Array.from({ length: 1000 }, (_, i) => `job status poll ok queue length ${i}`))
    const expected = bruteForce(vectors)
    nearestNewer(vectors, { affordable: 0 }).similarity.forEach((value, i) => {
      expect(value).toBeGreaterThanOrEqual(0.9 * (expected[i] ?? NaN))
    })
    expect(Math.min(...expected.slice(0, 999))).toBeGreaterThan(0)
  })

  it('EVI-6 the work grows with the number of vectors, not with its square', () => {
    const polls = (size: number): string[] => Array.from({ length: size }, (_, i) => `poll ok ${i}`)
    for (const texts of [corpus(2500, 0.1, 9), polls(2500)]) {
      const vectors = embedAll(texts)
      const { steps } = nearestNewer(vectors, { affordable: 0 })
      let features = 0
      for (const vector of vectors) features += vector.features.length
      // The bound is linear: a constant times the size of the input.
      expect(steps).toBeLessThan(320 * features)
      // Comparing all pairs would read both vectors of each pair.
      expect(steps).toBeLessThan(0.1 * features * (vectors.length - 1))
    }
    const work = (size: number): number => nearestNewer(embedAll(polls(size))).steps
    const growth = work(12_000) / work(6000)
    expect(growth).toBeLessThan(2.5)
  })
})
