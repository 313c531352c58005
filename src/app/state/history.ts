import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { choose, runChoices, sameChoices, sameConversation, sameRun, useChoices } from './choices.ts'
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
/** How a gesture that is held is called in `gesture.keys`; null while none is. */
let held: string | null = null
let holds = 0
/** What the newest change was, so that it can be taken back when its run comes to nothing. */
let last: 'alter' | 'undo' | 'redo' = 'alter'

/**
 * Changes what is run. One gesture on one input is one step of undo: `input` names it, where a change alone
 * does not tell.
 */
export function alter(asked: Partial<RunChoices>, input: string | null = null): void {
  const before = runChoices(useChoices.getState())
  const change = aboutTurns(before, asked)
  if (sameChoices(before, { ...before, ...change })) return
  const keys = held ?? input ?? Object.keys(change).sort().join(' ')
  const now = performance.now()
  const same = keys === gesture.keys
  const goesOn =
    same && (held !== null || ((input !== null || keys === 'budget') && now - gesture.at < GESTURE))
  gesture = { keys, at: now }
  last = 'alter'
  const { past } = history.getState()
  history.setState({ past: goesOn ? past : [...past, before].slice(-MOST), future: [] })
  choose(change)
}

/**
 * Makes everything that is altered until the returned function is called one step of undo: from the press of a
 * pointer to its release, however long it rests between.
 */
export function holdGesture(): () => void {
  held = `held ${++holds}`
  const own = held
  return () => {
    if (held !== own) return
    held = null
    gesture = { keys: '', at: -Infinity }
  }
}

/** Changes what is there without a step of undo, where the page itself follows up on what a person did. */
export function amend(change: Partial<RunChoices>): void {
  choose(change)
}

/** What was done at turns of a conversation means nothing in another. */
function aboutTurns(before: RunChoices, change: Partial<RunChoices>): Partial<RunChoices> {
  if (sameConversation(before, { ...before, ...change })) return change
  const { lanes = before.lanes } = change
  return { ...change, lanes: lanes.map(({ actions: _, forks: __, ...lane }) => lane) }
}

export function undo(): void {
  last = 'undo'
  step('past', 'future')
}

export function redo(): void {
  last = 'redo'
  step('future', 'past')
}

function step(from: keyof History, to: keyof History): void {
  const { [from]: stack, [to]: other } = history.getState()
  const next = stack.at(-1)
  gesture = { keys: '', at: -Infinity }
  if (next === undefined) return
  const now = runChoices(useChoices.getState())
  history.setState({ ...history.getState(), [from]: stack.slice(0, -1), [to]: [...other, now] })
  choose(next)
}

/** Back to what was run before, because the run of the newest change was cancelled or failed: as if it had not been made. */
export function takeBack(shown: RunChoices): void {
  const given = runChoices(useChoices.getState())
  const { past, future } = history.getState()
  gesture = { keys: '', at: -Infinity }
  if (last === 'undo' && isTop(future, shown))
    history.setState({ past: [...past, given], future: future.slice(0, -1) })
  else if (isTop(past, shown))
    history.setState({ past: past.slice(0, -1), future: last === 'redo' ? [...future, given] : future })
  choose(shown)
}

function isTop(stack: readonly RunChoices[], choices: RunChoices): boolean {
  const top = stack.at(-1)
  return top !== undefined && sameRun(top, choices)
}

export function useCanUndo(): boolean {
  return useStore(history, ({ past }) => past.length > 0)
}

export function useCanRedo(): boolean {
  return useStore(history, ({ future }) => future.length > 0)
}
