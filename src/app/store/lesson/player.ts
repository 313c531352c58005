import { create } from 'zustand'
import type { BlockId } from '../../../engine/index.ts'
import { sentenceText } from '../../../view/index.ts'
import { choose, sameConversation, sameRun, runChoices, useChoices } from '../choice/choices.ts'
import type { Picture, RunChoices } from '../choice/choices.ts'
import { alter, amend, replaceChoices } from '../choice/history.ts'
import { deepen, opensOnState, setDepth, useDepth } from '../look/depth.ts'
import type { Depth } from '../look/depth.ts'
import { future } from '../look/future.ts'
import { playhead, seek } from '../look/playhead.ts'
import { showAll, showRange } from '../look/viewport.ts'
import { seekDivergence } from '../run/seek.ts'
import { isKnown, remember } from './known.ts'
import type { Lesson, Step, Task } from './lesson.ts'
import { ASKED } from '../look/asked-lesson.ts'
import type { LessonPlace } from '../look/asked-lesson.ts'
import type { ShownStep } from './steps.ts'

/** The running lesson; `steps.ts` says what its steps are in the comparison on the screen. */
interface Player {
  /** Null if none runs. */
  readonly lesson: Lesson | null
  readonly steps: readonly ShownStep[]
  /** Index of the step that is told. */
  readonly at: number
  /** Whether the next step follows by itself. */
  readonly playing: boolean
  /**
   * Whether the playhead is on its way: to the next step, while this one is still told, or within this one, whose words
   * come when it has arrived.
   */
  readonly moving: 'on' | 'within' | null
  /** The step that is told first. */
  readonly opensAt: number
  /** Whether a lesson was left since the page was opened. */
  readonly left: boolean
  /** How much of the page was shown before it, to show as much again after it. */
  readonly depth: Depth | null
  /** What was on the screen before the first lesson of a row, to come back to it. */
  readonly before: Before | null
  /** Index of the given answer of the step's question; null before one. */
  readonly answer: number | null
  /** The block of the answer that is pointed at; null for none. */
  readonly pointed: BlockId | null
  /** Indexes of the steps whose question was answered, and whether the first answer was right. */
  readonly answered: ReadonlyMap<number, boolean>
  /** Index of the step that is told once the lanes of the lesson are back; null for none. */
  readonly awaited: number | null
}

interface Before {
  readonly choices: RunChoices
  readonly picture: Picture
  readonly turn: number
}

const NONE: Player = {
  lesson: null,
  steps: [],
  at: 0,
  playing: false,
  moving: null,
  opensAt: 0,
  left: false,
  depth: null,
  before: null,
  answer: null,
  pointed: null,
  answered: new Map(),
  awaited: null,
}

/** The name of the story of the first visit. */
export const STORY = 'opening'

export const usePlayer = create<Player>(() => NONE)

/**
 * Whether the page opens with a lesson: with the story for somebody who has not left it before, and did not come by a
 * link to a state; or with the one that a link names.
 */
export function opensWithLesson(): boolean {
  return ASKED !== null || opensWithStory()
}

function opensWithStory(): boolean {
  return useDepth.getState().depth === 'learn' && !opensOnState() && !isKnown()
}

const movesLess = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
/** Whether the panel of a block would cover the answer, which says the same in short. */
const isSmall = (): boolean => matchMedia('(max-width: 900px)').matches

/** The step on the screen, as an address names it; null if no lesson runs that an address can name. */
export function lessonPlace(): LessonPlace | null {
  const { lesson, steps, at } = usePlayer.getState()
  if (lesson === null || steps.length === 0) return null
  const { name, isGame, draw } = lesson
  if (draw !== undefined) return { lesson: name, step: 0, draw }
  return isGame === true ? null : { lesson: name, step: at }
}

/** A lesson that the browser's back or forward asks for; null once it is told. */
export const useAskedLesson = create<{ readonly place: LessonPlace | null }>(() => ({ place: null }))

/**
 * Starts a lesson from its opening state. It plays by itself, unless the user wants less motion, or it begins at a
 * later step.
 */
export function startLesson(lesson: Lesson, opensAt = 0): void {
  stopTimers()
  const { hidesNames, picture } = lesson
  const now = useChoices.getState()
  const { before, depth: own } = usePlayer.getState()
  const depth = own ?? useDepth.getState().depth
  alter(ownChoices(lesson))
  choose({ selection: null, listed: null, ...(picture !== undefined && { picture }) })
  setDepth(hidesNames ? 'learn' : depth)
  if (lesson.fromStart && lesson.depth !== undefined) deepen(lesson.depth)
  usePlayer.setState({
    ...NONE,
    lesson,
    depth,
    before: before ?? {
      choices: runChoices(now),
      picture: now.picture,
      turn: playhead.getState().turn,
    },
    opensAt,
    playing: opensAt === 0 && !movesLess(),
  })
  future.setState({ byLesson: true })
}

/** What a lesson opens with, as it is chosen on the page. */
function ownChoices({ opening: { source, seed, budget, lanes }, hidesNames }: Lesson): Lesson['opening'] {
  return {
    source,
    seed,
    budget,
    lanes: hidesNames ? lanes.map((lane) => ({ ...lane, unnamed: true })) : lanes,
  }
}

/** Leaves the lesson: what was on the screen before it comes back, as one step of undo. */
export function leaveLesson(): void {
  const { before } = usePlayer.getState()
  stayInLesson()
  if (before === null) return
  replaceChoices(before.choices)
  choose({ picture: before.picture, selection: null, listed: null })
  // Where the lanes part tells more than the beginning.
  if (before.turn > 0) seek(before.turn)
}

/** Ends the lesson; its comparison stays, to go on with. */
export function stayInLesson(): void {
  const { lesson, depth } = usePlayer.getState()
  if (lesson === null) return
  stopTimers()
  remember()
  if (depth !== null) setDepth(depth)
  // Without a step of undo: nothing brings back a lane without a name.
  if (lesson.hidesNames) amend({ lanes: useChoices.getState().lanes.map(({ unnamed: _, ...lane }) => lane) })
  usePlayer.setState({ ...NONE, left: true })
  future.setState({ byLesson: false })
  showAll()
  seekDivergence()
}

/** Somebody whose own conversation is on the screen came for figures: no lesson, and no story that has not begun. */
export function showOwn(): void {
  stayInLesson()
  skipStory()
  deepen('compare')
  useDepth.setState({ inSteps: true })
}

/** Takes back what was left out for a story that has not begun. */
export function skipStory(): void {
  usePlayer.setState({ left: true })
  future.setState({ byLesson: false })
}

/** Shows this much of the page from now on: the end of the lesson does not take it back. */
export function keepDepth(depth: Depth): void {
  if (usePlayer.getState().lesson !== null) usePlayer.setState({ depth })
}

/**
 * The steps that are true of the comparison on the screen. The first time, the first step is told; another comparison
 * keeps the step, or goes on to the next one that is true of it. Steps told before keep their numbers. A conversation
 * that is not the lesson's ends it.
 */
export function tellSteps(found: readonly ShownStep[]): void {
  const { lesson, steps: before, at, awaited } = usePlayer.getState()
  if (lesson === null) return
  const choices = runChoices(useChoices.getState())
  if (!sameConversation(choices, { ...choices, ...lesson.opening })) {
    stayInLesson()
    return
  }
  const of = (step: Step, steps: readonly ShownStep[]): ShownStep[] =>
    steps.filter((one) => one.step === step).slice(0, 1)
  const steps =
    lesson.isGame === true
      ? found
      : lesson.steps.flatMap((step) => [...of(step, found), ...of(step, before)].slice(0, 1))
  const told = steps.findIndex(({ step }) => step === before[at]?.step)
  const isTrue = (index: number): boolean => found.some((one) => one === steps[index])
  const next = steps.findIndex((_, index) => index >= Math.max(0, told) && isTrue(index))
  usePlayer.setState({ steps, at: Math.max(0, told), awaited: null })
  if (before.length === 0) goToStep(Math.min(usePlayer.getState().opensAt, steps.length - 1))
  else if (awaited !== null) goToStep(awaited)
  else if (!isTrue(told)) goToStep(next >= 0 ? next : steps.findLastIndex((_, index) => isTrue(index)))
  // The next step would take the change back.
  else if (!runsOwnLanes(lesson)) pauseLesson()
}

/** Whether the lanes are those that a lesson is told of; they are changed for its task, or by hand. */
function runsOwnLanes(lesson: Lesson): boolean {
  const now = runChoices(useChoices.getState())
  return lesson.isGame === true || sameRun(now, { ...now, lanes: ownChoices(lesson).lanes })
}

/** Where the playhead waits while a step asks: what it asks about is still to come. */
function asksAt(index: number): number {
  const { steps } = usePlayer.getState()
  const step = steps[index]
  if (step === undefined) return 0
  if (step.from !== null) return step.from
  const before = step.step.whole === true ? steps[index - 1]?.rests : undefined
  return Math.min(before ?? step.turn - 1, step.turn - 1)
}

/** Goes to a step: from the one before it, the playhead moves there. A step with a question waits before its turn. */
export function goToStep(index: number): void {
  const { lesson, steps, at } = usePlayer.getState()
  const step = steps[index]
  if (lesson === null || step === undefined) return
  stopTimers()
  if (step.step.task === undefined && !runsOwnLanes(lesson)) {
    usePlayer.setState({ awaited: index, moving: null })
    alter({ lanes: ownChoices(lesson).lanes })
    return
  }
  const { turn } = playhead.getState()
  if (step.guess !== null) {
    tell(index)
    own(() => seek(asksAt(index)))
    return
  }
  const start = Math.min(step.rests, step.from ?? turn)
  // A whole picture shows nothing more when the playhead moves.
  const isStill = start === step.rests || step.step.whole === true
  if (index !== at + 1 || isStill || movesLess()) {
    arrive(index)
    return
  }
  const here = start === turn && steps[at]?.lanes.join() === step.lanes.join()
  // Other lanes are shown at once; their words come when the playhead has arrived.
  if (here) zoomTo(step)
  else tell(index)
  usePlayer.setState({ moving: here ? 'on' : 'within' })
  travel(start, step.rests, index)
}

/** Goes to the step after this one or before it, if there is one; returns whether a lesson is told. */
export function stepLesson(by: 1 | -1): boolean {
  const { steps, at, awaited } = usePlayer.getState()
  const towards = bound
  pauseLesson()
  // A press on the way ends it, and counts from there.
  if (towards !== null) arrive(towards)
  goToStep((awaited ?? towards ?? at) + by)
  return steps.length > 0
}

export function toggleLesson(): void {
  const { playing, at, steps } = usePlayer.getState()
  if (playing) pauseLesson()
  else {
    usePlayer.setState({ playing: true })
    if (at >= steps.length - 1) arrive(0)
    else goToStep(at + 1)
  }
}

export function pauseLesson(): void {
  const { lesson, moving } = usePlayer.getState()
  if (lesson === null) return
  usePlayer.setState({ playing: false, moving: null })
  stopTimers()
  // Words of a step belong to its turn. To arrive is a choice, too, and whoever hears of it may pause again.
  if (moving !== null) arrive(usePlayer.getState().at)
}

/** Answers the question of the step, and shows what happened. */
export function answer(given: number): void {
  const { steps, at, answered } = usePlayer.getState()
  const step = steps[at]
  if (step === undefined) return
  const right = step.guess?.answers[given]?.right === true
  usePlayer.setState({
    answer: given,
    pointed: null,
    moving: 'within',
    answered: answered.has(at) ? answered : new Map([...answered, [at, right]]),
  })
  const { turn } = playhead.getState()
  travel(movesLess() ? step.rests : Math.min(turn, step.rests), step.rests, at, given)
}

/** Does what a step asks for: its lane is that of the opening state with the change, without what was typed into it. */
export function doTask({ opening }: Lesson, { change: { lane, to } }: Task): void {
  const { lanes } = useChoices.getState()
  const before = opening.lanes[lane]
  if (before !== undefined && lane < lanes.length) alter({ lanes: lanes.with(lane, { ...before, ...to }) })
}

let timer = 0
let frame = 0
/** Index of the step to which the playhead is on its way; null if it rests. */
let bound: number | null = null
/** Set while the player itself moves the playhead. */
let moves = false

function own(work: () => void): void {
  moves = true
  try {
    work()
  } finally {
    moves = false
  }
}

function stopTimers(): void {
  window.clearTimeout(timer)
  window.cancelAnimationFrame(frame)
  bound = null
}

/** Milliseconds of a move: so many for each turn, within these bounds. */
const PER_TURN = 110
const SHORTEST = 600
const LONGEST = 2400

function travel(from: number, to: number, index: number, given: number | null = null): void {
  const lasts = Math.max(SHORTEST, Math.min(LONGEST, (to - from) * PER_TURN))
  bound = index
  let begun: number | null = null
  const step = (now: number): void => {
    begun ??= now
    const part = Math.min(1, (now - begun) / lasts)
    own(() => seek(from + Math.round((to - from) * part)))
    if (part < 1) frame = window.requestAnimationFrame(step)
    else arrive(index, given)
  }
  frame = window.requestAnimationFrame(step)
}

/** How far into the time axis a step's last turn comes: the names of the parts stand beside it. */
const ROOM = 0.75

/** Shows a quarter, a half or all of the turns: what comes later would be an empty picture. */
function zoomTo({ rests, step }: ShownStep): void {
  const { turns } = playhead.getState()
  const part = [4, 2].find((by) => rests + 1 <= (ROOM * turns) / by)
  if (step.whole === true || part === undefined) showAll()
  else showRange(0, turns / part)
}

/** Milliseconds to look at a step, and for each word of it. */
const LOOK = 1600
const PER_WORD = 250

/** Shows a step's lanes, as far as its picture goes. */
function tell(index: number, given: number | null = null): void {
  const { lesson, steps } = usePlayer.getState()
  const step = steps[index]
  if (step === undefined) return
  own(() => choose({ selection: null }))
  zoomTo(step)
  // What is to be done needs the controls for it.
  if (step.step.task !== undefined && lesson?.depth !== undefined) deepen(lesson.depth)
  usePlayer.setState({ at: index, answer: given })
  future.setState({ byLesson: step.step.whole !== true || (step.guess !== null && given === null) })
}

function arrive(index: number, given: number | null = null): void {
  const { steps, playing } = usePlayer.getState()
  const step = steps[index]
  if (step === undefined) return
  bound = null
  tell(index, given)
  own(() => {
    seek(step.rests)
    if (given !== null && step.selects !== null && !isSmall()) choose({ selection: step.selects })
  })
  usePlayer.setState({ moving: null })
  const isLast = index >= steps.length - 1
  if (isLast) {
    remember()
    usePlayer.setState({ playing: false })
  }
  // A question and a task wait for the learner.
  if (!playing || isLast || step.guess !== null || step.step.task !== undefined) return
  const words = sentenceText(step.says).split(' ').length
  goOn(index + 1, LOOK + words * PER_WORD)
}

/** What is read meanwhile: something over the page, or the figures of the step. */
const READ = 'dialog[open], :popover-open, .lesson-figures[open]'

/** Goes to a step by itself, but not while something else is read, or a text is selected. */
function goOn(index: number, after: number): void {
  timer = window.setTimeout(() => {
    const isRead = document.querySelector(READ) !== null || document.getSelection()?.isCollapsed === false
    if (!isRead) goToStep(index)
    else goOn(index, LOOK)
  }, after)
}

/** Whoever moves the playhead or selects a block takes over: the lesson waits. Until the returned function is called. */
export function watchHands(): () => void {
  const stops = [
    playhead.subscribe(({ turn }, before) => {
      if (turn !== before.turn && !moves) stopForHand()
    }),
    useChoices.subscribe(({ selection }, before) => {
      if (selection !== before.selection && selection !== null && !moves) stopForHand()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function stopForHand(): void {
  if (usePlayer.getState().steps.length === 0) return
  stopTimers()
  usePlayer.setState({ playing: false, moving: null })
}
