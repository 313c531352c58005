import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { choose, runChoices, sameRun, useChoices } from './choices.ts'
import type { RunChoices } from './choices.ts'

interface History {
  /** What was run before, oldest first, and what was undone, the next to be done again last. */
  readonly past: readonly RunChoices[]
  readonly future: readonly RunChoices[]
}

const history = createStore<History>(() => ({ past: [], future: [] }))

/** Steps that can be undone. */
const MOST = 100
/** Milliseconds within which changes of the same input are one step: a slider that is dragged is one gesture. */
const GESTURE = 1000

let gesture = { keys: '', at: -Infinity }

/** Changes what is run. One gesture on one input is one step of undo. */
export function alter(change: Partial<RunChoices>): void {
  const before = runChoices(useChoices.getState())
  if (sameRun(before, { ...before, ...change })) return
  const keys = Object.keys(change).sort().join(' ')
  const now = performance.now()
  const goesOn = keys === gesture.keys && now - gesture.at < GESTURE && keys === 'budget'
  gesture = { keys, at: now }
  const { past } = history.getState()
  history.setState({ past: goesOn ? past : [...past, before].slice(-MOST), future: [] })
  choose(change)
}

export function undo(): void {
  step('past', 'future')
}

export function redo(): void {
  step('future', 'past')
}

function step(from: keyof History, to: keyof History): void {
  const now = runChoices(useChoices.getState())
  const stack = [...history.getState()[from]]
  let next = stack.pop()
  // A run that failed was taken back by itself and leaves a step that changes nothing.
  while (next !== undefined && sameRun(next, now)) next = stack.pop()
  gesture = { keys: '', at: -Infinity }
  if (next === undefined) {
    history.setState({ ...history.getState(), [from]: stack })
    return
  }
  history.setState({ ...history.getState(), [from]: stack, [to]: [...history.getState()[to], now] })
  choose(next)
}

export function useCanUndo(): boolean {
  return useStore(history, ({ past }) => past.length > 0)
}

export function useCanRedo(): boolean {
  return useStore(history, ({ future }) => future.length > 0)
}
