import type { Embedding } from './embedder.ts'
import { cosine } from './embedder.ts'

/** For each vector, the newer one it is most like. */
export interface Nearest {
  /** Its cosine, 0 where there is none; in the order of the vectors. */
  readonly similarity: Float64Array
  /** Its place among the vectors, −1 where there is none. */
  readonly nearest: Int32Array
  /** Multiplications it took, for who wants to know how it grows. */
  readonly steps: number
}

export interface NearestOptions {
  /** Which vectors count as newer ones; all, unless told. */
  readonly among?: readonly boolean[]
  /** Up to how many products all are compared with all. Default: 67 million, a tenth of a second. */
  readonly affordable?: number
}

/** Similarities from here on are looked for; below, what is found by the way is good enough. */
const SURE = 0.5
/** Products up to which nothing is out of sight. Whoever remembers what he compared pays them once. */
const AFFORDABLE = 67_108_864
/** Beyond: vectors in sight per feature, the next ones in time. */
const IN_SIGHT = 256
/** Candidates that are compared in full, the most promising ones. */
const COMPARED = 32

const NONE: readonly number[] = Object.freeze([])

/** Vectors from old to new, filed so that the newer ones a vector is like can be asked for in any order. */
export interface NewerVectors {
  /** Whether no feature of `vector` is held by so many that some are out of sight: then `nearest` is exact. */
  allInSight(vector: Embedding): boolean
  /** The best match for `vector` among those at place `from` and later. */
  nearest(vector: Embedding, from: number): NearestOne
  /** The best matches, `most` of them, the best first. Only for vectors that have all in sight. */
  nearestFew(vector: Embedding, from: number, most: number): Alike[]
}

/** A vector by its place, and its cosine to the one that was asked about. */
export interface Alike {
  readonly place: number
  readonly similarity: number
}

export interface NearestOne {
  /** Its cosine, 0 where there is none. */
  readonly similarity: number
  /** Its place, −1 where there is none. */
  readonly place: number
  /** Multiplications it took. */
  readonly steps: number
}

/**
 * For each of some vectors, ordered from old to new, the highest cosine to a newer one, without comparing all
 * pairs (EVI-6). See `newerVectors` for what is found and what is not.
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
 * Files vectors under their features; null keeps a place that holds none.
 *
 * Where comparing all with all takes no more than `affordable` products along their features, it is done, and the
 * result is exact: some 5,000 vectors of an agent's blocks. Beyond, the work is bounded:
 *
 * Of a feature, the 256 next vectors at or after `from` count. The products along the features of a vector add
 * up to its cosine to everything found there, but for what lies further on: common features, of which much is
 * filed and which weigh little. That rest is bounded by the length of the vector along them (Cauchy–Schwarz).
 * Candidates which it could lift to .5 and above the best so far are compared in full, the 32 most promising of
 * them.
 *
 * Among up to 256 vectors nothing is out of sight. With more, a similarity below .5 may come
 * out lower than it is, never higher; one from .5 up is missed only where 256 vectors in between hold every
 * feature that the two share, or where 32 others promise more and keep less: of a long row of look-alikes, a near
 * one is found and perhaps not the nearest. The work is at worst 320 products for each feature of each vector.
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
      // A hair more, so that rounding never loses a pair that sits on the bound.
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
    // Counted in locals: what a closure shares is written to memory at each step.
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
          // What is compared in full and what not depends on the order of the candidates: the order of a ring
          // of 256 slots that the filing goes round in, from `ring` to the end and then what is before `ring`.
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

  /** How many of the places filed between two bounds, which descend, are at `from` or later. */
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

/** Places and weights by feature, newest first: those of feature f stand from `starts[f]` to `starts[f + 1]`. */
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

/** How many products it takes to compare some vectors with each other, kept as they come and go. */
export interface PairProducts {
  add(vector: Embedding): void
  remove(vector: Embedding): void
  /** Whether comparing all with all is affordable, as `newerVectors` judges it. */
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

/** Products that it takes to compare each vector with each newer one. */
function productsOfAll(starts: Int32Array): number {
  let products = 0
  for (let feature = 1; feature < starts.length; feature++) {
    const holders = (starts[feature] as number) - (starts[feature - 1] as number)
    products += (holders * (holders - 1)) / 2
  }
  return products
}

/** Some candidates with the highest sums, COMPARED at most, and none below `least`. Linear: sums fall into 256 steps. */
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
