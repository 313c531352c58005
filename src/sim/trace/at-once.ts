/** The result of work that is done in steps, without a pause between them. */
export function atOnce<Result>(steps: Generator<unknown, Result, void>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
