import { partsOf, ProblemError, repair, validate } from '../../engine/index.ts'
import type { AnthropicRequest, Message, Part, Turn } from '../../engine/index.ts'
import { mockAgents } from '../../live/index.ts'
import type { Live, LiveReply } from '../../live/index.ts'
import type { Reply } from '../../provider/index.ts'
import type { RecordedEdit, Usage } from '../../sim/index.ts'
import type { Comparison, LaneResult } from '../../worker/protocol.ts'
import { makeCall, promptTokens } from '../model/calls.ts'
import { connection } from '../model/connection.ts'
import { promptOfTurn, sentRequest, sizesOfTurn } from '../state/questions.ts'
import { LIVE_TEXT } from '../words/live.ts'
import { clearedAt, heldIn } from './figures.ts'
import type { Sent } from './state.ts'

/** Most tokens of a reply. */
const REPLY = 4096

/** The next request, as the first lane prepared it. */
export interface Prepared {
  readonly turn: Turn
  readonly request: AnthropicRequest
  /** What of it the model sees, after the edits that the provider is asked for. */
  readonly prompt: () => Promise<AnthropicRequest>
  /** What is known of it before it is sent. */
  readonly known: Pick<Sent, 'turn' | 'used' | 'strategy' | 'held' | 'counted' | 'predicted'>
  /** Why a real model cannot be sent it; null where it can. */
  readonly notCarried: string | null
}

/** @throws ProblemError `window-over` where the lane ended in or before the last turn: its request is too long for the window */
export async function preparedIn(comparison: Comparison, live: Live): Promise<Prepared> {
  const turn = live.trace.turns.length - 1
  const lane = lastingLane(comparison, turn)
  const { repairs: _, ...prepared } = await sentRequest(comparison, lane.name, turn, 'anthropic')
  const request = withoutIdleEdits(prepared)
  const counted = await sizesOfTurn(comparison, lane.name, turn)
  const used = lane.data.turns[turn]?.points.sent.used ?? 0
  const predicted = request.context_management === undefined ? null : clearedAt(lane.data, turn)
  return {
    turn,
    request,
    prompt: () => promptOfTurn(comparison, lane.name, turn),
    known: { turn, used, strategy: lane.label, held: heldIn(lane.data, turn), counted, predicted },
    notCarried: whyNotCarried(request, live.trace.recordedEdits),
  }
}

/**
 * Why a live conversation cannot carry a request with a real model, in words; null where it can. What the provider
 * compacts by itself the run only plays: its own summary would go out as if the model had written it.
 *
 * @param made edits of which the provider told; a summary of theirs is its own
 */
export function whyNotCarried(
  { context_management: management, messages }: AnthropicRequest,
  made: readonly Pick<RecordedEdit, 'summary'>[],
): string | null {
  const isForeign = (part: Part): boolean =>
    part.type === 'compaction' && made.every(({ summary }) => summary !== part.content)
  const asks = management?.edits.some(({ type }) => type === 'compact_20260112') ?? false
  return asks || messages.some((message) => partsOf(message).some(isForeign)) ? LIVE_TEXT.notCarried : null
}

/**
 * A request without the edit of thinking where it asks for none: there is nothing to clear then, and the provider refuses
 * the edit.
 */
export function withoutIdleEdits(request: AnthropicRequest): AnthropicRequest {
  const { context_management: management, ...rest } = request
  if (management === undefined || 'thinking' in request) return request
  const edits = management.edits.filter(({ type }) => type !== 'clear_thinking_20251015')
  return edits.length === 0 ? rest : { ...rest, context_management: { ...management, edits } }
}

function lastingLane({ lanes: [lane] }: Comparison, turn: Turn): LaneResult {
  const ended = lane?.data.ended ?? null
  if (lane?.data.turns[turn] === undefined || (ended !== null && ended.turn <= turn))
    throw new ProblemError([{ severity: 'error', code: 'window-over', message: LIVE_TEXT.ended }])
  return lane
}

/**
 * What the model, or the mock that plays one, answers.
 *
 * @throws ProblemError `not-carried` before any call, for what a real model cannot be sent
 */
export async function replyTo(
  { turn, request, prompt, known, notCarried }: Prepared,
  agent: string,
  { signal, onText }: CallOptions,
): Promise<{ readonly reply: LiveReply; readonly sent: Sent }> {
  const { counted } = known
  const mock = mockAgents[agent]
  if (mock !== undefined) {
    const reply = { content: mock.reply(await prompt()), model: mock.name, usage: null, counted }
    return { reply, sent: { ...known, applied: null, repaired: 0, stopReason: null } }
  }
  if (notCarried !== null)
    throw new ProblemError([{ severity: 'error', code: 'not-carried', message: notCarried }])
  const { said, repaired } = await modelReply(request, turn, { signal, onText })
  const { content, model, applied, stopReason } = said
  // What was billed is another request than the one that was counted.
  const own = repaired > 0 ? {} : counted
  return {
    reply: { content, model, usage: usageOf(said), counted: own },
    sent: { ...known, counted: own, applied, repaired, stopReason },
  }
}

interface CallOptions {
  readonly signal: AbortSignal
  /** The reply as far as it came. */
  readonly onText: (written: string) => void
}

/**
 * A reply of the real model. A request that the provider refuses for its messages is repaired once and sent again; a
 * second refusal stops the conversation (VALID-4).
 */
async function modelReply(
  request: AnthropicRequest,
  turn: Turn,
  { signal, onText }: Pick<CallOptions, 'signal' | 'onText'>,
): Promise<{ readonly said: Reply; readonly repaired: number }> {
  const { model } = connection.getState()
  const call = { purpose: 'agent', model, maxTokens: REPLY } as const
  try {
    const said = await makeCall({ ...call, request }, LIVE_TEXT.aboutTurn(turn), signal, onText)
    return { said, repaired: 0 }
  } catch (failure) {
    const { CallFailure } = await import('../../provider/index.ts')
    if (!(failure instanceof CallFailure) || failure.code !== 'request-refused') throw failure
    const { mended, faults } = mend(request)
    if (faults.length === 0) throw failure
    onText('')
    const about = LIVE_TEXT.aboutRepaired(turn, faults)
    const said = await makeCall({ ...call, request: mended }, about, signal, onText)
    return { said, repaired: faults.length }
  }
}

/**
 * A refused request as the provider may take it, with what was wrong with it. What a lane sends has been repaired by the
 * rules already, so what is left is mostly thinking: its signature holds only behind the prompt that it was written for.
 */
export function mend(request: AnthropicRequest): {
  readonly mended: AnthropicRequest
  readonly faults: readonly string[]
} {
  const { repairs, request: repaired } = repair(request, 'anthropic')
  if (repairs.length > 0)
    return { mended: repaired, faults: validate(request, 'anthropic').map(({ message }) => message) }
  const messages = request.messages.map(withoutThinking)
  const lost = messages.filter((message, index) => message !== request.messages[index]).length
  if (lost === 0) return { mended: request, faults: [] }
  return {
    mended: repair({ ...request, messages }, 'anthropic').request,
    faults: [LIVE_TEXT.thinkingFault(lost)],
  }
}

function withoutThinking(message: Message): Message {
  if (typeof message.content === 'string') return message
  const content = message.content.filter((part) => !isThinking(part))
  return content.length === message.content.length ? message : { ...message, content }
}

function isThinking({ type }: Part): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
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
