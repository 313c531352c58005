import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blockOf } from '../../testing/blocks.ts'
import { stream } from '../core/number/random.ts'
import { cosine, createEmbedder } from '../core/reference/embedder.ts'
import type { Embedding } from '../core/reference/embedder.ts'
import type { Block } from '../core/message/block.ts'
import { clustersOf } from './clusters.ts'

function vectorsOf(texts: readonly string[]): (Embedding | null)[] {
  const embedder = createEmbedder()
  return texts.map((text) => (text === '' ? null : embedder.embed(text)))
}

const ids = (clusters: readonly (readonly Block[])[]): number[][] =>
  clusters.map((cluster) => cluster.map(({ id }) => id))

describe('EVI-6 clusters of near-duplicates', () => {
  it('EVI-6 the newest comes last; a block that resembles none is in no cluster', () => {
    const status = 'build green deploy pending queue twelve jobs region north'
    const texts = [status, 'export function parse', `${status} eu`, '', 'something else here', status]
    const blocks = texts.map((_, id) => blockOf({ id, turn: id }))
    const vectors = vectorsOf(texts)
    const found = clustersOf(blocks.toReversed(), (id) => vectors[id] ?? null, 0.7)
    expect(ids(found)).toEqual([[0, 2, 5]])
    expect(clustersOf([], () => null, 0.85)).toEqual([])
  })

  it('EVI-6 a similarity of exactly the threshold is not above it', () => {
    const texts = ['alpha beta gamma', 'alpha beta delta']
    const blocks = texts.map((_, id) => blockOf({ id, turn: id }))
    const vectors = vectorsOf(texts)
    const exact = cosine(vectors[0] as Embedding, vectors[1] as Embedding)
    const at = (similarity: number) => clustersOf(blocks, (id) => vectors[id] ?? null, similarity).length
    expect(at(exact)).toBe(0)
    expect(at(exact - 1e-9)).toBe(1)
  })

  it('EVI-6 equal those of comparing all pairs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom(4, 8, 20),
        fc.constantFrom(0.55, 0.7, 0.85, 0.95),
        (seed, words, similarity) => {
          const random = stream(seed, 'clusters')
          const texts = Array.from({ length: 60 }, () =>
            Array.from({ length: random.integer(0, 10) }, () => `w${random.integer(0, words)}`).join(' '),
          )
          const vectors = vectorsOf(texts)
          const blocks = texts.map((_, id) => blockOf({ id, turn: Math.floor(id / 4) }))
          expect(ids(clustersOf(blocks.toReversed(), (id) => vectors[id] ?? null, similarity))).toEqual(
            quadratic(vectors, similarity),
          )
        },
      ),
      { numRuns: 24 },
    )
  })
})

/** The definition: every pair is compared; ids are in the order of age. */
function quadratic(vectors: readonly (Embedding | null)[], similarity: number): number[][] {
  const joins = vectors.map((own, place) => {
    let best = -1
    let highest = similarity
    vectors.forEach((other, later) => {
      if (own === null || other === null || later <= place) return
      const found = cosine(own, other)
      // Of two equally similar blocks the newer; only values above the threshold count.
      if (found > highest || (best >= 0 && found === highest)) {
        best = later
        highest = found
      }
    })
    return best
  })
  const headOf = (place: number): number => {
    const next = joins[place] ?? -1
    return next < 0 ? place : headOf(next)
  }
  const heads = vectors.map((_, place) => headOf(place))
  return [...new Set(heads)]
    .sort((a, b) => a - b)
    .map((head) => heads.flatMap((own, place) => (own === head ? [place] : [])))
    .filter((cluster) => cluster.length > 1)
}
