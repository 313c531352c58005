import { ProblemError } from '../../../engine/index.ts'
import type { Milliseconds, Tokens } from '../../../engine/index.ts'
import {
  answer,
  hear,
  openingOf,
  runCall,
  say,
  taskPresets,
  afterEdit,
  refusal,
  storedPathOf,
} from '../../../live/index.ts'
import type { Live, Opening, World, ToolCall, ToolOutcome } from '../../../live/index.ts'
import { connection } from '../../store/model/connection.ts'
import { alter } from '../../store/choice/history.ts'
import { currentComparison, currentFailure, runAgain } from '../../store/run/session.ts'
import { actNow } from './by-hand.ts'
import { warnOfLoss } from './leaving.ts'
import { isShown, showLive } from './pictures.ts'
import { preparedIn, replyTo } from './reply.ts'
import type { Prepared } from './reply.ts'
import { isBusy, liveState, MODEL, NO_CONVERSATION, putInPlace } from '../../store/live/state.ts'
import type { Conversation, Decision, LiveState, Sent } from '../../store/live/state.ts'
import { ALONE, BROKEN_OFF, CLOSED, Elsewhere, HALTED, Resting, Stopped, stopOf } from './stops.ts'
import { thinkingOfStart } from './thinking.ts'
import { storedResult } from '../../../sim/internal.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { blockText } from '../../store/run/questions.ts'

/** Aborts the current step; null while the conversation waits for the user. */
let under: AbortController | null = null
let made = 0

/**
 * Begins a conversation; the previous one is put on the shelf. The pictures show it from its first message on.
 *
 * @param id of a task preset
 * @param agent `MODEL`, or the name of a mock
 */
export function begin(id: string, agent: string): void {
  const opening = taskPresets.find((one) => one.id === id)
  if (opening === undefined) throw new RangeError(`no opening is called ${id}`)
  const { title, task } = opening
  take({
    ...NO_CONVERSATION,
    id: ++made,
    live: openingOf(opening, thinkingFor(agent)),
    title,
    agent,
    began: performance.now(),
    world: opening.world(),
    draft: task,
  })
}

/** A mock does not think. */
function thinkingFor(agent: string): Opening['thinking'] {
  return agent === MODEL ? thinkingOfStart() : undefined
}

/** Puts the conversation on the shelf, so that another can begin. */
export function putAway(): void {
  take(NO_CONVERSATION)
}

/** Continues a conversation from the shelf. */
export function takeUp(id: number): void {
  const found = liveState.getState().shelf.get(id)
  if (found === undefined) return
  take(found)
  showLive()
}

/**
 * Restores a conversation from an earlier load of the page with its state at that time. A call that was in progress is
 * lost.
 *
 * @param lasted its duration in milliseconds
 * @returns its number in this page
 */
export function resume(left: Omit<Conversation, 'id' | 'began'>, lasted: Milliseconds): number {
  const id = ++made
  take({ ...left, ...whereItStands(left), id, began: performance.now() - lasted })
  return id
}

/** It was saved between two steps, so its state follows from who acts next, not from the saved step. */
function whereItStands({ live, step }: Pick<Conversation, 'live' | 'step'>): Partial<Conversation> {
  if (step === 'stopped') return {}
  if (live === null || live.next === 'user') return { step: 'user', problem: null }
  return live.next === 'tools' && step === 'deciding' ? {} : { step: 'stopped', problem: CLOSED }
}

function take(next: Conversation): void {
  warnOfLoss()
  if (isBusy(liveState.getState())) liveState.setState({ step: 'stopped', problem: HALTED })
  leave()
  putInPlace(next)
}

/** The user's next message. */
export async function send(text: string): Promise<void> {
  const { live } = liveState.getState()
  if (live?.next !== 'user' || text.trim() === '') return
  grow(say(live, text, now()))
  liveState.setState({ draft: '' })
  await goOn()
}

/** The user's decision about one call; once all are decided, the conversation continues. */
export async function decideCall(id: string, decision: Decision): Promise<void> {
  const { decisions, live } = liveState.getState()
  if (live?.open.some((one) => one.id === id) !== true) return
  const all = new Map(decisions).set(id, decision)
  liveState.setState({ decisions: all })
  if (live.open.every((one) => all.has(one.id))) await goOn()
}

/** Whether tools run without asking from now on. */
export async function setAuto(auto: boolean): Promise<void> {
  liveState.setState({ auto })
  if (auto && liveState.getState().step === 'deciding') await goOn()
}

/** Stops the current step. What was received stays. */
export function stop(): void {
  under?.abort()
}

/** Discards the call in progress: nothing of it is shown or kept except its cost. */
export function leave(): void {
  const before = under
  under = null
  before?.abort()
}

/** Continues the conversation, and shows it if another one was shown. */
export async function goOn(): Promise<void> {
  leave()
  const own = new AbortController()
  under = own
  liveState.setState({ problem: null, written: '' })
  if (!isShown()) showLive()
  const first = turnsOf(liveState.getState())
  try {
    while (await step(own)) {
      if (own.signal.aborted) throw new Stopped()
      if (turnsOf(liveState.getState()) - first >= ALONE) throw new Resting()
    }
  } catch (failure) {
    const problem = await stopOf(failure)
    if (under === own) liveState.setState({ step: 'stopped', problem })
  } finally {
    if (under === own) under = null
  }
}

/** Compacts the history before the call that did not fit, and makes the call again. */
export async function compactAndGoOn(): Promise<void> {
  actNow('compact')
  await goOn()
}

/** Gives all lanes a larger window, and makes the call again that did not fit. */
export async function enlargeAndGoOn(tokens: Tokens): Promise<void> {
  alter({ budget: { kind: 'tokens', tokens } })
  await goOn()
}

function turnsOf({ live }: Pick<LiveState, 'live'>): number {
  return live?.trace.turns.length ?? 0
}

/** Makes the next step. False if the user is next. */
async function step(own: AbortController): Promise<boolean> {
  const { live, world } = liveState.getState()
  if (live === null || world === null) return false
  if (live.next === 'user' || (live.next === 'tools' && isUndecided(live))) {
    show(live.next === 'user' ? 'user' : 'deciding')
    // The pictures show the reply too, if they show this conversation.
    if (isShown()) await runAgain()
    return false
  }
  if (live.next === 'tools') return runTools(live, world, own)
  show('managing')
  const prepared = await orStopped(nextRequest(live), own.signal)
  const { agent } = liveState.getState()
  const { model: name, label } = connection.getState()
  const model = agent === MODEL ? { name, label } : null
  liveState.setState({
    step: 'calling',
    out: {
      sent: { ...prepared.known, applied: null, repaired: 0, stopReason: BROKEN_OFF },
      model: model?.name ?? agent,
    },
    model,
  })
  const { reply, sent } = await replyTo(prepared, agent, {
    signal: own.signal,
    onText: (written) => {
      if (under === own) liveState.setState({ written })
    },
  })
  // A complete reply has been billed: it is kept even if the user stopped it at its end.
  if (under !== own) throw new Stopped()
  grow(hear(live, reply))
  noteSent(sent)
  return true
}

/** Runs the lanes, again whenever they change while the request of the first is fetched, and fetches it. */
async function nextRequest(live: Live): Promise<Prepared> {
  for (;;) {
    if (!isShown()) throw new Elsewhere()
    const before = currentFailure()
    const comparison = await runAgain()
    if (!isShown()) throw new Elsewhere()
    const failure = currentFailure()
    if (comparison === null) {
      if (failure === null || failure === before) throw new Stopped()
      throw new ProblemError(failure.problems)
    }
    const isNewest = (): boolean => currentComparison()?.id === comparison.id
    try {
      const prepared = await preparedIn(comparison, live)
      if (isNewest()) return prepared
    } catch (failure) {
      if (isNewest()) throw failure
    }
  }
}

async function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let end: () => void = () => undefined
  const stopped = new Promise<never>((_, reject) => {
    end = () => {
      reject(new Stopped())
    }
  })
  if (signal.aborted) end()
  signal.addEventListener('abort', end)
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function show(step: LiveState['step']): false {
  liveState.setState({ step })
  return false
}

/** Records which request a reply answered. */
export function noteSent(sent: Sent): void {
  liveState.setState(({ sent: before }) => ({
    sent: [...before.filter((one) => one.turn !== sent.turn), sent],
    out: null,
    written: '',
  }))
}

/** Runs the calls of the last reply as decided; false while some are undecided. */
async function runTools(live: Live, world: World, own: AbortController): Promise<boolean> {
  const { auto, decisions } = liveState.getState()
  const done = await orStopped(acted(live.open, decisions, auto, world, stored), own.signal)
  if (under !== own) throw new Stopped()
  if (done === null) return show('deciding')
  grow(answer(live, done.outcomes, now()))
  const turn = live.trace.turns.length - 1
  liveState.setState(({ worlds }) => ({
    world: done.world,
    worlds: new Map(worlds).set(turn, world),
    decisions: new Map(),
    drafts: new Map(),
  }))
  return true
}

/** Only the current run knows what the first lane stored. */
async function stored(path: string): Promise<string | null> {
  if (!isShown()) throw new Elsewhere()
  return storedText(path)
}

/** Whether a person has to decide on a call. */
function isUndecided({ open }: Live): boolean {
  const { auto, decisions } = liveState.getState()
  return !auto && open.some(({ id }) => !decisions.has(id))
}

/** Whole milliseconds since the conversation began. */
function now(): number {
  return Math.round(performance.now() - liveState.getState().began)
}

/** The conversation continues: a message that was taken back can no longer be restored. */
export function grow(live: Live): void {
  liveState.setState(({ revision }) => ({ live, revision: revision + 1, takenBack: null }))
}

/**
 * The text of a result that the first lane stored, by the path from its preview; null for an unknown path. The worker
 * has it; if the lanes are run again meanwhile, it is asked again.
 */
export async function storedText(path: string): Promise<string | null> {
  for (;;) {
    const comparison = currentComparison()
    if (comparison === null) return null
    try {
      return await textIn(comparison, path)
    } catch (failure) {
      if (currentComparison() === comparison) throw failure
    }
  }
}

async function textIn(comparison: Comparison, path: string): Promise<string | null> {
  const [lane] = comparison.lanes
  const found = lane === undefined ? null : storedResult(lane.data, path)
  if (lane === undefined || found === null) return null
  return blockText(comparison, lane.name, found.block, found.since ?? undefined)
}

type StoredTexts = (path: string) => Promise<string | null>

/** The outcomes of calls, and the files after them. */
export interface Acted {
  readonly outcomes: readonly ToolOutcome[]
  readonly world: World
}

/**
 * Runs calls in order, as decided for each.
 *
 * @param decisions by the id of the call
 * @param auto whether an undecided call is run
 * @param stored the text of a result that the strategy stored, by the path from its preview; null if there is none
 * @returns null while one is undecided: then none is run
 */
export async function acted(
  calls: readonly ToolCall[],
  decisions: ReadonlyMap<string, Decision>,
  auto: boolean,
  world: World,
  stored: StoredTexts,
): Promise<Acted | null> {
  const decided: { readonly call: ToolCall; readonly decision: Decision }[] = []
  for (const call of calls) {
    const decision = decisions.get(call.id) ?? (auto ? ({ kind: 'run' } as const) : null)
    if (decision === null) return null
    decided.push({ call, decision })
  }
  const outcomes: ToolOutcome[] = []
  let now = world
  for (const { call, decision } of decided) {
    const { outcome, world: next } = await done(call, decision, now, stored)
    outcomes.push(outcome)
    now = next
  }
  return { outcomes, world: now }
}

async function done(
  call: ToolCall,
  decision: Decision,
  world: World,
  stored: StoredTexts,
): Promise<{ readonly outcome: ToolOutcome; readonly world: World }> {
  const { id, name } = call
  if (decision.kind === 'refused') return { outcome: refusal(call, decision.why), world }
  const input = decision.kind === 'edited' ? decision.input : call.input
  const path = storedPathOf({ name, input })
  const ran = runCall({ id, name, input }, world, path === null ? null : await stored(path))
  return decision.kind === 'edited' ? { ...ran, outcome: afterEdit(input, ran.outcome) } : ran
}
