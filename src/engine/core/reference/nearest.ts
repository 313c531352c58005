import type { Embedding } from './embedder.ts'
import { cosine } from './embedder.ts'

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

/** Similarities from here on are searched for; lower ones may be approximate. */
const SURE = 0.5
/** Maximum number of products for an exact search. A caller that remembers its comparisons pays for them once. */
const AFFORDABLE = 67_108_864
/** Beyond that: vectors considered per feature, the next ones in time. */
const IN_SIGHT = 256
/** Candidates that are compared in full, the most promising ones. */
const COMPARED = 32

const NONE: readonly number[] = Object.freeze([])

/** Vectors from old to new, indexed by feature, so that similar newer ones can be looked up in any order. */
export interface NewerVectors {
  /** Whether every feature of `vector` has few enough vectors that all are considered: then `nearest` is exact. */
  allInSight(vector: Embedding): boolean
  /** The best match for `vector` among those at index `from` and later. */
  nearest(vector: Embedding, from: number): NearestOne
  /** The `most` best matches, best first. Only for vectors for which `allInSight` is true. */
  nearestFew(vector: Embedding, from: number, most: number): Alike[]
}

/** The index of a vector, and its cosine to the given one. */
export interface Alike {
  readonly place: number
  readonly similarity: number
}

export interface NearestOne {
  /** Its cosine, 0 if there is none. */
  readonly similarity: number
  /** Its index, −1 if there is none. */
  readonly place: number
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
 * that is enough for about 5,000 vectors of an agent's blocks. Beyond, the work is bounded:
 *
 * Of each feature, only the next 256 vectors at or after `from` are considered. The products along the features of a
 * vector add up to its cosine to every vector found there, except for those further on: these are missing for common
 * features, which have many vectors and little weight. The missing part is bounded by the length of the vector along
 * these features (Cauchy–Schwarz). Candidates which it could lift to .5 and above the best so far are compared in full,
 * but only the 32 most promising.
 *
 * Among up to 256 vectors nothing is missed. With more, a similarity below .5 may come out too low, never too high. One
 * from .5 up is missed only if 256 vectors in between have every feature that the two share, or if 32 others promise
 * more and turn out lower: among many look-alikes, a near one is found and perhaps not the nearest. The work is at most
 * 320 products for each feature of each vector.
 */
export function newerVectors(
  vectors: readonly (Embedding | null)[],
  affordable: number = AFFORDABLE,
): NewerVectors {
  const { starts, places, weights } = filed(vectors)
  const known = starts.length - 1
  const inSight = productsOfAll(starts) <= affordable ? Infinity : IN_SIGHT
  const sums = new Float64Array(vectors.length)
  const touched = new Int32Array(vectors.length)
  const heights = new Int32Array(256)
  let candidates = 0
  let forgotten = 0
  let steps = 0

  return {
    allInSight({ features }) {
      for (let k = 0; k < features.length; k++) {
        const feature = features[k] as number
        if (feature >= known) break
        if ((starts[feature + 1] as number) - (starts[feature] as number) > inSight) return false
      }
      return true
    },
    nearestFew(vector, from, most) {
      addUp(vector, from)
      const few: Alike[] = []
      let least = 0
      for (let c = 0; c < candidates; c++) {
        const place = touched[c] as number
        const similarity = sums[place] as number
        sums[place] = 0
        if (few.length === most && similarity <= least) continue
        if (few.length === most) few.pop()
        let at = few.length
        while (at > 0 && (few[at - 1] as Alike).similarity < similarity) at--
        few.splice(at, 0, { place, similarity })
        least = (few.at(-1) as Alike).similarity
      }
      return few
    },
    nearest(vector, from) {
      addUp(vector, from)
      // Slightly more, so that rounding never loses a pair at the bound.
      const rest = forgotten === 0 ? 0 : Math.sqrt(forgotten) + 1e-9
      let best = 0
      let place = -1
      for (let c = 0; c < candidates; c++) {
        const other = touched[c] as number
        const found = sums[other] as number
        if (found < best || (found === best && other < place)) continue
        best = found
        place = other
      }
      const promising =
        rest === 0 || best < SURE - rest
          ? NONE
          : mostPromising(touched.subarray(0, candidates), sums, SURE - rest, heights)
      for (const other of promising) {
        if ((sums[other] as number) + rest < Math.max(best, SURE)) continue
        const candidate = vectors[other] as Embedding
        steps += vector.features.length + candidate.features.length
        const found = cosine(vector, candidate)
        if (found < best || (found === best && other < place)) continue
        best = found
        place = other
      }
      for (let c = 0; c < candidates; c++) sums[touched[c] as number] = 0
      return { similarity: Math.min(1, best), place, steps }
    },
  }

  /** Adds up the products of a vector with those at `from` and later, along the features. */
  function addUp(vector: Embedding, from: number): void {
    // Counted in a local variable: a variable shared by a closure is written to memory at each step.
    let count = 0
    let hidden = 0
    let products = 0
    for (let k = 0; k < vector.features.length; k++) {
      const feature = vector.features[k] as number
      if (feature >= known) break
      const weight = vector.weights[k] as number
      const start = starts[feature] as number
      let end = starts[feature + 1] as number
      let ring = start
      if (end - start > inSight) {
        end = start + countFrom(from, start, end)
        if (end - start > inSight) {
          // Which candidates are compared in full depends on their order: that of a ring of 256 slots, from `ring` to
          // the end and then those before `ring`.
          ring = end - ((end - start) % IN_SIGHT)
          hidden += weight * weight
        }
      }
      for (let p = ring; p < end; p++) {
        const other = places[p] as number
        if (other < from) break
        const sum = sums[other] as number
        if (sum === 0) touched[count++] = other
        sums[other] = sum + weight * (weights[p] as number)
        products++
      }
      if (ring === start) continue
      for (let p = end - IN_SIGHT; p < ring; p++) {
        const other = places[p] as number
        const sum = sums[other] as number
        if (sum === 0) touched[count++] = other
        sums[other] = sum + weight * (weights[p] as number)
        products++
      }
    }
    candidates = count
    forgotten = hidden
    steps = products
  }

  /** How many of the indices between two bounds, in descending order, are `from` or later. */
  function countFrom(from: number, start: number, end: number): number {
    let low = start
    let high = end
    while (low < high) {
      const middle = (low + high) >> 1
      if ((places[middle] as number) >= from) low = middle + 1
      else high = middle
    }
    return low - start
  }
}

/** Indices and weights by feature, newest first: those of feature f are from `starts[f]` to `starts[f + 1]`. */
function filed(vectors: readonly (Embedding | null)[]) {
  let last = -1
  for (const vector of vectors) last = Math.max(last, vector?.features.at(-1) ?? -1)
  const starts = new Int32Array(last + 2)
  for (const vector of vectors) {
    if (vector === null) continue
    for (const feature of vector.features) starts[feature + 1] = (starts[feature + 1] as number) + 1
  }
  for (let feature = 0; feature <= last; feature++)
    starts[feature + 1] = (starts[feature + 1] as number) + (starts[feature] as number)
  const next = starts.slice()
  const places = new Int32Array(starts[last + 1] ?? 0)
  const weights = new Float64Array(places.length)
  for (let place = vectors.length - 1; place >= 0; place--) {
    const vector = vectors[place] ?? null
    if (vector === null) continue
    for (let k = 0; k < vector.features.length; k++) {
      const feature = vector.features[k] as number
      const at = next[feature] as number
      next[feature] = at + 1
      places[at] = place
      weights[at] = vector.weights[k] as number
    }
  }
  return { starts, places, weights }
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

/** Number of products for comparing each vector with each newer one. */
function productsOfAll(starts: Int32Array): number {
  let products = 0
  for (let feature = 1; feature < starts.length; feature++) {
    const holders = (starts[feature] as number) - (starts[feature - 1] as number)
    products += (holders * (holders - 1)) / 2
  }
  return products
}

/** Candidates with the highest sums, at most COMPARED, none below `least`. Linear: sums are sorted into 256 bins. */
function mostPromising(
  candidates: Int32Array,
  sums: Float64Array,
  least: number,
  heights: Int32Array,
): number[] {
  heights.fill(0)
  for (const other of candidates) {
    const step = stepOf(sums[other] as number)
    heights[step] = (heights[step] as number) + 1
  }
  let floor = 255
  for (let count = heights[255] as number; floor > 0 && count < COMPARED;) count += heights[--floor] as number
  const above: number[] = []
  const onFloor: number[] = []
  for (const other of candidates) {
    const sum = sums[other] as number
    const step = stepOf(sum)
    if (sum < least || step < floor) continue
    if (step > floor) above.push(other)
    else onFloor.push(other)
  }
  return above.concat(onFloor).slice(0, COMPARED)
}

function stepOf(sum: number): number {
  return Math.min(255, Math.floor(sum * 256))
}
