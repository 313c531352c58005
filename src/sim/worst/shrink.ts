/** How far a shrinking is. */
export interface Shrinking {
  /** Smaller ones that were tried. */
  readonly tried: number
  /** Items of the smallest that still shows it. */
  readonly left: number
}

/**
 * A part of a list that still shows something, without items that could be left out one at a time: delta debugging
 * (Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002), which leaves out halves first,
 * then quarters, and so on.
 *
 * @param shows whether a part still shows it; the whole does
 * @param most parts that are tried at most: then some items may be left that could go
 * @yields after each part that was tried
 */
export function* shrunk<Item>(
  items: readonly Item[],
  shows: (part: readonly Item[]) => boolean,
  most = Infinity,
): Generator<Shrinking, readonly Item[], void> {
  let left = items
  let tried = 0
  for (let size = Math.ceil(left.length / 2); size >= 1 && tried < most;) {
    let isSmaller = false
    // From the end: what comes late depends on what was before, and seldom the other way round.
    for (let to = left.length; to > 0 && tried < most; to -= size) {
      const from = Math.max(0, to - size)
      const part = [...left.slice(0, from), ...left.slice(to)]
      tried += 1
      if (shows(part)) {
        left = part
        isSmaller = true
      }
      yield { tried, left: left.length }
    }
    if (size === 1 && !isSmaller) break
    size = Math.max(1, Math.ceil(Math.min(size, left.length) / 2))
    if (left.length === 0) break
  }
  return left
}
