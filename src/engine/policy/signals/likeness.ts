import { newerVectors, pairProducts } from '../../core/reference/nearest.ts'
import type { NewerVectors, PairProducts } from '../../core/reference/nearest.ts'
import type { Embedding } from '../../core/reference/embedder.ts'
import type { Block } from '../../core/message/block.ts'
import type { BlockId, Ratio, WindowId } from '../../core/units.ts'

/**
 * Cache of the similarity of a run's blocks between decisions. A block's vector never changes and its window only loses
 * old blocks and gains newer ones, so most blocks are compared only with new ones. A cache never changes a result: an
 * empty one gives the same values.
 */
export interface Likeness {
  /**
   * @param window blocks whose content is in the window now
   * @returns the highest similarity of a block to a newer one of the window, 0 where there is none (see `newerVectors`)
   */
  toNewer(window: readonly Block[], embedding: (block: BlockId) => Embedding | null): (block: Block) => Ratio
}

/** The blocks that a block was compared with so far. */
interface Compared {
  /** The newest of them. */
  readonly until: Block
  /** The most similar ones, the best first. */
  readonly few: readonly Alike[]
  /** No other block is more similar than this. */
  readonly floor: Ratio
}

interface Alike {
  readonly block: BlockId
  readonly similarity: Ratio
}

/** How many are kept: if the best leaves, the next best replaces it. */
const FEW = 8

/** The window at the last decision. */
interface Standing {
  readonly window: readonly Block[]
  /** From old to new. */
  readonly ordered: readonly Block[]
  readonly present: ReadonlySet<BlockId>
  readonly compared: Map<BlockId, Compared>
  readonly products: PairProducts
  readonly highest: (block: Block) => Ratio
}

export function createLikeness(affordable?: number): Likeness {
  const windows = new Map<WindowId, Standing>()
  return {
    toNewer(window, embedding) {
      const id = window[0]?.window ?? 0
      const before = windows.get(id)
      // A decision asks twice: for its first choice and for the remaining blocks.
      if (before?.window === window) return before.highest
      const standing = standingOf(window, embedding, before, affordable)
      windows.set(id, standing)
      return standing.highest
    },
  }
}

function standingOf(
  window: readonly Block[],
  embedding: (block: BlockId) => Embedding | null,
  before: Standing | undefined,
  affordable: number | undefined,
): Standing {
  const ordered = window.slice().sort(byAge)
  const last = ordered.at(-1)
  const present = new Set(ordered.map((block) => block.id))
  const goesOn = before !== undefined && follows(ordered, before)
  const compared = goesOn ? before.compared : new Map<BlockId, Compared>()
  /** Index of the first block that was not there at the last decision. */
  const fresh = goesOn ? placeAfter(before.ordered.at(-1) as Block, ordered) : 0
  const products = goesOn ? before.products : pairProducts()
  if (goesOn) for (const { id } of before.ordered) if (!present.has(id)) countOut(id)
  for (let place = fresh; place < ordered.length; place++) countIn((ordered[place] as Block).id)
  const affords = products.areAffordable(affordable)
  /** An index of the window from a position on, no further back than needed so far. */
  let filed = newerVectors(vectorsFrom(fresh), Infinity)
  let reach = fresh
  let whole: NewerVectors | null = null

  function countIn(id: BlockId): void {
    const vector = embedding(id)
    if (vector !== null) products.add(vector)
  }

  function countOut(id: BlockId): void {
    const vector = embedding(id)
    if (vector !== null) products.remove(vector)
  }

  function vectorsFrom(place: number): (Embedding | null)[] {
    return ordered.slice(place).map((block) => embedding(block.id))
  }

  /**
   * Indexes at least from a position on. Each time it doubles the indexed part, so that going from new to old rebuilds
   * it rarely.
   */
  function reachBack(place: number): void {
    if (place >= reach) return
    reach = Math.max(0, Math.min(place, 2 * reach - ordered.length))
    filed = newerVectors(vectorsFrom(reach), Infinity)
  }

  function all(): NewerVectors {
    return (whole ??= newerVectors(vectorsFrom(0), affordable))
  }

  function highest(block: Block): Ratio {
    const vector = embedding(block.id)
    if (vector === null || last === undefined) return 0
    const from = placeAfter(block, ordered)
    // If some blocks are not visible, each evicted block changes which ones are.
    if (!affords && !all().allInSight(vector)) {
      compared.delete(block.id)
      return all().nearest(vector, from).similarity
    }
    const known = compared.get(block.id)
    const left = known?.few.filter((one) => present.has(one.block)) ?? []
    // If none is left or known, the next best may be any block.
    const start = known !== undefined && (left.length > 0 || known.floor === 0) ? known : null
    const since = start === null ? from : Math.max(from, placeAfter(start.until, ordered))
    reachBack(since)
    const found = filed.nearestFew(vector, since - reach, FEW).map(({ place, similarity }): Alike => {
      return { block: (ordered[place + reach] as Block).id, similarity }
    })
    const least = Math.max(start?.floor ?? 0, floorOf(found))
    // For most blocks no newer one is more similar than those already kept.
    const few =
      found.length === 0
        ? left
        : [...left, ...found]
            .filter((one) => one.similarity >= least)
            .sort((a, b) => b.similarity - a.similarity || a.block - b.block)
            .slice(0, FEW)
    compared.set(block.id, { until: last, few, floor: Math.max(least, floorOf(few)) })
    return Math.min(1, few[0]?.similarity ?? 0)
  }

  return { window, ordered, present, compared, products, highest }
}

/** A full list may omit others, none more similar than its last. */
function floorOf(few: readonly Alike[]): Ratio {
  return few.length < FEW ? 0 : (few.at(-1)?.similarity ?? 0)
}

/** Whether a window holds nothing but blocks of an earlier one and newer ones. */
function follows(ordered: readonly Block[], before: Standing): boolean {
  const { present } = before
  const last = before.ordered.at(-1)
  return last !== undefined && ordered.every((block) => present.has(block.id) || byAge(block, last) > 0)
}

/** How many of some blocks, from old to new, are not newer than one. */
function placeAfter(block: Block, ordered: readonly Block[]): number {
  let low = 0
  let high = ordered.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (byAge(ordered[middle] as Block, block) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function byAge(a: Block, b: Block): number {
  return a.turn - b.turn || a.id - b.id
}
