import type { Embedding } from './embedder.ts'
import { cosine } from './embedder.ts'
import { remembered } from '../remembered.ts'

/** For each vector, the most similar newer one. */
export interface Nearest {
  /** Its cosine, 0 if there is none; in the order of the vectors. */
  readonly similarity: Float64Array
  /** Its index among the vectors, −1 if there is none. */
  readonly nearest: Int32Array
  /** Number of multiplications, for measuring how the cost grows. */
  readonly steps: number
}

export interface NearestOptions {
  /** Which vectors count as newer ones; default: all. */
  readonly among?: readonly boolean[]
  /** Maximum number of products for comparing all pairs. Default: 67 million, a tenth of a second. */
  readonly affordable?: number
}

/** Maximum number of products for an exact search. A caller that remembers its comparisons pays for them once. */
const AFFORDABLE = 67_108_864
/** Beyond that, vectors are filed under so many of their features, those with the most weight. */
const HEAVIEST = 16
/** So many of these are looked up. */
const ASKED = 12
/** Of each of these features, the next vectors in time. */
const IN_SIGHT = 64
/** Candidates are compared in full if they have at least this share in common along these features. */
const COMMON = 0.15
/** At most so many, those with the most in common. */
const COMPARED = 8

/** Vectors from old to new, so that similar newer ones can be looked up in any order. */
export interface NewerVectors {
  /** The best match for `vector` among those at index `from` and later. */
  nearest(vector: Embedding, from: number): NearestOne
}

/** The index of a vector, and its cosine to the given one. */
export interface Alike {
  readonly place: number
  readonly similarity: number
}

export interface NearestOne extends Alike {
  /** Number of multiplications. */
  readonly steps: number
}

/**
 * For each of some vectors, ordered from old to new, the highest cosine to a newer one, without comparing all pairs
 * (EVI-6). `newerVectors` describes what may be missed.
 */
export function nearestNewer(vectors: readonly (Embedding | null)[], options: NearestOptions = {}): Nearest {
  const { among, affordable } = options
  const newer = newerVectors(
    among === undefined ? vectors : vectors.map((vector, place) => (among[place] === true ? vector : null)),
    affordable,
  )
  const similarity = new Float64Array(vectors.length)
  const nearest = new Int32Array(vectors.length).fill(-1)
  let steps = 0
  for (const [place, vector] of vectors.entries()) {
    if (vector === null) continue
    const found = newer.nearest(vector, place + 1)
    similarity[place] = found.similarity
    nearest[place] = found.place
    steps += found.steps
  }
  return { similarity, nearest, steps }
}

/**
 * Indexes vectors by feature; null keeps an index without a vector.
 *
 * If comparing all pairs takes at most `affordable` products along their features, it is done, and the result is exact:
 * that is enough for about 5,000 vectors of an agent's blocks. Beyond, a vector is filed under its 16 heaviest features,
 * the rare and repeated words that near-duplicates share, and looked up by the 12 heaviest. Of each feature the next 64
 * vectors at or after `from` are considered, and up to 8 with the most in common along these features are compared in
 * full. At least 95 of 100 near-duplicates are found; a similarity below .5 is mostly missed, and none is ever too high.
 * The work is at most 768 products for each vector, and 8 comparisons.
 */
export function newerVectors(
  vectors: readonly (Embedding | null)[],
  affordable: number = AFFORDABLE,
): NewerVectors {
  const products = pairProducts()
  for (const vector of vectors) if (vector !== null) products.add(vector)
  const isExact = products.areAffordable(affordable)
  const index = vectorIndex(isExact ? Infinity : IN_SIGHT)
  const keyOf = isExact ? (vector: Embedding): Embedding => vector : heaviestOf
  for (const [place, vector] of vectors.entries()) if (vector !== null) index.add(keyOf(vector), place)

  return {
    nearest(vector, from) {
      let best = 0
      let place = -1
      let steps = 0
      const take = (other: number, found: number): void => {
        if (found < best || (found === best && other < place)) return
        best = found
        place = other
      }
      if (isExact) steps = index.each(vector, from, take)
      else {
        const few: Alike[] = []
        const { features, weights } = heaviestOf(vector)
        const asked = { features: features.subarray(0, ASKED), weights: weights.subarray(0, ASKED) }
        const least = COMMON * asked.weights.reduce((sum, weight) => sum + weight * weight, 0)
        steps = index.each(asked, from, (other, similarity) => {
          if (similarity < least) return
          if (few.length === COMPARED && similarity <= (few[COMPARED - 1] as Alike).similarity) return
          if (few.length === COMPARED) few.pop()
          let at = few.length
          while (at > 0 && (few[at - 1] as Alike).similarity < similarity) at--
          few.splice(at, 0, { place: other, similarity })
        })
        for (const { place: other } of few) {
          const candidate = vectors[other] as Embedding
          steps += vector.features.length + candidate.features.length
          take(other, cosine(vector, candidate))
        }
      }
      return { similarity: Math.min(1, best), place, steps }
    },
  }
}

/** A vector along its heaviest features only, the heaviest first; equal weights in the order of the features. */
const heaviestOf = /* @__PURE__ */ remembered(({ features, weights }: Embedding): Embedding => {
  const kept = new Int32Array(Math.min(HEAVIEST, features.length))
  for (let k = 0; k < features.length; k++) {
    const weight = weights[k] as number
    let at = Math.min(k, kept.length)
    while (at > 0 && (weights[kept[at - 1] as number] as number) < weight) at--
    if (at === kept.length) continue
    kept.copyWithin(at + 1, at)
    kept[at] = k
  }
  return {
    features: kept.map((k) => features[k] as number),
    weights: Float64Array.from(kept, (k) => weights[k] as number),
  }
})

/** Vectors at places, by feature. */
export interface VectorIndex {
  add(vector: Embedding, place: number): void
  remove(vector: Embedding, place: number): void
  /**
   * Adds up the products of a vector with those at `from` and later, and visits each that shares a feature.
   *
   * @returns the number of products
   */
  each(vector: Embedding, from: number, visit: (place: number, sum: number) => void): number
}

/** @param inSight of how many vectors per feature the products are added up, the next ones after `from` */
export function vectorIndex(inSight = Infinity): VectorIndex {
  /** Places, ascending, and weights by feature. */
  const lists: { readonly places: number[]; readonly weights: number[] }[] = []
  let sums = new Float64Array(1024)
  let touched = new Int32Array(1024)

  function firstFrom(places: readonly number[], from: number): number {
    let low = 0
    let high = places.length
    if ((places[high - 1] as number) < from) return high
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] as number) < from) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    add({ features, weights }, place) {
      if (place >= sums.length) {
        sums = new Float64Array(2 * place)
        touched = new Int32Array(2 * place)
      }
      for (let k = 0; k < features.length; k++) {
        const list = (lists[features[k] as number] ??= { places: [], weights: [] })
        const at = firstFrom(list.places, place)
        if (at === list.places.length) {
          list.places.push(place)
          list.weights.push(weights[k] as number)
        } else {
          list.places.splice(at, 0, place)
          list.weights.splice(at, 0, weights[k] as number)
        }
      }
    },
    remove({ features }, place) {
      for (const feature of features) {
        const list = lists[feature]
        const at = list === undefined ? -1 : firstFrom(list.places, place)
        if (list === undefined || list.places[at] !== place) continue
        list.places.splice(at, 1)
        list.weights.splice(at, 1)
      }
    },
    each({ features, weights }, from, visit) {
      let count = 0
      let products = 0
      for (let k = 0; k < features.length; k++) {
        const list = lists[features[k] as number]
        if (list === undefined) continue
        const weight = weights[k] as number
        const start = firstFrom(list.places, from)
        const end = Math.min(list.places.length, start + inSight)
        for (let p = start; p < end; p++) {
          const other = list.places[p] as number
          const sum = sums[other] as number
          if (sum === 0) touched[count++] = other
          sums[other] = sum + weight * (list.weights[p] as number)
        }
        products += end - start
      }
      for (let c = 0; c < count; c++) {
        const other = touched[c] as number
        const sum = sums[other] as number
        sums[other] = 0
        visit(other, sum)
      }
      return products
    },
  }
}

/** The number of products for comparing a changing set of vectors with each other. */
export interface PairProducts {
  add(vector: Embedding): void
  remove(vector: Embedding): void
  /** Whether comparing all pairs is affordable, as `newerVectors` judges it. */
  areAffordable(affordable?: number): boolean
}

export function pairProducts(): PairProducts {
  let holders = new Int32Array(1024)
  let products = 0
  return {
    add({ features }) {
      const most = features.at(-1) ?? 0
      if (most >= holders.length) {
        const grown = new Int32Array(2 * most)
        grown.set(holders)
        holders = grown
      }
      for (const feature of features) {
        products += holders[feature] as number
        holders[feature] = (holders[feature] as number) + 1
      }
    },
    remove({ features }) {
      for (const feature of features) {
        holders[feature] = (holders[feature] as number) - 1
        products -= holders[feature]
      }
    },
    areAffordable: (affordable = AFFORDABLE) => products <= affordable,
  }
}
