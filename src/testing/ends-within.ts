/**
 * True if work ends within some milliseconds, in at least one of five tries: a machine that does something else makes any
 * try long, but work of quadratic time is long in every one. For bounds far above what linear work takes.
 */
export function endsWithin(milliseconds: number, work: () => void): boolean {
  return Array.from({ length: 5 }).some(() => {
    const began = performance.now()
    work()
    return performance.now() - began < milliseconds
  })
}
