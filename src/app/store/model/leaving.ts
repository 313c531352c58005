import type { RecordedAnswer } from '../../../sim/index.ts'
import { calls } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { leavingQuestion } from '../look/leaving.ts'
import { unusableIn } from './unusable.ts'

/** The texts of the answers in runs that a person saved or kept. */
const kept = new Set<string>()
const ask = leavingQuestion()

/** Records that a run with these answers was saved as a file or kept in the library. */
export function noteKept(answers: readonly RecordedAnswer[]): void {
  for (const answer of answers) if ('text' in answer) kept.add(answer.text)
  watch()
}

/**
 * Lets the browser ask before the page is left, as long as answers for lanes would be lost that were paid for: those
 * under way, and those that no saved or kept run has.
 */
export function warnOfLostAnswers(): void {
  calls.subscribe(watch)
}

function watch(): void {
  ask(calls.getState().list.some(wouldBeLost))
}

function wouldBeLost(record: CallRecord): boolean {
  const { call, state, text } = record
  if (call.purpose !== 'ask') return false
  return state === 'sending' || (state === 'done' && unusableIn(record) === null && !kept.has(text))
}
