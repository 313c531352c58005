import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stream } from '../number/random.ts'
import { cosine, createEmbedder } from './embedder.ts'
import type { Embedding } from './embedder.ts'
import { nearestNewer } from './nearest.ts'

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

/** Texts of a Zipf-like vocabulary. Some are copies of an earlier text with changed words. */
function corpus(size: number, copies: number, seed: number, length = 40): string[] {
  const random = stream(seed, 'corpus')
  const word = (): string => `w${Math.floor(2000 * random.uniform() * random.uniform() * random.uniform())}`
  const texts: string[][] = []
  for (let i = 0; i < size; i++) {
    const original = random.uniform() < copies && i > 0 ? random.pick(texts) : null
    if (original === null) texts.push(Array.from({ length }, word))
    else texts.push(original.map((one) => (random.uniform() < 0.2 ? word() : one)))
  }
  return texts.map((words) => words.join(' '))
}

/** A naive twin of the search beyond what is affordable. */
function byHeaviestFeatures(vectors: readonly (Embedding | null)[]): number[] {
  const weightsOf = ({ features, weights }: Embedding): Map<number, number> => {
    const pairs = [...features].map((feature, k) => [feature, weights[k] ?? NaN] as const)
    return new Map(pairs.toSorted(([f, a], [g, b]) => b - a || f - g).slice(0, 16))
  }
  const heavy = vectors.map((vector) => (vector === null ? new Map<number, number>() : weightsOf(vector)))
  return vectors.map((vector, i) => {
    if (vector === null) return 0
    const common = new Map<number, number>()
    const asked = [...(heavy[i] ?? [])].slice(0, 12)
    for (const [feature, weight] of asked) {
      const newer = heavy.flatMap((other, j) => (j > i && other.has(feature) ? [j] : []))
      for (const j of newer.slice(0, 64))
        common.set(j, (common.get(j) ?? 0) + weight * (heavy[j]?.get(feature) ?? NaN))
    }
    const least = 0.15 * asked.reduce((sum, [, weight]) => sum + weight * weight, 0)
    const compared = [...common]
      .filter(([, sum]) => sum >= least)
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, 8)
    return Math.max(0, ...compared.map(([j]) => cosine(vector, vectors[j] as Embedding)))
  })
}

/** Of the vectors with a newer near-duplicate, the share for which one is found without comparing all pairs. */
function recall(vectors: readonly (Embedding | null)[], from: number): number {
  const exact = nearestNewer(vectors, { affordable: Infinity }).similarity
  const { similarity } = nearestNewer(vectors, { affordable: 0 })
  const alike = [...exact.keys()].filter((i) => (exact[i] ?? 0) >= from)
  expect(alike.length).toBeGreaterThan(50)
  for (const [i, value] of similarity.entries()) expect(value).toBeLessThanOrEqual((exact[i] ?? NaN) + 1e-12)
  return alike.filter((i) => (similarity[i] ?? 0) >= from).length / alike.length
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
    const polls = Array.from({ length: 400 }, (_, i) => `poll ${i % 40} ok ${i % 7} of ${i % 300} jobs`)
    for (const texts of [corpus(300, 0.3, 3), corpus(200, 0.9, 6), polls]) {
      const vectors = embedAll(texts).map((vector, i) => (i % 11 === 0 ? null : vector))
      expect([...nearestNewer(vectors, { affordable: 0 }).similarity]).toEqual(byHeaviestFeatures(vectors))
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

  it('EVI-6 beyond what is affordable, 95 of 100 near-duplicates are found, and none is too high', () => {
    for (const texts of [corpus(1200, 0.35, 1), corpus(600, 0.35, 2, 200)])
      for (const from of [0.5, 0.85]) expect(recall(embedAll(texts), from)).toBeGreaterThanOrEqual(0.95)
  })

  it('EVI-6 the work grows with the number of vectors, not with its square', () => {
    const polls = (size: number): string[] => Array.from({ length: size }, (_, i) => `poll ok ${i}`)
    for (const texts of [corpus(2500, 0.1, 9), polls(2500)]) {
      const vectors = embedAll(texts)
      const { steps } = nearestNewer(vectors, { affordable: 0 })
      let features = 0
      for (const vector of vectors) features += vector.features.length
      // The bound is linear: a constant times the size of the input.
      expect(steps).toBeLessThan(vectors.length * 12 * 64 + 16 * features)
      // Comparing all pairs would read both vectors of each pair.
      expect(steps).toBeLessThan(0.1 * features * (vectors.length - 1))
    }
    const work = (size: number): number => nearestNewer(embedAll(polls(size))).steps
    const growth = work(12_000) / work(6000)
    expect(growth).toBeLessThan(2.5)
  })
})
