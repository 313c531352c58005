import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEmbedder } from '../../core/reference/embedder.ts'
import { nearestNewer, newerVectors } from '../../core/reference/nearest.ts'
import { stream } from '../../core/number/random.ts'
import type { Embedding } from '../../core/reference/embedder.ts'
import type { Block } from '../../core/message/block.ts'
import { blockOf } from '../../../testing/blocks.ts'
import { createLikeness } from './likeness.ts'

/** The definition for a block: compares it with the whole window at once. */
function atOnce(
  block: Block,
  window: readonly Block[],
  vectors: readonly (Embedding | null)[],
  affordable?: number,
): number {
  const ordered = [...new Set([...window, block])].sort((a, b) => a.turn - b.turn || a.id - b.id)
  const { similarity } = nearestNewer(
    ordered.map((one) => vectors[one.id] ?? null),
    {
      among: ordered.map((one) => window.includes(one)),
      ...(affordable !== undefined && { affordable }),
    },
  )
  return similarity[ordered.indexOf(block)] ?? NaN
}

/** Blocks with texts of a few words; one in eight is empty. */
function blocksWith(count: number, words: number, seed: number) {
  const random = stream(seed, 'likeness')
  const embedder = createEmbedder()
  const blocks = Array.from({ length: count }, (_, id) => blockOf({ id, turn: Math.floor(id / 3) }))
  const vectors = blocks.map(() => {
    if (random.uniform() < 1 / 8) return null
    const text = Array.from({ length: random.integer(1, 12) }, () => `w${random.integer(0, words)}`)
    return embedder.embed(text.join(' '))
  })
  return { random, blocks, vectors }
}

describe('EVI-6 similarity kept from decision to decision', () => {
  it('EVI-6 equals a new comparison of the window to the last bit, as blocks arrive and leave', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.constantFrom(6, 20, 60), (seed, words) => {
        const { random, blocks, vectors } = blocksWith(70, words, seed)
        const likeness = createLikeness()
        let window: readonly Block[] = []
        for (let arrived = 0; arrived < blocks.length; arrived += random.integer(1, 20)) {
          const newest = window.at(-1)?.id ?? -1
          window = [...window, ...blocks.slice(newest + 1, arrived + 1)].filter((_, place, all) => {
            return place === all.length - 1 || random.uniform() < 0.8
          })
          const highest = likeness.toNewer(window, (id) => vectors[id] ?? null)
          for (const block of blocks.slice(0, arrived + 1)) {
            if (random.uniform() < 0.5) expect(highest(block)).toBe(atOnce(block, window, vectors))
          }
        }
      }),
      { numRuns: 15 },
    )
  })

  it('EVI-6 the same for blocks that left, however long nobody asked for them', () => {
    const { random, blocks, vectors } = blocksWith(400, 8, 1)
    const likeness = createLikeness()
    let window: readonly Block[] = []
    for (let decision = 1; decision <= 40; decision++) {
      const arrived = blocks.slice((window.at(-1)?.id ?? -1) + 1, decision * 10)
      window = [...window.filter(() => random.uniform() < 0.75), ...arrived]
      const highest = likeness.toNewer(window, (id) => vectors[id] ?? null)
      const newer = newerVectors(window.map(({ id }) => vectors[id] ?? null))
      for (const block of blocks.slice(0, decision * 10)) {
        if (random.uniform() < 0.8) continue
        const vector = vectors[block.id] ?? null
        const from = window.findIndex(({ id }) => id > block.id)
        const expected = vector === null || from < 0 ? 0 : newer.nearest(vector, from).similarity
        expect(highest(block)).toBe(expected)
      }
    }
  })

  it('EVI-6 the same if so many blocks share a word that some are excluded', () => {
    const { blocks, vectors } = blocksWith(700, 3, 8)
    const likeness = createLikeness(1000)
    for (const [from, to] of [
      [0, 400],
      [50, 600],
      [300, 700],
    ] as const) {
      const window = blocks.slice(from, to)
      const highest = likeness.toNewer(window, (id) => vectors[id] ?? null)
      for (const block of window.slice(0, 40))
        expect(highest(block)).toBe(atOnce(block, window, vectors, 1000))
    }
  })

  it('EVI-6 a block that left long ago is found among thousands without a look at each', () => {
    const embedder = createEmbedder()
    const vectors = Array.from({ length: 4000 }, (_, id) => embedder.embed(`alpha beta w${id}`))
    let looks = 0
    const blocks = vectors.map((_, id): Block => {
      const { turn: _turn, ...block } = blockOf({ id, turn: id })
      return Object.defineProperty(block as Block, 'turn', {
        enumerable: true,
        get: () => {
          looks += 1
          return id
        },
      })
    })
    const likeness = createLikeness()
    const vectorOf = (id: number): Embedding | null => vectors[id] ?? null
    let highest = (_: Block): number => 0
    for (let to = 10; to <= blocks.length; to += 10)
      highest = likeness.toNewer(blocks.slice(to - 10, to), vectorOf)
    looks = 0
    for (const block of blocks.slice(0, 20)) expect(highest(block)).toBeGreaterThan(0)
    // A search in 4,000 compares the turns of a block with those of 12 others.
    expect(looks).toBeLessThanOrEqual(20 * 12 * 2)
  })

  it('EVI-6 a window that regained an old block is compared again', () => {
    const embedder = createEmbedder()
    const vectors = ['alpha beta', 'alpha beta', 'gamma'].map((text) => embedder.embed(text))
    const blocks = vectors.map((_, id) => blockOf({ id, turn: id }))
    const [first, second, third] = blocks as [Block, Block, Block]
    const likeness = createLikeness()
    const vectorOf = (id: number): Embedding | null => vectors[id] ?? null
    expect(likeness.toNewer([first, third], vectorOf)(first)).toBe(0)
    expect(likeness.toNewer([first, second, third], vectorOf)(first)).toBeGreaterThan(0.9)
  })

  it('EVI-6 a block that came back counts for older ones only', () => {
    const embedder = createEmbedder()
    const vectors = ['alpha beta', 'gamma', 'gamma'].map((text) => embedder.embed(text))
    const blocks = vectors.map((_, id) => blockOf({ id, turn: id }))
    const [first, second, third] = blocks as [Block, Block, Block]
    const likeness = createLikeness()
    const vectorOf = (id: number): Embedding | null => vectors[id] ?? null
    expect(likeness.toNewer([first, third], vectorOf)(third)).toBe(0)
    const highest = likeness.toNewer([first, second, third], vectorOf)
    expect([first, second, third].map(highest)).toEqual([0, expect.closeTo(1, 9), 0])
  })

  it('EVI-6 the vector of a block is read once, and a window is taken over once; its order does not matter', () => {
    const { blocks, vectors } = blocksWith(12, 4, 2)
    const likeness = createLikeness()
    const read: number[] = []
    const vectorOf = (id: number): Embedding | null => {
      read.push(id)
      return vectors[id] ?? null
    }
    for (const window of [blocks.slice(0, 6), blocks.slice(2, 9), blocks.slice(2)]) {
      const given = Object.freeze(window.toReversed())
      const highest = likeness.toNewer(given, vectorOf)
      expect(likeness.toNewer(given, vectorOf)).toBe(highest)
      for (const block of blocks.slice(0, window.at(-1)?.id))
        expect(highest(block)).toBe(atOnce(block, window, vectors))
    }
    expect(read).toEqual(blocks.map(({ id }) => id))
    const other = blocks.map((block) => ({ ...block, window: 1 }))
    expect(likeness.toNewer([], vectorOf)(blocks[0] as Block)).toBe(0)
    expect(likeness.toNewer(other, vectorOf)(other[0] as Block)).toBe(
      atOnce(other[0] as Block, other, vectors),
    )
  })
})
