import { newerVectors } from '../core/reference/nearest.ts'
import type { Embedding } from '../core/reference/embedder.ts'
import type { Block } from '../core/message/block.ts'
import type { Ratio } from '../core/units.ts'

/** Near-duplicates, from old to new: the last is the one that the others point to. */
export type Cluster = readonly [Block, Block, ...Block[]]

/**
 * Near-duplicates among blocks of one type (EVI-6): each block joins the newer one that it is most similar to, if the
 * cosine of the two is above `similarity`, and so on up to a block without a newer near-duplicate. The ends of such a
 * chain may be less similar than that. Sub-quadratic; `newerVectors` describes what may be missed, which is little from
 * a similarity of .5 on.
 *
 * @returns clusters by their newest block, oldest first
 */
export function clustersOf(
  blocks: readonly Block[],
  embedding: (block: Block['id']) => Embedding | null,
  similarity: Ratio,
): Cluster[] {
  const ordered = blocks.toSorted((a, b) => a.turn - b.turn || a.id - b.id)
  const vectors = ordered.map((block) => embedding(block.id))
  const newer = newerVectors(vectors)
  /** For each index, the index of the newest block in its cluster. */
  const newest = Int32Array.from(ordered, (_, place) => place)
  const members = new Map<number, Block[]>()
  for (let place = ordered.length - 1; place >= 0; place--) {
    const vector = vectors[place] ?? null
    if (vector === null) continue
    const found = newer.nearest(vector, place + 1)
    if (found.similarity > similarity) newest[place] = newest[found.place] as number
    const head = newest[place] as number
    const list = members.get(head)
    if (list === undefined) members.set(head, [ordered[place] as Block])
    else list.unshift(ordered[place] as Block)
  }
  return [...members.entries()]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([, list]) => (isCluster(list) ? [list] : []))
}

function isCluster(list: readonly Block[]): list is Cluster {
  return list.length > 1
}
