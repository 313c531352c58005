import { judgePrompt, questionPrompt } from '../../../../engine/internal.ts'
import type { AnswerToJudge, Prompt, Tokens } from '../../../../engine/index.ts'
import { upperCost } from '../../../../llm/index.ts'
import type { ModelFacts, Usd } from '../../../../llm/index.ts'
import type { Call } from '../../../../provider/index.ts'
import type { FidelityQuestions } from '../../../../sim/index.ts'

/** The calls of a test, in order. */
export const STEPS = Object.freeze(['before', 'after', 'judge'] as const)
export type Step = (typeof STEPS)[number]

/**
 * How often each call was requested: after an unreadable reply the prompt is worded differently, so that the recorded
 * answer is not reused.
 */
export type Attempts = Readonly<Record<Step, number>>
export const FIRST: Attempts = Object.freeze({ before: 1, after: 1, judge: 1 })

/** Tokens of a reply for thinking before the answer. */
const THINKING = 2048
/** Tokens of one answer, and of one verdict, with its quotation marks. */
const ANSWER = 100
const VERDICT = 8

/** The model, and its settings. */
export interface Asked {
  readonly model: string
  /** Null if it is unknown. */
  readonly facts: ModelFacts | null
}

/** Asks all questions about a context at once. */
export function contextCall(
  { probes, ...contexts }: FidelityQuestions,
  step: 'before' | 'after',
  asked: Asked,
  attempt: number,
): Call {
  const prompt = questionPrompt(probes, contexts[step], attempt)
  return callOf('fidelity', prompt, THINKING + probes.length * ANSWER, asked)
}

/** Asks for a verdict on the answers. */
export function judgeCall(items: readonly AnswerToJudge[], asked: Asked, attempt: number): Call {
  return callOf('judge', judgePrompt(items, attempt), THINKING + items.length * VERDICT, asked)
}

function callOf(
  purpose: Call['purpose'],
  { system, user }: Prompt,
  maxTokens: Tokens,
  { model, facts }: Asked,
): Call {
  const most = facts?.maxOutput ?? maxTokens
  return {
    purpose,
    model,
    request: { system, messages: [{ role: 'user', content: user }] },
    maxTokens: Math.min(maxTokens, most),
  }
}

/** What a test would send, before it is sent. */
export interface Plan {
  readonly calls: readonly { readonly step: Step; readonly input: Tokens; readonly output: Tokens }[]
  /** Maximum cost of all calls together; null if no price is known. */
  readonly atMost: Usd | null
  /** A context that does not fit the model's window with its reply: it is refused, never cut (HEALTH-3). */
  readonly tooLong: { readonly step: Step; readonly tokens: Tokens; readonly window: Tokens } | null
}

/** Estimates the tokens of a prompt before it is sent. */
export interface Sizing {
  readonly tokensOf: (call: Call) => Tokens
  /** An upper bound for this model. */
  readonly mostOf: (call: Call, facts: ModelFacts) => Tokens
}

export function planOf(
  questions: FidelityQuestions,
  asked: Asked,
  { tokensOf, mostOf }: Sizing,
  attempts: Attempts = FIRST,
): Plan {
  const before = contextCall(questions, 'before', asked, attempts.before)
  const after = contextCall(questions, 'after', asked, attempts.after)
  // Before there are answers: two per question, with the maximum length of their replies.
  const items = questions.probes.flatMap(({ question, expected }) => [
    { question, expected, answer: 'a' },
    { question, expected, answer: 'b' },
  ])
  const judge = judgeCall(items, asked, attempts.judge)
  const calls = [
    { step: 'before' as const, input: tokensOf(before), output: before.maxTokens },
    { step: 'after' as const, input: tokensOf(after), output: after.maxTokens },
    {
      step: 'judge' as const,
      input: tokensOf(judge) + before.maxTokens + after.maxTokens,
      output: judge.maxTokens,
    },
  ]
  const { facts } = asked
  const window = facts?.window ?? Infinity
  const long = calls.find(({ input, output }) => input + output > window)
  return {
    calls,
    atMost:
      facts === null
        ? null
        : [before, after, judge].reduce((sum, call) => {
            // The judge reads the answers too.
            const answers = call === judge ? before.maxTokens + after.maxTokens : 0
            return sum + upperCost(mostOf(call, facts) + answers, call.maxTokens, facts)
          }, 0),
    tooLong: long === undefined ? null : { step: long.step, tokens: long.input + long.output, window },
  }
}
