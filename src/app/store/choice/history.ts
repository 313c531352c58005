import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { choose, runChoices, sameChoices, sameConversation, sameRun, useChoices } from './choices.ts'
import type { LaneChoice, RunChoices } from './choices.ts'
import { inStep } from './shared-window.ts'

/** What can be undone and done again. */
export interface Steps {
  /** What was run before, oldest first, and what was undone, the next to be done again last. */
  readonly past: readonly RunChoices[]
  readonly future: readonly RunChoices[]
}

const history = createStore<Steps>(() => ({ past: [], future: [] }))

/** Steps that can be undone. */
const MOST = 100
/** Milliseconds within which changes of the same input are one step: a slider that is dragged is one gesture. */
const GESTURE = 1000

let gesture = { keys: '', at: -Infinity }
/** The gesture that is held; null while none is. */
let held: Hold | null = null
/** What the newest change was, so that it can be taken back when its run comes to nothing. */
let last: 'alter' | 'undo' | 'redo' = 'alter'

interface Hold {
  /** What there was before its step of undo; null while it has none. */
  first: RunChoices | null
  /** What could be done again then. */
  future: readonly RunChoices[]
}

/** A gesture under way, from the press of a pointer on. */
export interface Gesture {
  /** It is done: all that was altered is one step of undo, or none where it came back to what there was. */
  readonly end: () => void
  /** As if it had not been: back to what there was before, without a step. */
  readonly cancel: () => void
}

/**
 * Changes what is run. One gesture on one input is one step of undo: `input` names it, where a change alone
 * does not tell.
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

/**
 * Makes everything that is altered until its end one step of undo: from the press of a pointer to its release, however
 * long it rests between.
 */
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

/** Changes what is there without a step of undo, where the page itself follows up on what a person did. */
export function amend(change: Partial<RunChoices>): void {
  choose(change)
}

/**
 * Changes what there was before and after, where what it was about is gone. A step that then changes nothing is none.
 */
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

/** Puts steps back that there were before, where all else is again as it was then. */
export function restoreSteps(steps: Steps): void {
  history.setState(steps)
}

/** Steps on the way to what there is now, of which each changes something. */
function withoutIdle(steps: readonly RunChoices[], now: RunChoices): readonly RunChoices[] {
  return steps.filter((step, index) => !sameChoices(step, steps[index + 1] ?? now))
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

function step(from: keyof Steps, to: keyof Steps): void {
  const { [from]: stack, [to]: other } = history.getState()
  const next = stack.at(-1)
  letGo()
  if (next === undefined) return
  const now = runChoices(useChoices.getState())
  history.setState({ ...history.getState(), [from]: stack.slice(0, -1), [to]: [...other, now] })
  choose(inStep(next))
}

/** What comes is another step, also of a gesture that is held. */
function letGo(): void {
  gesture = { keys: '', at: -Infinity }
  if (held !== null) held.first = null
}

/**
 * Back to the newest step that ran as the screen shows, because the run of what came after it was cancelled or failed.
 * What is taken back can be done again. A text whose lane ran the same all along stays as it was typed.
 */
export function takeBack(shown: RunChoices): void {
  if (last === 'undo' ? stepBack('future', 'past', shown) : stepBack('past', 'future', shown)) return
  // The screen shows a position that a knob passed on its way: its step goes that far.
  const given = runChoices(useChoices.getState())
  const { past, future } = history.getState()
  gesture = { keys: '', at: -Infinity }
  history.setState(last === 'undo' ? { past: [...past, given] } : { future: [...future, given] })
  choose(inStep(withTexts(shown, given)))
}

/** Moves the steps of one stack onto the other, down to the newest that ran as `shown`; false where none did. */
function stepBack(from: keyof Steps, to: keyof Steps, shown: RunChoices): boolean {
  const { [from]: stack, [to]: other } = history.getState()
  const at = stack.findLastIndex((one) => sameRun(one, shown))
  const found = stack[at]
  if (found === undefined) return false
  const given = runChoices(useChoices.getState())
  // Going through steps is no typing: each has its own texts.
  const next = inStep(last === 'alter' ? withTexts(found, given) : found)
  // A text that stays was typed after its step, which can still be undone then.
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

/** Choices with the texts of others, in the lanes of which both run the same config. */
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

/** Whether two lanes run the same config, whatever is done to them at turns. */
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

/** Forks and acts at turns that the newest step took away, because they were about another conversation. */
export function useTakenAway(): number {
  const before = useStore(history, ({ past }) => past.at(-1))
  return useChoices((now) =>
    before === undefined || sameConversation(before, now) ? 0 : aboutTurnsIn(before),
  )
}

function aboutTurnsIn({ lanes }: RunChoices): number {
  return lanes.reduce((sum, { actions = [], forks = [] }) => sum + actions.length + forks.length, 0)
}
