import type { Answer, Ask } from '../core/llm/ask.ts'

/** Answers a generator's questions at once, from a mock. A failed answer is thrown into the generator. */
export function driveSync<Result>(
  steps: Generator<Ask, Result, Answer>,
  answer: (ask: Ask) => Answer,
): Result {
  let step = steps.next()
  while (step.done !== true) {
    const ask = step.value
    let reply: Answer
    try {
      reply = answer(ask)
    } catch (reason) {
      step = steps.throw(reason)
      continue
    }
    step = steps.next(reply)
  }
  return step.value
}

/** Answers a generator's questions with a real client. A rejected answer is thrown into the generator. */
export async function driveAsync<Result>(
  steps: Generator<Ask, Result, Answer>,
  answer: (ask: Ask) => Promise<Answer>,
): Promise<Result> {
  let step = steps.next()
  while (step.done !== true) {
    let reply: Answer
    try {
      reply = await answer(step.value)
    } catch (reason) {
      step = steps.throw(reason)
      continue
    }
    step = steps.next(reply)
  }
  return step.value
}
