import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine, createEmbedder } from './embedder.ts'
import type { Embedding } from './embedder.ts'

const text = fc
  .array(fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'Alpha', '設定', 'x1'), { maxLength: 20 })
  .map((words) => words.join(' '))

function embedAll(texts: readonly string[]): Embedding[] {
  const embedder = createEmbedder()
  return texts.map((one) => embedder.embed(one))
}

describe('EVI-6 hashed TF-IDF', () => {
  it('EVI-6 a vector has length 1, positive weights and ascending features; an empty text has none', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), (texts) => {
        embedAll(texts).forEach((vector, i) => {
          const squares = vector.weights.reduce((sum, weight) => sum + weight * weight, 0)
          expect(squares).toBeCloseTo(texts[i] === '' ? 0 : 1, 12)
          for (const weight of vector.weights) expect(weight).toBeGreaterThan(0)
          for (let k = 1; k < vector.features.length; k++)
            expect(vector.features[k]).toBeGreaterThan(vector.features[k - 1] ?? NaN)
        })
      }),
    )
  })

  it('EVI-6 the cosine is symmetric, from 0 to 1, 1 with itself, and the sum over shared features', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [first, second] = embedAll([a, b])
        if (first === undefined || second === undefined) return
        const naive = [...first.features].reduce((sum, feature, i) => {
          const at = second.features.indexOf(feature)
          return at < 0 ? sum : sum + (first.weights[i] ?? NaN) * (second.weights[at] ?? NaN)
        }, 0)
        expect(cosine(first, second)).toBeCloseTo(naive, 12)
        expect(cosine(second, first)).toBeCloseTo(naive, 12)
        expect(cosine(first, second)).toBeLessThanOrEqual(1)
        if (a !== '') expect(cosine(first, first)).toBeCloseTo(1, 12)
      }),
    )
  })

  it('EVI-6 worked by hand: one shared word of two', () => {
    // After one text, every word was in all texts: weight 1. At "b a", a is in 2 of 2 texts, b and c in 1 of 2.
    const [first, second] = embedAll(['a b', 'a c'])
    const rare = 1 + Math.log(3 / 2)
    expect(cosine(first as Embedding, second as Embedding)).toBeCloseTo(
      Math.SQRT1_2 / Math.sqrt(1 + rare * rare),
      12,
    )
  })

  it('EVI-6 a repeated word counts 1 + ln of its number', () => {
    const [vector] = embedAll(['b b b a'])
    const [low, high] = [...(vector?.weights ?? [])].sort((x, y) => x - y)
    expect((high ?? NaN) / (low ?? NaN)).toBeCloseTo(1 + Math.log(3), 12)
  })

  it('EDIT-4 uses only the texts so far: later texts change nothing', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.array(text), (texts, later) => {
        expect(embedAll([...texts, ...later]).slice(0, texts.length)).toEqual(embedAll(texts))
      }),
    )
  })

  it('EVI-6 a rare word outweighs a common one; a copy embedded much later is still a near-duplicate', () => {
    const embedder = createEmbedder()
    const early = embedder.embed('the status of job zebra is done')
    for (let i = 0; i < 200; i++) embedder.embed(`the status of job ${i} is done`)
    const late = embedder.embed('the status of job zebra is done')
    const zebra = embedder.embed('zebra')
    const common = embedder.embed('status')
    expect(cosine(late, zebra)).toBeGreaterThan(3 * cosine(late, common))
    expect(cosine(early, late)).toBeGreaterThan(0.5)
  })

  it('EVI-6 base64 and other endless words are not features', () => {
    expect(createEmbedder().embed('QUJD'.repeat(1000)).features).toHaveLength(0)
  })
})
