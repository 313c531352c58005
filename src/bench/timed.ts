/**
 * What a task returns, and the milliseconds it took: by the clock or on the processor, whichever is less.
 * The clock counts the time that other programs had the processor, more of it the longer a task is; the
 * processor's time counts what the engine does in other threads.
 */
export function timed<Result>(task: () => Result): { readonly result: Result; readonly ms: number } {
  const stop = stopwatch()
  const result = task()
  return { result, ms: stop() }
}

/** The same for a task that is waited for. */
export async function timedAsync<Result>(
  task: () => Result | Promise<Result>,
): Promise<{ readonly result: Result; readonly ms: number }> {
  const stop = stopwatch()
  const result = await task()
  return { result, ms: stop() }
}

function stopwatch(): () => number {
  const before = process.cpuUsage()
  const start = performance.now()
  return () => {
    const clock = performance.now() - start
    const { user, system } = process.cpuUsage(before)
    return Math.min(clock, (user + system) / 1000)
  }
}
