import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ProblemError } from '../../engine/index.ts'
import type { BlockId, Problem, Provider, Tick, Turn } from '../../engine/index.ts'
import type { Explanation, RequestAt } from '../../sim/index.ts'
import type { SimClient } from '../../worker/client.ts'
import type { Comparison, ProgressReport, SourceRequest } from '../../worker/protocol.ts'
import { choose, runChoices, sameConversation, sameRun, useChoices } from './choices.ts'
import type { Choices, RunChoices } from './choices.ts'
import { laneRequests } from './lanes.ts'
import { forgetLogs, textOfLog } from './log-texts.ts'
import { measure, playhead } from './playhead.ts'
import { mostTelling } from '../../view/index.ts'
import { startSimulator } from './simulator.ts'
import { pause } from './transport.ts'
import { reveal, showConversation } from './viewport.ts'

/** What the worker is doing for the page. `open` is the file being read or the worker starting. */
export type Progress = ProgressReport | { readonly step: 'open' }

/** What a run that did not come to its end was about, and why. */
export interface Failure {
  readonly choices: RunChoices
  readonly problems: readonly Problem[]
}

interface Session {
  /** The comparison on the screen, as the worker sent it; null before the first one. */
  readonly comparison: Comparison | null
  /** What it was made of. */
  readonly shown: RunChoices | null
  /** Null while nothing runs. */
  readonly progress: Progress | null
  readonly failure: Failure | null
}

const session = createStore<Session>(() => ({ comparison: null, shown: null, progress: null, failure: null }))

export function useSession<Part>(part: (state: Session) => Part): Part {
  return useStore(session, part)
}

export function currentComparison(): Comparison | null {
  return session.getState().comparison
}

/** Milliseconds that a knob must rest before its run starts. */
const REST = 140

let client: SimClient | null = null
let running: AbortController | null = null
let timer = 0

/** Runs the first comparison and one for every change of the choices, until the returned function is called. */
export function openSession(): () => void {
  const unsubscribe = useChoices.subscribe(follow)
  const unfollow = playhead.subscribe(({ turn }, before) => {
    if (turn !== before.turn) reveal(turn)
  })
  void run(runChoices(useChoices.getState()))
  return () => {
    unsubscribe()
    unfollow()
    window.clearTimeout(timer)
    running?.abort()
    running = null
    client?.close()
    client = null
  }
}

function follow(now: Choices, before: Choices): void {
  const wanted = runChoices(now)
  if (sameRun(wanted, runChoices(before))) return
  window.clearTimeout(timer)
  const { shown } = session.getState()
  // Back to what the screen shows: by hand, or because a run failed.
  if (shown !== null && sameRun(wanted, shown)) {
    stop()
    return
  }
  const wait = wanted.source === before.source ? REST : 0
  timer = window.setTimeout(() => void run(wanted), wait)
}

function stop(): void {
  running?.abort()
  running = null
  session.setState({ progress: null })
}

/** Stops what is under way. The screen, and the choices that describe it, stay as they were. */
export function cancelRun(): void {
  window.clearTimeout(timer)
  stop()
  restoreChoices()
}

export function dismissFailure(): void {
  session.setState({ failure: null })
}

/** Runs once more what failed before there was anything to show. */
export function tryAgain(): void {
  void run(runChoices(useChoices.getState()))
}

function restoreChoices(): void {
  const { shown } = session.getState()
  if (shown !== null) choose(shown)
}

async function run(choices: RunChoices): Promise<void> {
  pause()
  running?.abort()
  const own = new AbortController()
  running = own
  session.setState({ progress: { step: 'open' } })
  try {
    const [source, lanes] = await Promise.all([sourceOf(choices), laneRequests(choices.lanes)])
    if (own.signal.aborted) return
    client ??= startSimulator()
    const { budget, counter } = choices
    const comparison = await client.compare(
      { source, lanes, budget, counter },
      {
        signal: own.signal,
        onProgress: (report) => {
          if (running === own) session.setState({ progress: report })
        },
      },
    )
    if (running !== own) return
    running = null
    show(comparison, choices)
  } catch (failure) {
    if (running !== own) return
    running = null
    fail(choices, failure)
  }
}

async function sourceOf({ source, seed }: RunChoices): Promise<SourceRequest> {
  if (source.kind === 'scenario') return { kind: 'scenario', name: source.name, seed }
  return { kind: 'log', text: await textOfLog(source.id), filename: source.name }
}

function show(comparison: Comparison, choices: RunChoices): void {
  const { shown } = session.getState()
  const continues = shown !== null && sameConversation(shown, choices)
  const { firstDivergence, lanes, trace } = comparison
  measure(trace.turns, continues ? playhead.getState().turn : (firstDivergence?.turn ?? 0))
  if (!continues) {
    showConversation(trace.turns)
    // The first screen tells a story; what a person brings is theirs to look at.
    choose({ selection: shown === null && isWide() ? mostTelling(firstDivergence, lanes) : null, window: 0 })
  }
  forgetLogs(choices.source.kind === 'log' ? [choices.source.id] : [])
  session.setState({ comparison, shown: choices, progress: null, failure: null })
}

/** Whether the side panel has a place beside the lanes. */
function isWide(): boolean {
  return window.matchMedia('(min-width: 1100px)').matches
}

function fail(choices: RunChoices, failure: unknown): void {
  if (failure instanceof DOMException && failure.name === 'AbortError') {
    session.setState({ progress: null })
    restoreChoices()
    return
  }
  const problems = failure instanceof ProblemError ? failure.problems : [unexpected(failure)]
  // A worker that broke answers nothing any more; the next run starts another.
  if (problems.some((problem) => problem.code === 'worker-failed')) {
    client?.close()
    client = null
  }
  session.setState({ progress: null, failure: { choices, problems } })
  restoreChoices()
}

function unexpected(failure: unknown): Problem {
  const found = failure instanceof Error ? failure.message : String(failure)
  return {
    severity: 'error',
    code: 'unexpected',
    message: `something went wrong that should not have: ${found}`,
  }
}

/** Every decision of a turn with its full tables, from the worker. */
export async function explainTurn(comparison: Comparison, lane: string, turn: Turn): Promise<Explanation> {
  if (client === null) throw new Error('the simulator is not running')
  return client.explain(comparison, lane, turn)
}

/** What would be sent to a provider in a turn, after repair. */
export async function requestOfTurn(
  comparison: Comparison,
  lane: string,
  turn: Turn,
  provider: Provider,
): Promise<Omit<RequestAt, 'repairs'>> {
  if (client === null) throw new Error('the simulator is not running')
  const { repairs: _repairs, ...request } = await client.requestAt(comparison, lane, turn, provider)
  return request
}

/** Text of a block as it came, or as it stood at a tick; the worker keeps it. */
export async function blockText(
  comparison: Comparison,
  lane: string,
  block: BlockId,
  tick?: Tick,
): Promise<string> {
  if (client === null) throw new Error('the simulator is not running')
  return client.text(comparison, lane, block, tick)
}
