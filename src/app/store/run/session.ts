import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import type { Comparison, ProgressReport, SourceRequest } from '../../../worker/protocol.ts'
import { connection } from '../model/connection.ts'
import { askAgain, stopAsks } from '../model/call-list.ts'
import { forgetUnusable, withRecorded } from '../model/recorded.ts'
import { answeredFor } from './questions.ts'
import { choose, runChoices, sameConversation, sameRun, useChoices } from '../choice/choices.ts'
import type { Choices, RunChoices } from '../choice/choices.ts'
import { amend, takeBack } from '../choice/history.ts'
import { carriedOver, laneRequests, lanesWithRecorded } from '../choice/lanes.ts'
import { changedLanes, isNewLog } from './changed.ts'
import { endExpected, isExpected, takeExpected } from './expected.ts'
import { createLaterForks } from './later-forks.ts'
import { followLimit } from '../choice/lane-text.ts'
import { contentOfLog, forgetLogs } from './log-texts.ts'
import { useDepth } from '../look/depth.ts'
import { measure, playhead } from '../look/playhead.ts'
import { clearPreviews, keepPreviews, showPreview } from '../look/preview.ts'
import { mostTelling } from '../../../view/index.ts'
import { nextPaint } from './next-paint.ts'
import { closeSimulator, startSimulator, watchSimulator } from './simulator.ts'
import { markStretch, trimStretch } from '../look/stretch.ts'
import { pause } from '../look/transport.ts'
import { growConversation, reveal, showConversation } from '../look/viewport.ts'

/** What the worker is doing for the page. `open` is the file being read or the worker starting. */
export type Progress = ProgressReport | { readonly step: 'open' }

/** A run that did not finish, and why. */
export interface Failure {
  readonly choices: RunChoices
  readonly problems: readonly Problem[]
}

interface Session {
  /** The comparison on the screen, as the worker sent it; null before the first one. */
  readonly comparison: Comparison | null
  /** The choices behind it. */
  readonly shown: RunChoices | null
  /** What is shown, or will be in the next frame. */
  readonly arrived: RunChoices | null
  /** Id of the comparison before, if it was of another conversation: parts that are laid out late still show it. */
  readonly replaced: number | null
  /** Null while nothing runs. */
  readonly progress: Progress | null
  readonly failure: Failure | null
  /** Waits another minute for a worker that has said nothing for one; null if it has. */
  readonly silent: (() => void) | null
}

const session = createStore<Session>(() => ({
  comparison: null,
  shown: null,
  arrived: null,
  replaced: null,
  progress: null,
  failure: null,
  silent: null,
}))

export function useSession<Part>(part: (state: Session) => Part): Part {
  return useStore(session, part)
}

export function currentFailure(): Failure | null {
  return session.getState().failure
}

/** The choices behind the screen; null before the first comparison. */
export function shownChoices(): RunChoices | null {
  return session.getState().shown
}

/** The same, a frame earlier for a conversation of the person's own: the page makes room for it first. */
export function arrivedChoices(): RunChoices | null {
  return session.getState().arrived
}

/** Calls `act` at every change of what is shown or running, until the returned function is called. */
export function onSession(act: () => void): () => void {
  return session.subscribe(act)
}

/** Whether a run is in progress or failed, so that the screen may show other choices. */
export function isSettled(): boolean {
  const { shown, progress } = session.getState()
  return progress === null && shown !== null && sameRun(shown, useChoices.getState())
}

export function currentComparison(): Comparison | null {
  return session.getState().comparison
}

/** Milliseconds after which a run that has shown nothing is stopped by a newer position of a knob. */
const PATIENCE = 300
/** Size of the first picture: about the maximum height of a lane on most screens, and quick to lay out. */
const PREVIEW = { height: 240, maxBands: 300 } as const

let running: AbortController | null = null
const laterForks = createLaterForks({
  now: () => session.getState(),
  isRunning: () => running !== null || waiting !== 0,
  show: (comparison) => {
    session.setState({ comparison })
  },
})
/** The choices of the current run. */
let wantedNow: RunChoices | null = null
/** Whether it has shown anything. */
let pictured = false
/** Set while a change waits for the first picture of the current run. */
let waiting = 0

/** Runs the first comparison and one for every change of the choices, until the returned function is called. */
export function openSession(): () => void {
  const unsubscribe = useChoices.subscribe(follow)
  const unfollow = playhead.subscribe(({ turn }, before) => {
    if (turn !== before.turn) reveal(turn)
  })
  // Figures that a person entered may be the prices of what is shown.
  const unpriced = connection.subscribe(({ own }, before) => {
    const choices = runChoices(useChoices.getState())
    if (own !== before.own && choices.prices !== null) void run(choices)
  })
  watchSimulator({
    onEnded: startAnew,
    onSilent: (silent) => {
      session.setState({ silent })
    },
  })
  void run(runChoices(useChoices.getState()))
  return () => {
    watchSimulator(null)
    unsubscribe()
    unpriced()
    unfollow()
    stop()
    laterForks.stop()
    closeSimulator()
  }
}

/**
 * Runs the choices. While a knob moves, each run shows its first picture before the next begins: stopping a run at
 * every move would show nothing until the knob rests.
 */
function follow(now: Choices, before: Choices): void {
  const wanted = runChoices(now)
  if (sameRun(wanted, runChoices(before))) return
  laterForks.moved()
  if (waiting !== 0) return
  const { shown } = session.getState()
  if (shown !== null && sameRun(wanted, shown)) stay(shown)
  else if (running !== null && wanted.source === before.source && !pictured)
    waiting = window.setTimeout(catchUp, PATIENCE)
  else void run(wanted)
}

/**
 * If a worker ends twice within this many milliseconds, no third one is started automatically: the run itself may be
 * the cause.
 */
const TWICE = 10_000
let lastEnd = -Infinity

/**
 * A worker ended unexpectedly. A new one continues with the current choices: with the run in progress, or with the last
 * one, because only the worker that made a comparison answers questions about it. What was at work when it failed may
 * fail again, so a person is told, and asks.
 */
function startAnew(mayGoOn: boolean, reason: Error): void {
  const choices = runChoices(useChoices.getState())
  const again = mayGoOn && performance.now() - lastEnd > TWICE
  // One that a person started anew may end once more.
  if (mayGoOn) lastEnd = performance.now()
  if (again) void run(choices)
  // A run in progress says it by itself.
  else if (running === null) session.setState({ failure: { choices, problems: problemsOf(reason) } })
}

/** Stops a worker that does not answer; another one runs the current choices. */
export function startOver(): void {
  closeSimulator()
  tryAgain()
}

/** Starts the waiting run, if it still differs from the shown one. */
function catchUp(): void {
  window.clearTimeout(waiting)
  waiting = 0
  const wanted = runChoices(useChoices.getState())
  const { shown } = session.getState()
  if (running !== null && wantedNow !== null && sameRun(wanted, wantedNow)) return
  if (shown !== null && sameRun(wanted, shown)) stay(shown)
  else void run(wanted)
}

function stop(): void {
  window.clearTimeout(waiting)
  waiting = 0
  running?.abort()
  running = null
  clearPreviews()
  session.setState({ progress: null })
}

/** Back to what is shown: by hand, because a run failed, or as it was announced. */
function stay(shown: RunChoices): void {
  stop()
  const { comparison } = session.getState()
  if (comparison !== null) takeExpected(shown)?.shown(comparison)
}

/** Stops the current run and its calls. The screen, and the choices that describe it, stay unchanged. */
export function cancelRun(): void {
  stop()
  stopAsks()
  restoreChoices()
}

export function dismissFailure(): void {
  session.setState({ failure: null })
}

/** Repeats a run that failed before there was anything to show. */
export function tryAgain(): void {
  void run(runChoices(useChoices.getState()))
}

function restoreChoices(): void {
  const { shown } = session.getState()
  if (shown !== null && !sameRun(shown, useChoices.getState())) takeBack(runChoices(shown))
}

/**
 * Runs the same choices again, because their conversation grew. If they change meanwhile, it waits for the result of
 * that.
 *
 * @returns what is then shown; null if the run failed
 */
export async function runAgain(): Promise<Comparison | null> {
  const before = session.getState().comparison
  await run(runChoices(useChoices.getState()))
  while (running !== null || waiting !== 0) await nextRest()
  const { comparison } = session.getState()
  return comparison?.id === before?.id ? null : comparison
}

/** Resolves when the current run has finished or failed. */
function nextRest(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = session.subscribe(({ progress }) => {
      if (progress !== null) return
      unsubscribe()
      resolve()
    })
  })
}

/** Runs what is shown again, and asks its models what they gave no usable answer to. */
export function askUnusableAgain(): void {
  const { shown } = session.getState()
  if (shown === null || !isSettled()) return
  forgetUnusable()
  void run(shown, true)
}

/** Repeats a failed run after its cause was fixed. */
export function runFailed(): void {
  const { failure } = session.getState()
  if (failure === null) return
  session.setState({ failure: null })
  if (sameRun(failure.choices, useChoices.getState())) void run(failure.choices)
  else choose(failure.choices)
}

async function run(choices: RunChoices, again = false): Promise<void> {
  pause()
  running?.abort()
  // The previous run's approval does not apply.
  askAgain()
  const own = new AbortController()
  running = own
  wantedNow = choices
  pictured = false
  const { shown, comparison: onScreen } = session.getState()
  // A picture of another conversation would lie on an axis of other turns.
  const goesOn = shown !== null && sameConversation(shown, choices)
  const changed = changedLanes(choices, shown)
  const [first] = changed
  if (goesOn) keepPreviews(changed)
  else clearPreviews()
  session.setState({ progress: { step: 'open' } })
  let comparison: Comparison
  try {
    const source = await sourceOf(choices)
    const lanes = laneRequests(choices.lanes).map(withRecorded)
    const { prices } = choices
    const priced = prices === null ? {} : (await import('../model/prices.ts')).requestPrices(prices)
    if (own.signal.aborted) return
    const { budget, counter } = choices
    const preview = goesOn
      ? { preview: { ...PREVIEW, window: useChoices.getState().window, lanes: changed } }
      : {}
    const seen = new Set<string>()
    let painted = Promise.resolve()
    comparison = await startSimulator().compare(
      {
        source,
        lanes,
        budget,
        counter,
        ...priced,
        ...preview,
        ...(first === undefined ? {} : { first }),
        ...(onScreen === null ? {} : { shown: onScreen.id }),
        ...(again && { again }),
      },
      {
        signal: own.signal,
        onAsk: answeredFor(lanes),
        onPreview: ({ lane, picture }) => {
          if (running !== own) return
          showPreview(lane, picture)
          seen.add(lane)
          // The next position waits for every changed lane, or the last lanes would never be seen while a knob moves.
          pictured = seen.size === changed.length
          painted = nextPaint()
          if (waiting !== 0 && pictured) catchUp()
        },
        onProgress: (report) => {
          if (running === own) session.setState({ progress: report })
        },
      },
    )
    // The whole result takes a while to lay out; the last preview is painted first.
    await painted
    if (running === own && !goesOn && choices.source.kind !== 'scenario') {
      // Taking the result apart and making room for it are two tasks.
      await nextPaint()
      if (running === own) session.setState({ arrived: choices })
      await nextPaint()
    }
  } catch (failure) {
    if (running !== own) return
    running = null
    fail(choices, failure)
    return
  }
  if (running !== own) return
  running = null
  const more =
    !isExpected(choices) && isNewLog(choices, session.getState().shown)
      ? lanesWithRecorded(choices.lanes, comparison)
      : null
  // Only after reading a log is its client's behaviour known. The other lanes are not run again for it.
  if (more !== null && sameRun(choices, useChoices.getState())) {
    amend({ lanes: more })
    return
  }
  try {
    show(comparison, choices)
  } catch (failure) {
    fail(choices, failure)
  }
}

async function sourceOf({ source, seed }: RunChoices): Promise<SourceRequest> {
  if (source.kind === 'scenario') return { ...source, seed }
  if (source.kind === 'live')
    return { kind: 'trace', ...(await import('../live/state.ts')).liveSource(source.id) }
  const { kind, id, name, size: _size, ...reading } = source
  return { kind, text: contentOfLog(id), filename: name, ...reading }
}

function show(comparison: Comparison, choices: RunChoices): void {
  const { shown, comparison: before } = session.getState()
  const continues = shown !== null && sameConversation(shown, choices)
  const { firstDivergence, lanes, trace } = comparison
  const { turn, turns } = playhead.getState()
  const isLive = choices.source.kind === 'live'
  // A viewer at the end of a growing conversation stays at its end.
  const goesOn = continues && !(isLive && turn >= turns - 1)
  // First, so that its end can be revealed.
  if (isLive && continues) growConversation(trace.turns)
  measure(trace.turns, goesOn ? turn : isLive ? trace.turns - 1 : (firstDivergence?.turn ?? 0))
  if (shown !== null && continues) {
    trimStretch()
    choose(carriedOver(shown.lanes, choices.lanes, comparison))
  } else {
    showConversation(trace.turns)
    markStretch(null)
    // The first screen tells a story, where the side panel fits beside three lanes; a person's own log is shown without.
    const telling =
      shown === null && matchMedia('(min-width: 1400px)').matches && useDepth.getState().depth !== 'learn'
        ? mostTelling(firstDivergence, lanes)
        : null
    choose({ selection: telling === null ? null : { ...telling, told: true }, listed: null, window: 0 })
  }
  forgetLogs(choices.source.kind === 'log' ? [choices.source.id] : [])
  const replaced = continues ? null : (before?.id ?? null)
  session.setState({ comparison, shown: choices, arrived: choices, replaced, progress: null, failure: null })
  followLimit(comparison.limit, choices)
  takeExpected(choices)?.shown(comparison)
  endExpected()
  laterForks.follow()
  clearPreviews()
  if (waiting !== 0) catchUp()
}

function fail(choices: RunChoices, failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') {
    settle()
    return
  }
  const problems = problemsOf(failure)
  session.setState({ failure: { choices, problems } })
  settle()
  takeExpected(choices)?.failed(problems)
}

/** After a failed run: continues with the waiting change, else back to what is shown. */
function settle(): void {
  session.setState({ progress: null })
  clearPreviews()
  if (waiting === 0) restoreChoices()
  else catchUp()
}

function problemsOf(failure: unknown): readonly Problem[] {
  if (failure instanceof ProblemError) return failure.problems
  const found = failure instanceof Error ? failure.message : String(failure)
  return [{ severity: 'error', code: 'unexpected', message: `unexpected error: ${found}` }]
}
