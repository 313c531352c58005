import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { playhead } from './playhead.ts'

/**
 * Whether pictures end at the playhead. A person hides what comes later to guess it; a lesson hides it until it tells.
 */
export const future = createStore<{ readonly byHand: boolean; readonly byLesson: boolean }>(() => ({
  byHand: false,
  byLesson: false,
}))

export function useFutureHidden(): boolean {
  return useStore(future, ({ byHand, byLesson }) => byHand || byLesson)
}

export function toggleFuture(): void {
  future.setState(({ byHand }) => ({ byHand: !byHand }))
}

/** Whether a turn is not shown yet. */
export function isAhead(turn: number): boolean {
  const { byHand, byLesson } = future.getState()
  return (byHand || byLesson) && turn > playhead.getState().turn
}
