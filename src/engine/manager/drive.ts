import type { Answer, Ask } from '../stage/stage.ts'

/** Answers a generator's questions at once, from a mock. */
export function driveSync<Result>(
  steps: Generator<Ask, Result, Answer>,
  answer: (ask: Ask) => Answer,
): Result {
  let step = steps.next()
  while (step.done !== true) step = steps.next(answer(step.value))
  return step.value
}

/** Answers a generator's questions with a real client. A rejected answer is thrown into the generator. */
export async function driveAsync<Result>(
  steps: Generator<Ask, Result, Answer>,
  answer: (ask: Ask) => Promise<Answer>,
): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) {
    try {
      const reply = await answer(step.value)
      step = steps.next(reply)
    } catch (reason) {
      step = steps.throw(reason)
    }
  }
  return step.value
}
