import { fidelityJudged, judgingOf, readAnswers, readVerdicts } from '../../../../engine/internal.ts'
import type { AskedAnswer, Judged, JudgedFidelity } from '../../../../engine/index.ts'
import type { Call, Reply } from '../../../../provider/index.ts'
import type { FidelityQuestions } from '../../../../sim/index.ts'
import { contextCall, judgeCall } from './plan.ts'
import type { Asked, Attempts, Step } from './plan.ts'

/** Two answers to a question with their verdicts. */
export interface JudgedQuestion {
  readonly before: AskedAnswer
  readonly after: AskedAnswer
  readonly judgedBefore: Judged
  readonly judgedAfter: Judged
}

/** Why a reply cannot be read: its model refused, it was cut off, or it is no list. */
type Unread = 'refused' | 'cut-off' | 'no-list'

/** The outcome of a test: verdicts, or an unreadable reply, after which nothing more is paid for. */
export type Outcome =
  | {
      readonly kind: 'judged'
      readonly rows: readonly JudgedQuestion[]
      readonly figure: JudgedFidelity
    }
  | { readonly kind: 'unreadable'; readonly step: Step; readonly said: string; readonly why: Unread }

export interface Asking {
  readonly questions: FidelityQuestions
  readonly asked: Asked
  readonly attempts: Attempts
  /** Makes a call; a rejection ends the test. */
  readonly make: (call: Call, step: Step) => Promise<Reply>
}

/**
 * Asks about the context before a compression, then about the one after it, then asks a judge: two or three calls in
 * sequence, so that a failure saves the rest (HEALTH-3).
 */
export async function askFidelity({ questions, asked, attempts, make }: Asking): Promise<Outcome> {
  const { probes } = questions
  const first = await make(contextCall(questions, 'before', asked, attempts.before), 'before')
  const before = answersIn(first, probes.length)
  if (before === null) return unreadable('before', first)
  const second = await make(contextCall(questions, 'after', asked, attempts.after), 'after')
  const after = answersIn(second, probes.length)
  if (after === null) return unreadable('after', second)
  const judging = judgingOf(probes, before, after)
  let said = '[]'
  // If neither context answered anything, there is nothing to judge.
  if (judging.items.length > 0) {
    const third = await make(judgeCall(judging.items, asked, attempts.judge), 'judge')
    said = textIn(third)
    if (readVerdicts(said, judging.items.length).every((one) => one === 'unanswered'))
      return unreadable('judge', third)
  }
  const judged = judging.read(said)
  return {
    kind: 'judged',
    rows: probes.map((_, at) => ({
      before: before[at] ?? null,
      after: after[at] ?? null,
      judgedBefore: judged.before[at] ?? 'unanswered',
      judgedAfter: judged.after[at] ?? 'unanswered',
    })),
    figure: fidelityJudged(judged.before, judged.after),
  }
}

/** Null if a reply has no readable answer at all. */
function answersIn(reply: Reply, count: number): readonly AskedAnswer[] | null {
  const answers = readAnswers(textIn(reply), count)
  return answers.every((answer) => answer === null) ? null : answers
}

function unreadable(step: Step, reply: Reply): Outcome {
  const { stopReason } = reply
  const why = stopReason === 'refusal' ? 'refused' : stopReason === 'max_tokens' ? 'cut-off' : 'no-list'
  return { kind: 'unreadable', step, said: textIn(reply), why }
}

function textIn({ content }: Reply): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
