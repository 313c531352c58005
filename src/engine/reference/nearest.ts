import type { Embedding } from './embedding.ts'
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
}

/** Similarities from here on are looked for; below, what is found by the way is good enough. */
const SURE = 0.5
/** Vectors remembered per feature: those filed last, which are the next in time. */
const POSTINGS = 256
/** Candidates that are compared in full, the most promising ones. */
const COMPARED = 32

const NONE: readonly number[] = Object.freeze([])

/**
 * For each of some vectors, ordered from old to new, the highest cosine to a newer one, without comparing all
 * pairs (EVI-6).
 *
 * Going from new to old, each vector is filed under its features, and a feature remembers 256 vectors. The
 * products along the features of a vector add up to its cosine to everything filed there, but for what was
 * forgotten: common features, of which much is filed and which weigh little. That rest is bounded by the length
 * of the vector along them (Cauchy–Schwarz). Candidates which it could lift to .5 and above the best so far are
 * compared in full, the 32 most promising of them.
 *
 * Up to 257 vectors nothing is forgotten and the result is exact. Beyond, a similarity below .5 may come out
 * lower than it is, never higher; one from .5 up is missed only where 256 vectors in between hold every feature
 * that the two share, or where 32 others promise more and keep less: of a long row of look-alikes, a near one is
 * found and perhaps not the nearest. The work is at worst 320 products for each feature of each vector.
 */
export function nearestNewer(vectors: readonly (Embedding | null)[], options: NearestOptions = {}): Nearest {
  const similarity = new Float64Array(vectors.length)
  const nearest = new Int32Array(vectors.length).fill(-1)
  const files = new Map<number, File>()
  const sums = new Float64Array(vectors.length)
  const touched = new Int32Array(vectors.length)
  let steps = 0
  for (let i = vectors.length - 1; i >= 0; i--) {
    const vector = vectors[i] ?? null
    if (vector === null) continue
    let candidates = 0
    let forgotten = 0
    for (let k = 0; k < vector.features.length; k++) {
      const weight = vector.weights[k] as number
      const file = files.get(vector.features[k] as number)
      if (file === undefined) continue
      const length = Math.min(file.count, POSTINGS)
      if (file.count > POSTINGS) forgotten += weight * weight
      steps += length
      for (let p = 0; p < length; p++) {
        const other = file.vectors[p] as number
        if (sums[other] === 0) touched[candidates++] = other
        sums[other] = (sums[other] as number) + weight * (file.weights[p] as number)
      }
    }
    // A hair more, so that rounding never loses a pair that sits on the bound.
    const rest = forgotten === 0 ? 0 : Math.sqrt(forgotten) + 1e-9
    let best = 0
    let bestAt = -1
    for (let c = 0; c < candidates; c++) {
      const other = touched[c] as number
      const found = sums[other] as number
      if (found < best || (found === best && other < bestAt)) continue
      best = found
      bestAt = other
    }
    const promising = rest === 0 ? NONE : mostPromising(touched.subarray(0, candidates), sums, SURE - rest)
    for (const other of promising) {
      if ((sums[other] as number) + rest < Math.max(best, SURE)) continue
      const candidate = vectors[other] as Embedding
      steps += vector.features.length + candidate.features.length
      const found = cosine(vector, candidate)
      if (found < best || (found === best && other < bestAt)) continue
      best = found
      bestAt = other
    }
    for (let c = 0; c < candidates; c++) sums[touched[c] as number] = 0
    similarity[i] = Math.min(1, best)
    nearest[i] = bestAt
    if (options.among === undefined || options.among[i] === true) fileAway(files, vector, i)
  }
  return { similarity, nearest, steps }
}

/** Some candidates with the highest sums, COMPARED at most, and none below `least`. Linear: sums fall into 256 steps. */
function mostPromising(candidates: Int32Array, sums: Float64Array, least: number): number[] {
  const step = (other: number): number => Math.min(255, Math.floor((sums[other] as number) * 256))
  const heights = new Int32Array(256)
  for (const other of candidates) heights[step(other)] = (heights[step(other)] as number) + 1
  let floor = 255
  for (let count = heights[255] as number; floor > 0 && count < COMPARED;) count += heights[--floor] as number
  const above: number[] = []
  const onFloor: number[] = []
  for (const other of candidates) {
    if ((sums[other] as number) < least || step(other) < floor) continue
    if (step(other) > floor) above.push(other)
    else onFloor.push(other)
  }
  return above.concat(onFloor).slice(0, COMPARED)
}

/** The last vectors that hold a feature, and their weights for it, as a ring. */
interface File {
  count: number
  readonly vectors: number[]
  readonly weights: number[]
}

function fileAway(files: Map<number, File>, vector: Embedding, place: number): void {
  for (let k = 0; k < vector.features.length; k++) {
    const feature = vector.features[k] as number
    let file = files.get(feature)
    if (file === undefined) files.set(feature, (file = { count: 0, vectors: [], weights: [] }))
    file.vectors[file.count % POSTINGS] = place
    file.weights[file.count % POSTINGS] = vector.weights[k] as number
    file.count++
  }
}
