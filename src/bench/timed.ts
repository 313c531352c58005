/**
 * What a task returns, and the milliseconds it took: by the clock or on the processor, whichever is less.
 * The clock counts the time that other programs had the processor, more of it the longer a task is; the
 * processor's time counts what the engine does in other threads.
 */
export function timed<Result>(task: () => Result): { readonly result: Result; readonly ms: number } {
  const before = process.cpuUsage()
  const start = performance.now()
  const result = task()
  const clock = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { result, ms: Math.min(clock, (user + system) / 1000) }
}
