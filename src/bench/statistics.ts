/** The middle of the numbers, or the mean of the two in the middle. Throws on none. */
export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined)
    throw new RangeError('a median needs at least one number, not 0')
  return (lower + upper) / 2
}

/**
 * The exponent e of time ~ size^e through points of [size, time]: the slope of the least-squares line
 * through their logarithms. 1 is linear, 2 quadratic. NaN for fewer than two sizes.
 */
export function growthExponent(points: readonly (readonly [size: number, time: number])[]): number {
  const logs = points.map(([size, time]) => [Math.log(size), Math.log(time)] as const)
  const meanX = logs.reduce((sum, [x]) => sum + x, 0) / logs.length
  const meanY = logs.reduce((sum, [, y]) => sum + y, 0) / logs.length
  const spread = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return spread > 0 ? logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread : NaN
}

/**
 * Runs every task once per round, and returns the results of each task by round. A temporary slowdown of the machine
 * then affects all tasks alike; each round starts with another task, because the first one finds the caches of the last
 * one.
 */
export async function interleaved<Result>(
  tasks: readonly ((round: number) => Result | Promise<Result>)[],
  rounds: number,
): Promise<Result[][]> {
  const results: Result[][] = tasks.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < tasks.length; step++) {
      const index = (round + step) % tasks.length
      const task = tasks[index]
      if (task !== undefined) results[index]?.push(await task(round))
    }
  }
  return results
}
