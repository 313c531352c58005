/**
 * The known name that was probably meant: the fewest letters added, dropped, changed or swapped with
 * their neighbour, at most a third of the longer name; null when none is that near. Ties go to the first.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null
  let least = Infinity
  for (const candidate of known) {
    const limit = Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3))
    // Also keeps a pasted novel in place of a key from being compared letter by letter.
    if (Math.abs(name.length - candidate.length) > limit) continue
    const distance = distanceOf(name, candidate)
    if (distance <= limit && distance < least) {
      least = distance
      nearest = candidate
    }
  }
  return nearest
}

/** Optimal string alignment distance: a swap of neighbours counts as one change. */
function distanceOf(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1
      let least = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + change)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1)
      }
      next.push(least)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}
