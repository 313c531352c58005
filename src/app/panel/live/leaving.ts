import { keeping } from './keeping-state.ts'
import { leavingQuestion } from '../../store/look/leaving.ts'
import { asOnShelf, liveState, MODEL } from '../../store/live/state.ts'
import type { Conversation } from '../../store/live/state.ts'

/** The revision of each conversation when it was last saved as a file. */
const saved = new Map<number, number>()
let watches = false
const ask = leavingQuestion()

/** Records that a conversation was saved as a file in this state. */
export function noteSaved({ id, revision }: Pick<Conversation, 'id' | 'revision'>): void {
  saved.set(id, revision)
  watch()
}

/**
 * Lets the browser ask before the page is left, as long as something paid for would be lost: a streaming reply, or a
 * conversation with a real model that is neither kept nor saved.
 */
export function warnOfLoss(): void {
  if (watches) return
  watches = true
  liveState.subscribe(watch)
  keeping.subscribe(watch)
}

function watch(): void {
  const state = liveState.getState()
  const all = [asOnShelf(state), ...state.shelf.values()]
  ask(all.some((one) => wouldBeLost(one) || (one.takenBack !== null && isPaid(one.takenBack.conversation))))
}

function wouldBeLost(conversation: Conversation): boolean {
  const { id, agent, step, revision } = conversation
  if (agent === MODEL && step === 'calling') return true
  return isPaid(conversation) && keeping.getState().safe.get(id) !== revision && saved.get(id) !== revision
}

function isPaid({ agent, live }: Conversation): boolean {
  return agent === MODEL && live?.trace.turns.some(({ response }) => response !== null) === true
}
