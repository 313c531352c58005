import type { Answer, Ask } from '../core/llm/ask.ts'
import { ModelFailure } from '../core/llm/ask.ts'
import { messageOf } from './audit.ts'
import type { ManagerOptions } from './manager-options.ts'

/**
 * Answers a generator's requests synchronously, from a mock. An error thrown by `answer` is thrown into the generator,
 * as in `driveAsync`.
 */
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

/**
 * Answers a generator's requests with a real client, one after another. A rejection is thrown into the generator: a
 * `ModelFailure` is a failure of the model, which stages survive; any other error rejects the whole.
 */
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

/**
 * A model's answer. Any failure is reported as a `ModelFailure`, which every stage survives.
 *
 * @param failed called with a failure
 * @throws ModelFailure if the model failed, or answered without a text, as a refusal and a reply of thinking alone do
 */
export async function answerOf(
  llm: ManagerOptions['llm'],
  ask: Ask,
  failed: (failure: ModelFailure) => void,
): Promise<Answer> {
  try {
    const answer: Answer = await llm(ask)
    const text: unknown = (answer as Partial<Answer> | null | undefined)?.text
    if (typeof text === 'string') return answer
    throw new ModelFailure('error', `llm must answer ${ask.kind} with a text, found ${String(text)}`)
  } catch (reason) {
    const failure = reason instanceof ModelFailure ? reason : new ModelFailure('error', messageOf(reason))
    failed(failure)
    throw failure
  }
}
