/**
 * True if work takes less than some milliseconds of processor time, in at least one of five tries: the clock also counts
 * what a machine does besides, and a collection of garbage makes a try long, but work of quadratic time is long in every
 * one. For bounds far above what linear work takes.
 */
export function endsWithin(milliseconds: number, work: () => void): boolean {
  return Array.from({ length: 5 }).some(() => {
    const began = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000 < milliseconds
  })
}
