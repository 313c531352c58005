import { ModelFailure } from '../../core/llm/ask.ts'
import type { Answer, Ask } from '../../core/llm/ask.ts'
import type { Breaker, Verdict } from './stage.ts'

/** The requests of one stage in one turn. */
export interface Asking {
  /** The verdict on each answer so far. */
  readonly verdicts: readonly Verdict[]
  /** Whether another request may be made: the breaker is closed, and failures here did not open it (COMP-3). */
  allowed(): boolean
  /** The answer's text, trimmed; null if it failed or was empty, which is recorded. Call only when allowed. */
  ask(question: Ask): Generator<Ask, string | null, Answer>
  /** Records the verdict on the last answer. */
  settle(verdict: Verdict): void
}

/** Starts a stage's requests. A failure of the model is a verdict, never a throw; other errors are passed on. */
export function startAsking(breaker: Breaker, breakerAfter: number): Asking {
  const verdicts: Verdict[] = []
  let failures = breaker.failures
  return {
    verdicts,
    allowed: () => !breaker.open && failures < breakerAfter,
    *ask(question) {
      let text: string
      try {
        text = (yield question).text.trim()
      } catch (reason) {
        if (!(reason instanceof ModelFailure)) throw reason
        settle('failed')
        return null
      }
      if (text !== '') return text
      settle('empty')
      return null
    },
    settle,
  }

  function settle(verdict: Verdict): void {
    verdicts.push(verdict)
    failures = isGood(verdict) ? 0 : failures + 1
  }
}

/**
 * The breaker after a stage's verdicts: a success resets the count, three failures in a row open it for this window.
 */
export function breakerAfter(breaker: Breaker, verdicts: readonly Verdict[], limit: number): Breaker {
  let { failures, open } = breaker
  for (const verdict of verdicts) {
    failures = isGood(verdict) ? 0 : failures + 1
    if (failures >= limit) open = true
  }
  return failures === breaker.failures && open === breaker.open ? breaker : { failures, open }
}

/** Whether the model did what was requested, whether or not the answer was used. */
function isGood(verdict: Verdict): boolean {
  return verdict === 'used' || verdict === 'ignored'
}
