import { newerVectors, pairProducts, vectorIndex } from '../../core/reference/nearest.ts'
import type { Alike, NewerVectors, PairProducts, VectorIndex } from '../../core/reference/nearest.ts'
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

/** The newer blocks that a block was compared with so far. */
interface Compared {
  /** The most similar ones, the best first; some may have left. */
  few: Alike[]
  /** No other one that is still there is more similar than this. */
  floor: Ratio
  /** It was compared with those before this place. */
  until: number
  /** The last decision that asked for it. */
  asked: number
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
  /** All blocks that it ever had, from old to new: their index is their place. */
  readonly blocks: Block[]
  /** By place. */
  readonly owns: Compared[]
  /** Their floors, to see at once that a new block is less similar. */
  readonly floors: number[]
  /** By place: whether the window still has it. */
  readonly there: boolean[]
  /** Places of those that it still has. */
  readonly present: Map<BlockId, number>
  /** Places of those that left and were asked for since, which are in the index too. */
  readonly away: Map<BlockId, number>
  /** Places of the others that left. */
  readonly gone: Map<BlockId, number>
  /** The same as `owns` by block, and of blocks whose content the window never had. */
  readonly compared: Map<BlockId, Compared>
  readonly products: PairProducts
  /** Of the first `filed` places. Each block was compared with the older ones when it was filed. */
  readonly index: VectorIndex
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
      const standing = before !== undefined && follows(ordered, before) ? before : newStanding()
      windows.set(id, standing)
      standing.window = window
      standing.highest = takeOver(standing, ordered, embedding, affordable)
      return standing.highest
    },
  }
}

function newStanding(): Standing {
  return {
    window: [],
    highest: () => 0,
    decision: 0,
    blocks: [],
    owns: [],
    floors: [],
    there: [],
    present: new Map(),
    away: new Map(),
    gone: new Map(),
    compared: new Map(),
    products: pairProducts(),
    index: vectorIndex(),
    filed: 0,
  }
}

function takeOver(
  standing: Standing,
  ordered: readonly Block[],
  embedding: (block: BlockId) => Embedding | null,
  affordable: number | undefined,
): (block: Block) => Ratio {
  const { blocks, owns, floors, there, present, away, gone, compared, products, index } = standing
  const now = ++standing.decision
  for (const [id, place] of away) if ((owns[place] as Compared).asked < now - PATIENCE) forget(id, place)
  const fresh = ordered.slice(placeAfter(blocks.at(-1), ordered))
  if (ordered.length - fresh.length < present.size) {
    const still = new Set(ordered.map(({ id }) => id))
    for (const [id, place] of present) if (!still.has(id)) leave(id, place)
  }
  for (const block of fresh) arrive(block)
  const affords = products.areAffordable(affordable)
  let approximate: NewerVectors | null = null
  if (affords) while (standing.filed < blocks.length) file(standing.filed++)

  return (block) => {
    const vector = embedding(block.id)
    if (vector === null) return 0
    if (!affords) {
      approximate ??= newerVectors(
        ordered.map(({ id }) => embedding(id)),
        affordable,
      )
      return approximate.nearest(vector, placeAfter(block, ordered)).similarity
    }
    const own = comparedOf(block)
    own.asked = now
    // Those in the index were compared with each newer one as it was filed.
    let place = present.get(block.id) ?? away.get(block.id)
    if (place === undefined) {
      compareOn(own, vector)
      place = comeBack(block.id, vector)
    }
    const { few } = own
    while (few[0] !== undefined && there[few[0].place] !== true) few.shift()
    // If none is left, the next best may be any block.
    if (few.length === 0 && own.floor > 0) {
      own.floor = 0
      own.until = placeAfter(block, blocks)
      compareOn(own, vector)
    }
    if (place !== undefined) floors[place] = own.floor
    return Math.min(1, few[0]?.similarity ?? 0)
  }

  function arrive(block: Block): void {
    const vector = embedding(block.id)
    const place = blocks.push(block) - 1
    present.set(block.id, place)
    there.push(true)
    owns.push(comparedOf(block))
    floors.push(0)
    if (vector !== null) products.add(vector)
  }

  function leave(id: BlockId, place: number): void {
    present.delete(id)
    there[place] = false
    const vector = embedding(id)
    if (vector === null) return
    products.remove(vector)
    if (place < standing.filed) away.set(id, place)
    else gone.set(id, place)
  }

  function comeBack(id: BlockId, vector: Embedding): number | undefined {
    const place = gone.get(id)
    if (place === undefined) return undefined
    gone.delete(id)
    away.set(id, place)
    index.add(vector, place)
    return place
  }

  function forget(id: BlockId, place: number): void {
    away.delete(id)
    gone.set(id, place)
    index.remove(embedding(id) as Embedding, place)
    ;(owns[place] as Compared).until = standing.filed
  }

  function file(place: number): void {
    const vector = there[place] === true ? embedding((blocks[place] as Block).id) : null
    if (vector === null) return
    index.each(vector, 0, (older, similarity) => {
      if (similarity > (floors[older] as number))
        floors[older] = offer(owns[older] as Compared, place, similarity)
    })
    index.add(vector, place)
  }

  function comparedOf(block: Block): Compared {
    let own = compared.get(block.id)
    if (own === undefined) {
      own = { few: [], floor: 0, until: placeAfter(block, blocks), asked: now }
      compared.set(block.id, own)
    }
    return own
  }

  function compareOn(own: Compared, vector: Embedding): void {
    index.each(vector, own.until, (place, similarity) => {
      if (there[place] === true) offer(own, place, similarity)
    })
    own.until = blocks.length
  }
}

/** @returns the new floor */
function offer(own: Compared, place: number, similarity: Ratio): Ratio {
  if (similarity <= own.floor) return own.floor
  const { few } = own
  let at = few.length
  while (at > 0 && (few[at - 1] as Alike).similarity < similarity) at--
  few.splice(at, 0, { place, similarity })
  if (few.length > FEW) own.floor = (few.pop() as Alike).similarity
  return own.floor
}

/** Whether a window holds nothing but blocks of an earlier one and newer ones. */
function follows(ordered: readonly Block[], { present, blocks }: Standing): boolean {
  const last = blocks.at(-1)
  return last !== undefined && ordered.every((block) => present.has(block.id) || byAge(block, last) > 0)
}

/** How many of some blocks, from old to new, are not newer than one. */
function placeAfter(block: Block | undefined, ordered: readonly Block[]): number {
  if (block === undefined) return 0
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
