import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { choose, runChoices, sameChoices, sameConversation, sameRun, useChoices } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { inStep } from './shared-window.ts'

/** What can be undone and redone. */
export interface Steps {
  /** Previous choices, oldest first, and undone ones, the next to redo last. */
  readonly past: readonly RunChoices[]
  readonly future: readonly RunChoices[]
}

const history = createStore<Steps>(() => ({ past: [], future: [] }))

/** Maximum number of steps that can be undone. */
const MOST = 100
/** Milliseconds within which changes of the same input are one step: dragging a slider is one gesture. */
const GESTURE = 1000

let gesture = { keys: '', at: -Infinity }
/** The current gesture; null if there is none. */
let held: Hold | null = null
/** The kind of the newest change, so that it can be reverted if its run fails. */
let last: 'alter' | 'undo' | 'redo' = 'alter'

interface Hold {
  /** The choices before its step of undo; null while it has none. */
  first: RunChoices | null
  /** What could be redone then. */
  future: readonly RunChoices[]
}

/** A gesture, from the press of a pointer on. */
export interface Gesture {
  /** Ends it: all changes are one step of undo, or none if the choices are the same as before. */
  readonly end: () => void
  /** Reverts to the choices before it, without a step. */
  readonly cancel: () => void
}

/**
 * Changes what is run. One gesture on one input is one step of undo: `input` names it, if the change alone does not.
 */
export function alter(asked: Partial<RunChoices>, input: string | null = null): void {
  const before = runChoices(useChoices.getState())
  const change = aboutTurns(before, asked)
  if (sameChoices(before, { ...before, ...change })) return
  const keys = input ?? Object.keys(change).sort().join(' ')
  const now = performance.now()
  const { past, future } = history.getState()
  let goesOn = keys === gesture.keys && (input !== null || keys === 'budget') && now - gesture.at < GESTURE
  if (held !== null) {
    goesOn = held.first !== null
    if (!goesOn) [held.first, held.future] = [before, future]
  }
  gesture = { keys, at: now }
  last = 'alter'
  history.setState({ past: goesOn ? past : [...past, before].slice(-MOST), future: [] })
  choose(change)
}

/** Puts whole choices in the place of the current ones, with their acts at turns: one step of undo. */
export function replaceChoices(next: RunChoices): void {
  const before = runChoices(useChoices.getState())
  if (sameChoices(before, next)) return
  letGo()
  last = 'alter'
  history.setState(({ past }) => ({ past: [...past, before].slice(-MOST), future: [] }))
  choose(inStep(next))
}

/** Makes all changes until its end one step of undo: from the press of a pointer to its release, with any pauses. */
export function holdGesture(): Gesture {
  const own: Hold = { first: null, future: [] }
  held = own
  const over = (): boolean => {
    if (held !== own) return false
    held = null
    gesture = { keys: '', at: -Infinity }
    return true
  }
  const cancel = (): void => {
    if (over() && own.first !== null) goBack(own.first, own.future)
  }
  return {
    end: () => {
      if (own.first !== null && sameRun(own.first, useChoices.getState())) cancel()
      else over()
    },
    cancel,
  }
}

function goBack(first: RunChoices, future: readonly RunChoices[]): void {
  const { past } = history.getState()
  const at = past.lastIndexOf(first)
  history.setState({ past: at < 0 ? past : past.slice(0, at), future })
  choose(inStep(first))
}

/** Changes the current choices without a step of undo, where the page itself follows up on a person's change. */
export function amend(change: Partial<RunChoices>): void {
  choose(change)
}

/** Changes the past and future choices when their subject is gone. A step that then changes nothing is removed. */
export function amendSteps(change: (choices: RunChoices) => RunChoices): void {
  const now = runChoices(useChoices.getState())
  history.setState(({ past, future }) => ({
    past: withoutIdle(past.map(change), now),
    future: withoutIdle(future.map(change), now),
  }))
}

export function currentSteps(): Steps {
  return history.getState()
}

/** Restores previous steps when everything else is as it was then. */
export function restoreSteps(steps: Steps): void {
  history.setState(steps)
}

/** The steps up to the current choices, without those that change nothing. */
function withoutIdle(steps: readonly RunChoices[], now: RunChoices): readonly RunChoices[] {
  return steps.filter((step, index) => !sameChoices(step, steps[index + 1] ?? now))
}

/** Acts at turns of one conversation mean nothing in another. */
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

function step(from: keyof Steps, to: keyof Steps): void {
  const { [from]: stack, [to]: other } = history.getState()
  const next = stack.at(-1)
  letGo()
  if (next === undefined) return
  const now = runChoices(useChoices.getState())
  history.setState({ ...history.getState(), [from]: stack.slice(0, -1), [to]: [...other, now] })
  choose(inStep(next))
}

/** The next change is another step, even within a gesture. */
function letGo(): void {
  gesture = { keys: '', at: -Infinity }
  if (held !== null) held.first = null
}

/**
 * Back to the newest step that ran as the screen shows, because a later run was cancelled or failed. Reverted steps can
 * be redone. A text whose lane ran unchanged stays as typed.
 */
export function takeBack(shown: RunChoices): void {
  const back = (): boolean => stepBack('past', 'future', shown)
  const forth = (): boolean => stepBack('future', 'past', shown)
  // Of several changes that did not run, only the newest was undone or redone.
  if (last === 'undo' ? forth() || back() : back() || forth()) return
  // The screen shows an intermediate position of a knob: its step ends there.
  const given = runChoices(useChoices.getState())
  const { past, future } = history.getState()
  gesture = { keys: '', at: -Infinity }
  history.setState(last === 'undo' ? { past: [...past, given] } : { future: [...future, given] })
  choose(inStep(withTexts(shown, given)))
}

/** Moves the steps of one stack onto the other, down to the newest that ran as `shown`; false if none did. */
function stepBack(from: keyof Steps, to: keyof Steps, shown: RunChoices): boolean {
  const { [from]: stack, [to]: other } = history.getState()
  const at = stack.findLastIndex((one) => sameRun(one, shown))
  const found = stack[at]
  if (found === undefined) return false
  const given = runChoices(useChoices.getState())
  // Undo and redo are not typing: each step has its own texts.
  const next = inStep(last === 'alter' ? withTexts(found, given) : found)
  // A text that stays was typed after its step, which can still be undone.
  const left = stack.slice(0, sameChoices(next, inStep(found)) ? at : at + 1)
  letGo()
  history.setState({
    ...history.getState(),
    [from]: left,
    [to]: [...other, given, ...stack.slice(at + 1).toReversed()],
  })
  choose(next)
  return true
}

/** Choices with the texts of others, for lanes that run the same config in both. */
function withTexts(choices: RunChoices, { lanes }: RunChoices): RunChoices {
  if (lanes.length !== choices.lanes.length) return choices
  return {
    ...choices,
    lanes: choices.lanes.map((lane, index) => {
      const typed = lanes[index]
      if (typed === undefined || !sameConfig(lane, typed)) return lane
      const { text: _, mistake: __, ...rest } = lane
      const { text, mistake } = typed
      return {
        ...rest,
        ...(text === undefined ? {} : { text }),
        ...(mistake === undefined ? {} : { mistake }),
      }
    }),
  }
}

/** Whether two lanes run the same config, whatever their acts at turns. */
function sameConfig(a: LaneChoice, b: LaneChoice): boolean {
  const config = ({ policy, gates, failing, byHand }: LaneChoice): string =>
    JSON.stringify([policy, gates, failing, byHand])
  return config(a) === config(b)
}

export function useCanUndo(): boolean {
  return useStore(history, ({ past }) => past.length > 0)
}

export function useCanRedo(): boolean {
  return useStore(history, ({ future }) => future.length > 0)
}

/** What the next undo brings back. */
export function useLastStep(): RunChoices | undefined {
  return useStore(history, ({ past }) => past.at(-1))
}

/** The number of forks and acts that the newest step removed, because they belonged to another conversation. */
export function useTakenAway(): number {
  const before = useLastStep()
  return useChoices((now) =>
    before === undefined || sameConversation(before, now) ? 0 : aboutTurnsIn(before),
  )
}

function aboutTurnsIn({ lanes }: RunChoices): number {
  return lanes.reduce((sum, { actions = [], forks = [] }) => sum + actions.length + forks.length, 0)
}
