import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { choose } from '../choice/choices.ts'
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

/** Whether a person guesses: then nothing on the page tells what comes. */
export function useHiddenByHand(): boolean {
  return useStore(future, ({ byHand }) => byHand)
}

export function toggleFuture(): void {
  const byHand = !future.getState().byHand
  // What is told of a block includes what becomes of it.
  if (byHand) choose({ selection: null })
  future.setState({ byHand })
}

/** Whether a turn is not shown yet. */
export function isAhead(turn: number): boolean {
  const { byHand, byLesson } = future.getState()
  return (byHand || byLesson) && turn > playhead.getState().turn
}
