import { ModelFailure } from '../core/llm/ask.ts'
import type { Answer, Ask, Failure } from '../core/llm/ask.ts'
import { promptOf } from '../core/llm/prompt.ts'
import type { StageResult } from '../stage/contract/stage.ts'
import type { Tokens } from '../core/units.ts'
import type { ContentId } from '../core/window/window.ts'
import type { AskRecord } from './record.ts'

/**
 * Passes a stage's requests on and records each with its cost: the tokens of the prompt and of the answer, whatever
 * happens to it.
 *
 * @param continued tokens of the request if it continues the agent's prompt; undefined: it does not
 */
export function* recorded<State>(
  steps: Generator<Ask, StageResult<State>, Answer>,
  count: (text: string) => Tokens,
  store: (text: string) => ContentId,
  continued: (ask: Ask, alone: Tokens) => Tokens | undefined,
): Generator<Ask, { readonly result: StageResult<State>; readonly asks: readonly AskRecord[] }, Answer> {
  const asked: {
    readonly ask: Ask
    readonly input: Tokens
    readonly answer: string | null
    readonly failure: Failure | null
  }[] = []
  let step = steps.next()
  while (step.done !== true) {
    const { system, user } = promptOf(step.value)
    const input = count(system) + count(user)
    const whole = continued(step.value, input)
    const ask = whole === undefined ? step.value : { ...step.value, continued: whole }
    let answer: Answer
    try {
      answer = yield ask
    } catch (reason) {
      if (reason instanceof ModelFailure) asked.push({ ask, input, answer: null, failure: reason.failure })
      step = steps.throw(reason)
      continue
    }
    asked.push({ ask, input, answer: answer.text, failure: null })
    step = steps.next(answer)
  }
  const verdicts = step.value.verdicts ?? []
  const asks = asked.map(({ ask, input, answer, failure }, index): AskRecord => ({
    stage: ask.stage,
    kind: ask.kind,
    sources: ask.sources.map(({ block }) => block),
    maxTokens: ask.maxTokens,
    ...(ask.continued === undefined ? { input } : { input: ask.continued, alone: input }),
    output: answer === null ? 0 : count(answer),
    answer: answer === null ? null : store(answer),
    failure,
    verdict: verdicts[index] ?? 'used',
  }))
  return { result: step.value, asks }
}
