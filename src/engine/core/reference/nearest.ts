import type { Embedding } from './embedder.ts'
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
  /** Maximum number of products for comparing all pairs. Default: 67 million, up to half a second. */
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
  for (const vector of vectors) {
    if (vector !== null) products.add(vector)
    if (!products.areAffordable(affordable)) return byHeaviest(vectors)
  }
  const index = vectorIndex()
  for (const [place, vector] of vectors.entries()) if (vector !== null) index.add(vector, place)
  return {
    nearest(vector, from) {
      let best = 0
      let place = -1
      const steps = index.each(vector, from, (other, found) => {
        if (found < best || (found === best && other < place)) return
        best = found
        place = other
      })
      return { similarity: Math.min(1, best), place, steps }
    },
  }
}

/** The search beyond what is affordable. It makes no objects per vector, which would take longer than the products. */
function byHeaviest(vectors: readonly (Embedding | null)[]): NewerVectors {
  const { begins, places, weights } = filedByHeaviest(vectors)
  const sums = new Float64Array(vectors.length)
  const touched = new Int32Array(ASKED * IN_SIGHT)
  /** The compared places, those with the most in common first, and how much that is; with room for one more. */
  const few = new Int32Array(COMPARED + 1)
  const common = new Float64Array(COMPARED + 1)
  /** The weights of a vector by feature, as wide as the highest feature of all, to compare it by reading the others. */
  const spread = new Float64Array(vectors.reduce((most, one) => Math.max(most, 1 + lastOf(one)), 0))

  /** Fills `few`. */
  function chosen(own: Embedding, from: number): { readonly kept: number; readonly steps: number } {
    let count = 0
    let squares = 0
    let steps = 0
    for (let k = 0; k < Math.min(ASKED, own.features.length); k++) {
      const feature = own.features[k] as number
      const weight = own.weights[k] as number
      squares += weight * weight
      if (feature + 1 >= begins.length) continue
      const last = begins[feature + 1] as number
      const start = firstFrom(places, from, begins[feature] as number, last)
      const end = Math.min(last, start + IN_SIGHT)
      for (let p = start; p < end; p++) {
        const other = places[p] as number
        const sum = sums[other] as number
        if (sum === 0) touched[count++] = other
        sums[other] = sum + weight * (weights[p] as number)
      }
      steps += end - start
    }
    const least = COMMON * squares
    let kept = 0
    for (let c = 0; c < count; c++) {
      const other = touched[c] as number
      const sum = sums[other] as number
      sums[other] = 0
      if (sum < least || (kept === COMPARED && sum <= (common[COMPARED - 1] as number))) continue
      let at = kept
      for (; at > 0 && (common[at - 1] as number) < sum; at--) {
        few[at] = few[at - 1] as number
        common[at] = common[at - 1] as number
      }
      few[at] = other
      common[at] = sum
      kept = Math.min(COMPARED, kept + 1)
    }
    return { kept, steps }
  }

  function cosineTo(other: Embedding): number {
    let sum = 0
    for (let k = 0; k < other.features.length; k++)
      sum += (spread[other.features[k] as number] as number) * (other.weights[k] as number)
    return Math.min(1, sum)
  }

  return {
    nearest(vector, from) {
      let similarity = 0
      let place = -1
      const { kept, steps: products } = chosen(heaviestOf(vector), from)
      let steps = products
      if (kept === 0) return { similarity, place, steps }
      const { features, weights: own } = vector
      for (let k = 0; k < features.length; k++) spread[features[k] as number] = own[k] as number
      for (let c = 0; c < kept; c++) {
        const other = few[c] as number
        const candidate = vectors[other] as Embedding
        const found = cosineTo(candidate)
        steps += features.length + candidate.features.length
        if (found < similarity || (found === similarity && other < place)) continue
        similarity = found
        place = other
      }
      for (let k = 0; k < features.length; k++) spread[features[k] as number] = 0
      return { similarity, place, steps }
    },
  }
}

/** The highest feature of a vector, −1 if it has none. */
function lastOf(vector: Embedding | null): number {
  return vector?.features.at(-1) ?? -1
}

/** Places of vectors and their weights by feature: those of feature f from `begins[f]` to before `begins[f + 1]`. */
interface Filed {
  readonly begins: Int32Array
  /** Ascending for each feature. */
  readonly places: Int32Array
  readonly weights: Float64Array
}

function filedByHeaviest(vectors: readonly (Embedding | null)[]): Filed {
  const heaviest = vectors.map((vector) => (vector === null ? NO_VECTOR : heaviestOf(vector)))
  let most = 0
  for (const { features } of heaviest)
    for (let k = 0; k < features.length; k++) most = Math.max(most, features[k] as number)
  const begins = new Int32Array(most + 2)
  for (const { features } of heaviest)
    for (let k = 0; k < features.length; k++) add(begins, (features[k] as number) + 1, 1)
  for (let feature = 0; feature <= most; feature++) add(begins, feature + 1, begins[feature] as number)
  const next = begins.slice()
  const places = new Int32Array(begins[most + 1] as number)
  const weights = new Float64Array(places.length)
  for (const [place, vector] of heaviest.entries()) {
    for (let k = 0; k < vector.features.length; k++) {
      const at = add(next, vector.features[k] as number, 1)
      places[at] = place
      weights[at] = vector.weights[k] as number
    }
  }
  return { begins, places, weights }
}

/** Adds to one number of a list, and returns what it was. */
function add(list: Int32Array, at: number, by: number): number {
  const before = list[at] as number
  list[at] = before + by
  return before
}

const NO_VECTOR: Embedding = { features: new Int32Array(0), weights: new Float64Array(0) }

/** The first index of `places` between two with a place at `from` or later; they ascend. */
function firstFrom(places: ArrayLike<number>, from: number, begin: number, end: number): number {
  let low = begin
  let high = end
  // Most searches are for the end.
  if (high > low && (places[high - 1] as number) < from) return high
  while (low < high) {
    const middle = (low + high) >> 1
    if ((places[middle] as number) < from) low = middle + 1
    else high = middle
  }
  return low
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

export function vectorIndex(): VectorIndex {
  /** Places, ascending, and weights by feature. */
  const lists: { readonly places: number[]; readonly weights: number[] }[] = []
  let sums = new Float64Array(1024)
  let touched = new Int32Array(1024)

  return {
    add({ features, weights }, place) {
      if (place >= sums.length) {
        sums = new Float64Array(2 * place)
        touched = new Int32Array(2 * place)
      }
      for (let k = 0; k < features.length; k++) {
        const list = (lists[features[k] as number] ??= { places: [], weights: [] })
        const at = firstFrom(list.places, place, 0, list.places.length)
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
        const at = list === undefined ? -1 : firstFrom(list.places, place, 0, list.places.length)
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
        const end = list.places.length
        const start = firstFrom(list.places, from, 0, end)
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
      for (let k = 0; k < features.length; k++) {
        const feature = features[k] as number
        const others = holders[feature] as number
        products += others
        holders[feature] = others + 1
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
