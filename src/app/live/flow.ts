import { ProblemError, repair } from '../../engine/index.ts'
import type { AnthropicRequest, Turn } from '../../engine/index.ts'
import {
  afterEdit,
  mockAgents,
  answer,
  dropReply,
  hear,
  taskPresets,
  refusal,
  repository,
  say,
  startLive,
  takeBack,
  tools,
} from '../../live/index.ts'
import type { Live, LiveReply, ToolCall, ToolOutcome, World } from '../../live/index.ts'
import type { Usage } from '../../sim/index.ts'

import type { Reply } from '../../provider/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { makeCall, promptTokens } from '../model/calls.ts'
import { connection } from '../model/connection.ts'
import { useChoices } from '../state/choices.ts'
import { alter } from '../state/history.ts'
import { sentRequest, sizesOfTurn } from '../state/questions.ts'
import { currentFailure, runAgain } from '../state/session.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { liveState } from './state.ts'
import type { Decision, LiveState } from './state.ts'

/** Most tokens of a reply. */
const REPLY = 4096
/** Tokens of the window that a conversation begins with: small enough that something happens soon. */
const WINDOW = 12_000

/** Aborted by whoever stops the conversation. */
let under: AbortController | null = null
let began = 0

/**
 * Begins a conversation in place of the one before; the pictures show it from its first message on.
 *
 * @param id of a task preset
 * @param agent `MODEL`, or the name of a mock
 */
export function begin(id: string, agent: string): void {
  const opening = taskPresets.find((one) => one.id === id)
  if (opening === undefined) throw new RangeError(`no opening is called ${id}`)
  stop()
  const { title, system } = opening
  const definitions = Object.values(tools).map(({ definition }) => definition)
  began = performance.now()
  liveState.setState(({ id: last }) => ({
    id: last + 1,
    live: startLive({ title, system, tools: definitions }),
    revision: 0,
    title,
    opening: id,
    agent,
    world: repository(),
    step: 'user',
    written: '',
    decisions: new Map(),
    problem: null,
    sent: [],
  }))
}

/** The user's next message. */
export async function send(text: string): Promise<void> {
  const { live, id } = liveState.getState()
  if (live?.next !== 'user' || text.trim() === '') return
  grow(say(live, text))
  const { source } = useChoices.getState()
  if (source.kind !== 'live' || source.id !== id) showLive()
  await goOn()
}

/** What a person decided of one of the calls; once all are decided, the conversation goes on. */
export async function decideCall(id: string, decision: Decision): Promise<void> {
  const { decisions } = liveState.getState()
  liveState.setState({ decisions: new Map(decisions).set(id, decision) })
  await goOn()
}

/** Tools run by themselves from now on, or ask. */
export async function setAuto(auto: boolean): Promise<void> {
  liveState.setState({ auto })
  if (auto && liveState.getState().step === 'deciding') await goOn()
}

/** Stops whatever is under way. What had come stays. */
export function stop(): void {
  under?.abort()
  under = null
}

/** Goes on where something came to nothing, or was stopped. */
export async function goOn(): Promise<void> {
  under?.abort()
  const own = new AbortController()
  under = own
  liveState.setState({ problem: null })
  try {
    while (await step(own.signal)) if (own.signal.aborted) throw new Stopped()
  } catch (failure) {
    if (under !== own && under !== null) return
    liveState.setState({ step: 'stopped', problem: wordsOf(failure) })
  } finally {
    if (under === own) under = null
  }
}

/** Takes back the last message of the user and all that came of it. */
export function undoMessage(): void {
  const { live } = liveState.getState()
  if (live === null) return
  stop()
  grow(takeBack(live))
  liveState.setState(({ sent, live: now }) => ({
    step: 'user',
    problem: null,
    sent: sent.filter(({ turn }) => turn < (now?.trace.turns.length ?? 0)),
  }))
  void runAgain()
}

/** Forgets the last reply and asks for another. */
export async function askAgain(): Promise<void> {
  const { live } = liveState.getState()
  if (live === null) return
  grow(dropReply(live))
  await goOn()
}

/** Puts the conversation back on the screen, after another was chosen. */
export function showLive(): void {
  const { id, title } = liveState.getState()
  alter({ source: { kind: 'live', id, name: title }, budget: { kind: 'tokens', tokens: WINDOW } })
}

/** The turn of the next call. */
export function nextTurn({ live }: Pick<LiveState, 'live'>): Turn {
  const turns = live?.trace.turns.length ?? 0
  return live?.next === 'model' ? turns - 1 : turns
}

class Stopped extends Error {}

/** Makes the next move. False where it is a person's. */
async function step(signal: AbortSignal): Promise<boolean> {
  const { live, world } = liveState.getState()
  if (live === null || world === null) return false
  if (live.next === 'user') return show('user')
  if (live.next === 'tools') return useTools(live, world)
  show('managing')
  const comparison = await runAgain()
  if (signal.aborted) throw new Stopped()
  if (comparison === null) throw new ProblemError(currentFailure()?.problems ?? [])
  const reply = await replyTo(live, comparison, signal)
  if (signal.aborted) throw new Stopped()
  grow(hear(live, reply))
  return true
}

function show(step: LiveState['step']): false {
  liveState.setState({ step })
  return false
}

/** What the model, or the mock that plays one, answers to the request that the first lane prepared. */
async function replyTo(live: Live, comparison: Comparison, signal: AbortSignal): Promise<LiveReply> {
  const [lane] = comparison.lanes
  const turn = live.trace.turns.length - 1
  const record = lane?.data.turns[turn]
  if (lane === undefined || record === undefined)
    throw new ProblemError([{ severity: 'error', code: 'window-over', message: LIVE_TEXT.ended }])
  const { repairs: _, ...request } = await sentRequest(comparison, lane.name, turn, 'anthropic')
  const counted = await sizesOfTurn(comparison, lane.name, turn)
  const { agent } = liveState.getState()
  show('calling')
  liveState.setState({ written: '' })
  const sent = { turn, used: record.points.sent.used, strategy: lane.label, counted }
  let applied: Reply['applied'] = []
  const time = Math.round(performance.now() - began)
  const mock = mockAgents[agent]
  let reply: LiveReply
  if (mock === undefined) {
    const said = await modelReply(request, turn, signal)
    applied = said.applied
    reply = { content: said.content, model: said.model, usage: usageOf(said), counted, time }
  } else {
    reply = { content: mock.reply(request), model: mock.name, usage: null, counted, time }
  }
  liveState.setState(({ sent: before }) => ({
    sent: [...before.filter((one) => one.turn !== turn), { ...sent, applied }],
    written: '',
  }))
  return reply
}

/**
 * A reply of the real model. A request that the provider refuses for its messages is repaired once and sent again; a
 * second refusal stops the conversation (VALID-4).
 */
async function modelReply(request: AnthropicRequest, turn: number, signal: AbortSignal): Promise<Reply> {
  const { model } = connection.getState()
  const callOf = (body: AnthropicRequest) =>
    ({ purpose: 'agent', model, request: body, maxTokens: REPLY }) as const
  const watch = (written: string): void => {
    liveState.setState({ written })
  }
  try {
    return await makeCall(callOf(request), LIVE_TEXT.aboutTurn(turn), signal, watch)
  } catch (failure) {
    const { CallFailure } = await import('../../provider/index.ts')
    if (!(failure instanceof CallFailure) || failure.code !== 'request-refused') throw failure
    const mended = repair(request, 'anthropic')
    if (mended.repairs.length === 0) throw failure
    return makeCall(callOf(mended.request), LIVE_TEXT.aboutRepaired(turn), signal, watch)
  }
}

function usageOf(reply: Reply): Usage | null {
  const { usage } = reply
  if (usage === null) return null
  return {
    input: promptTokens(reply),
    output: usage.output,
    cacheRead: usage.cacheRead,
    cacheWrite: usage.cacheWrite5m + usage.cacheWrite1h,
  }
}

/** Runs the calls of the last reply that a person allowed; false while some are undecided. */
function useTools(live: Live, world: World): boolean {
  const { auto, decisions } = liveState.getState()
  const decided = live.open.map((call) => ({
    call,
    decision: decisions.get(call.id) ?? (auto ? ({ kind: 'run' } as const) : null),
  }))
  if (decided.some(({ decision }) => decision === null)) return show('deciding')
  let now = world
  const outcomes: ToolOutcome[] = []
  for (const { call, decision } of decided) {
    if (decision === null) continue
    const { outcome, world: next } = done(call, decision, now)
    outcomes.push(outcome)
    now = next
  }
  grow(answer(live, outcomes))
  liveState.setState({ world: now, decisions: new Map() })
  return true
}

function done(
  call: ToolCall,
  decision: Decision,
  world: World,
): { readonly outcome: ToolOutcome; readonly world: World } {
  const { id, name } = call
  if (decision.kind === 'refused') return { outcome: refusal(call, decision.why), world }
  const tool = tools[name]
  if (tool === undefined) return { outcome: { id, text: LIVE_TEXT.noTool(name), failed: true }, world }
  const input = decision.kind === 'edited' ? decision.input : call.input
  const { text, failed, world: next } = tool.run(input, world)
  const outcome = { id, text, failed }
  return { outcome: decision.kind === 'edited' ? afterEdit(input, outcome) : outcome, world: next }
}

function grow(live: Live): void {
  liveState.setState(({ revision }) => ({ live, revision: revision + 1 }))
}

function wordsOf(failure: unknown): string {
  if (failure instanceof Stopped) return LIVE_TEXT.halted
  if (failure instanceof ProblemError) return failure.problems.map(({ message }) => message).join(' ')
  return failure instanceof Error ? failure.message : String(failure)
}
