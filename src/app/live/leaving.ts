import { keeping } from './keeping-state.ts'
import { asOnShelf, liveState, MODEL } from './state.ts'
import type { Conversation } from './state.ts'

/** The revision that each conversation was last saved as a file at. */
const saved = new Map<number, number>()
let watches = false
let warns = false

/** Notes that a conversation was saved as a file, as it stands. */
export function noteSaved(): void {
  const { id, revision } = liveState.getState()
  saved.set(id, revision)
  follow()
}

/**
 * Has the browser ask before the page is left, as long as something that was paid for would go with it: a reply that is
 * being written, or a conversation with a real model that is neither kept nor saved.
 */
export function warnOfLoss(): void {
  if (watches) return
  watches = true
  liveState.subscribe(follow)
  keeping.subscribe(follow)
}

function follow(): void {
  const state = liveState.getState()
  const loses = [asOnShelf(state), ...state.shelf.values()].some(wouldBeLost)
  if (loses === warns) return
  warns = loses
  if (loses) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}

function wouldBeLost({ id, agent, step, live, revision }: Conversation): boolean {
  if (agent !== MODEL || live === null) return false
  if (step === 'calling') return true
  const isPaid = live.trace.turns.some(({ response }) => response !== null)
  return isPaid && !keeping.getState().names.has(id) && saved.get(id) !== revision
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
