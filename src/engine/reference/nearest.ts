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

/** Similarities from here on are exact, within the limit of POSTINGS. */
const SURE = 0.5
/** Vectors remembered per feature: those filed last, which are the next in time. */
const POSTINGS = 64

/**
 * For each of some vectors, ordered from old to new, the highest cosine to a newer one, without comparing all
 * pairs (EVI-6).
 *
 * Going from new to old, each vector is filed under its features, and a feature remembers 64 vectors. The
 * products along the features of a vector add up to its cosine to everything filed there, but for what was
 * forgotten: common features, of which much is filed and which weigh little. That rest is bounded by the length
 * of the vector along them (Cauchy–Schwarz), and only candidates which it could lift to .5 and above the
 * best so far are compared in full.
 *
 * So a similarity below .5 may come out lower than it is, never higher; and one from .5 up is missed only where
 * every feature that the two share has been filed 64 times in between: of a long row of look-alikes the
 * nearest 64 are compared. The work is at worst 64 products for each feature of each vector, and the full
 * comparisons of what is alike.
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
    const rest = Math.sqrt(forgotten) + 1e-9
    let best = 0
    let bestAt = -1
    // The most promising one first: what it turns out to be spares most others the full comparison.
    promote(touched, candidates, sums)
    for (let c = 0; c < candidates; c++) {
      const other = touched[c] as number
      let found = sums[other] as number
      sums[other] = 0
      if (rest > 1e-9 && found + rest >= Math.max(best, SURE)) {
        const candidate = vectors[other] as Embedding
        steps += vector.features.length + candidate.features.length
        found = cosine(vector, candidate)
      }
      if (found > best || (found === best && other > bestAt)) {
        best = found
        bestAt = other
      }
    }
    similarity[i] = Math.min(1, best)
    nearest[i] = bestAt
    if (options.among === undefined || options.among[i] === true) fileAway(files, vector, i)
  }
  return { similarity, nearest, steps }
}

/** Brings the candidate with the highest sum to the front. */
function promote(candidates: Int32Array, count: number, sums: Float64Array): void {
  let top = 0
  for (let c = 1; c < count; c++) {
    if ((sums[candidates[c] as number] as number) > (sums[candidates[top] as number] as number)) top = c
  }
  const first = candidates[0] as number
  candidates[0] = candidates[top] as number
  candidates[top] = first
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
