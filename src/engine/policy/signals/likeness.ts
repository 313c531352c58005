import { firstFor } from '../../core/number/search.ts'
import { newerVectors, pairProducts, vectorIndex } from '../../core/reference/nearest.ts'
import type { NewerVectors, PairProducts, VectorIndex } from '../../core/reference/nearest.ts'
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

/** A block, and the newer ones that it was compared with so far. */
interface Compared {
  readonly block: Block
  /** Null for a block without text. */
  readonly vector: Embedding | null
  /** Its index among all blocks that the window had, −1 if the window never had its content. */
  place: number
  isPresent: boolean
  /** While it is in the index, each new block is compared with it at once. */
  isFiled: boolean
  /** Otherwise it was compared with those before this place. */
  until: number
  /** The last decision with it in the window, and the last that asked for it. */
  seen: number
  asked: number
  /** Places of the most similar blocks, the best first, and their similarities; some may have left. */
  readonly few: number[]
  readonly similarities: number[]
  /** No other one that is still there is more similar than this. */
  floor: Ratio
}

/** How many are kept: if the best leaves, the next best replaces it. */
const FEW = 8
/** For so many decisions a block that left is compared with new ones without being asked for. */
const PATIENCE = 4

/** A window since its first decision. */
interface Standing {
  window: readonly Block[]
  highest: (block: Block) => Ratio
  decision: number
  /** All blocks that it ever had, from old to new: by place. */
  readonly had: Compared[]
  /** By place, to see at once that a new block is less similar. */
  readonly floors: number[]
  present: readonly Compared[]
  /** Those that left and are still in the index. */
  readonly away: Set<Compared>
  readonly known: Map<BlockId, Compared>
  readonly products: PairProducts
  readonly index: VectorIndex
  /** How many places were filed. */
  filed: number
}

export function createLikeness(affordable?: number): Likeness {
  const windows = new Map<WindowId, Standing>()
  return {
    toNewer(window, embedding) {
      const id = window[0]?.window ?? 0
      const before = windows.get(id)
      // A decision asks twice: for its first choice and for the remaining blocks.
      if (before?.window === window) return before.highest
      const ordered = window.slice().sort(byAge)
      let standing = before ?? newStanding()
      let fresh = freshIn(ordered, standing)
      if (fresh === null) {
        standing = newStanding()
        fresh = ordered
      }
      windows.set(id, standing)
      standing.window = window
      standing.highest = takeOver(standing, ordered, fresh, embedding, affordable)
      return standing.highest
    },
  }
}

function newStanding(): Standing {
  return {
    window: [],
    highest: () => 0,
    decision: 1,
    had: [],
    floors: [],
    present: [],
    away: new Set(),
    known: new Map(),
    products: pairProducts(),
    index: vectorIndex(),
    filed: 0,
  }
}

/** The blocks that are new; null if an old one came back. */
function freshIn(ordered: readonly Block[], { known, had, decision }: Standing): readonly Block[] | null {
  const last = had.at(-1)?.block
  for (const [at, block] of ordered.entries()) {
    const own = known.get(block.id)
    if (own?.isPresent === true) own.seen = decision
    else return last === undefined || byAge(block, last) > 0 ? ordered.slice(at) : null
  }
  return []
}

function takeOver(
  standing: Standing,
  ordered: readonly Block[],
  fresh: readonly Block[],
  embedding: (block: BlockId) => Embedding | null,
  affordable: number | undefined,
): (block: Block) => Ratio {
  const { had, floors, away, known, products, index } = standing
  const now = standing.decision++
  for (const own of away) if (own.asked < now - PATIENCE) forget(own)
  const still = standing.present.filter((own) => own.seen === now || leave(own))
  standing.present = [...still, ...fresh.map(arrive)]
  const affords = products.areAffordable(affordable)
  let approximate: NewerVectors | null = null
  let placesAfter: ReadonlyMap<Block, number> = new Map()
  if (affords) while (standing.filed < had.length) file(had[standing.filed++] as Compared)

  return (block) => {
    const own = known.get(block.id) ?? newlyKnown(block)
    const { vector, few, similarities } = own
    if (vector === null) return 0
    if (!affords) {
      if (approximate === null) {
        approximate = newerVectors(
          ordered.map(({ id }) => embedding(id)),
          affordable,
        )
        placesAfter = new Map(ordered.map((one, at) => [one, at + 1]))
      }
      return approximate.nearest(vector, placesAfter.get(block) ?? placeAfter(block, ordered)).similarity
    }
    own.asked = now
    if (!own.isFiled) comeBack(own, vector)
    while (few.length > 0 && !(had[few[0] as number] as Compared).isPresent) {
      few.shift()
      similarities.shift()
    }
    // If none is left, the next best may be any block.
    if (few.length === 0 && own.floor > 0) {
      own.floor = 0
      own.until = afterIn(had, block)
      compareOn(own, vector)
    }
    return Math.min(1, similarities[0] ?? 0)
  }

  function newlyKnown(block: Block): Compared {
    const own = {
      block,
      vector: embedding(block.id),
      place: -1,
      isPresent: false,
      isFiled: false,
      until: afterIn(had, block),
      seen: 0,
      asked: now,
      few: [],
      similarities: [],
      floor: 0,
    }
    known.set(block.id, own)
    return own
  }

  function arrive(block: Block): Compared {
    const own = known.get(block.id) ?? newlyKnown(block)
    own.place = had.push(own) - 1
    own.isPresent = true
    floors.push(0)
    if (own.vector !== null) products.add(own.vector)
    return own
  }

  function leave(own: Compared): false {
    own.isPresent = false
    if (own.vector !== null) products.remove(own.vector)
    if (own.isFiled) away.add(own)
    return false
  }

  function file(own: Compared): void {
    if (!own.isPresent || own.vector === null) return
    index.each(own.vector, 0, (older, similarity) => {
      if (similarity > (floors[older] as number)) offer(had[older] as Compared, own.place, similarity)
    })
    index.add(own.vector, own.place)
    own.isFiled = true
  }

  function forget(own: Compared): void {
    away.delete(own)
    index.remove(own.vector as Embedding, own.place)
    own.isFiled = false
    own.until = standing.filed
  }

  function comeBack(own: Compared, vector: Embedding): void {
    compareOn(own, vector)
    if (own.place < 0) return
    index.add(vector, own.place)
    own.isFiled = true
    away.add(own)
  }

  function compareOn(own: Compared, vector: Embedding): void {
    index.each(vector, own.until, (place, similarity) => {
      if ((had[place] as Compared).isPresent) offer(own, place, similarity)
    })
    own.until = had.length
    if (own.place >= 0) floors[own.place] = own.floor
  }

  function offer(own: Compared, place: number, similarity: Ratio): void {
    if (similarity <= own.floor) return
    const { few, similarities } = own
    let at = few.length
    while (at > 0 && (similarities[at - 1] as number) < similarity) at--
    few.splice(at, 0, place)
    similarities.splice(at, 0, similarity)
    if (few.length <= FEW) return
    few.pop()
    own.floor = similarities.pop() as number
    if (own.place >= 0) floors[own.place] = own.floor
  }
}

/** How many of the blocks that a window had are not newer than one. */
function afterIn(had: readonly Compared[], block: Block): number {
  return firstFor(0, had.length, (place) => byAge((had[place] as Compared).block, block) > 0)
}

/** How many of some blocks, from old to new, are not newer than one. */
function placeAfter(block: Block, ordered: readonly Block[]): number {
  return firstFor(0, ordered.length, (at) => byAge(ordered[at] as Block, block) > 0)
}

function byAge(a: Block, b: Block): number {
  return a.turn - b.turn || a.id - b.id
}
