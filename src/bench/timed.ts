/**
 * A task's result and its duration in milliseconds: by the clock or by processor time, whichever is less. The clock
 * includes time that other programs had the processor; the processor time includes what the engine does in other
 * threads.
 */
export function timed<Result>(task: () => Result): { readonly result: Result; readonly ms: number } {
  const stop = stopwatch()
  const result = task()
  return { result, ms: stop() }
}

/** The same for an asynchronous task. */
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
