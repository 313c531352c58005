import { ProblemError, repair, validate } from '../../../engine/index.ts'
import type {
  AnthropicRequest,
  ContextEdit,
  Json,
  Message,
  Part,
  ThinkingConfig,
  Tokens,
  Turn,
} from '../../../engine/index.ts'
import { mockAgents } from '../../../live/index.ts'
import type { Live, LiveReply } from '../../../live/index.ts'
import { promptOfUsage } from '../../../llm/index.ts'
import type { AppliedEdit, Reply } from '../../../provider/index.ts'
import { reserveAt } from '../../../sim/internal.ts'
import type { Usage } from '../../../sim/index.ts'
import type { Comparison, LaneResult } from '../../../worker/protocol.ts'
import { makeCall } from '../../store/model/calls.ts'
import { connection } from '../../store/model/connection.ts'
import { promptTokens } from '../../store/model/estimate.ts'
import { mostOutput } from '../../store/model/facts.ts'
import { promptOfTurn, sentRequest, sizesOfTurn } from '../../store/run/questions.ts'
import { THINKING_TEXT, asTaken, REPLY } from './thinking.ts'
import { LIVE_TEXT } from '../../store/live/words.ts'
import { clearedAt, compactedAt, heldIn, isPlayedIn } from './figures.ts'
import type { Compaction, Sent } from '../../store/live/state.ts'

/** The next request, as the first lane prepared it. */
export interface Prepared {
  readonly turn: Turn
  readonly request: AnthropicRequest
  /** What the model sees of it, after the requested edits by the provider. */
  readonly prompt: () => Promise<AnthropicRequest>
  /** What is known about it before it is sent. */
  readonly known: Pick<Sent, 'turn' | 'used' | 'strategy' | 'held' | 'counted' | 'predicted' | 'compaction'>
}

/**
 * @throws ProblemError `window-over` if the lane ended in or before the last turn: its request is too long for the
 *   window
 */
export async function preparedIn(comparison: Comparison, live: Live): Promise<Prepared> {
  const turn = live.trace.turns.length - 1
  const lane = lastingLane(comparison, turn)
  const { repairs: _, ...request } = await sentRequest(comparison, lane.name, turn, 'anthropic')
  // The provider reads something else than was counted if a simulated summary is in the count but not sent.
  const isOther = isPlayedIn(lane.data, turn, request, live.trace.recordedEdits)
  const counted = isOther ? {} : await sizesOfTurn(comparison, lane.name, turn)
  const used = lane.data.turns[turn]?.points.sent.used ?? 0
  const asked = request.context_management?.edits ?? []
  const predicted = asked.length === 0 ? null : clearedAt(lane.data, turn)
  const compacts = asked.some(({ type }) => type === 'compact_20260112')
  const compaction = compacts ? { expected: compactedAt(lane.data, turn), made: null } : null
  return {
    turn,
    request,
    prompt: () => promptOfTurn(comparison, lane.name, turn),
    known: {
      turn,
      used,
      strategy: lane.label,
      held: heldIn(lane.data, turn),
      counted,
      predicted,
      compaction,
    },
  }
}

function lastingLane({ lanes: [lane] }: Comparison, turn: Turn): LaneResult {
  const ended = lane?.data.ended ?? null
  if (lane !== undefined && lane.data.turns[turn] !== undefined && (ended === null || ended.turn > turn))
    return lane
  const { data, label = '' } = lane ?? {}
  const at = ended?.turn ?? turn
  const used = data?.turns[at]?.points.sent.used ?? 0
  const sizes = data === undefined ? null : { used, limit: data.limit, reserve: reserveAt(data, at) }
  throw new ProblemError([{ severity: 'error', code: 'window-over', message: LIVE_TEXT.ended(label, sizes) }])
}

/** The answer of the model, or of the mock that plays one. */
export async function replyTo(
  { turn, request, prompt, known }: Prepared,
  agent: string,
  { signal, onText }: CallOptions,
): Promise<{ readonly reply: LiveReply; readonly sent: Sent }> {
  const { counted } = known
  const mock = mockAgents[agent]
  if (mock !== undefined) {
    const reply = { content: mock.reply(await prompt()), model: mock.name, usage: null, counted }
    return { reply, sent: { ...known, applied: null, repaired: 0, stopReason: null } }
  }
  const { said, repaired, taken } = await modelReply(request, turn, { signal, onText })
  const { content, model, applied, stopReason } = said
  const compaction = withMade(known.compaction ?? null, said)
  // The billed prompt differs from the counted one: it was repaired, or a summary replaced part of it.
  const isOther = repaired > 0 || (compaction !== null && (compaction.expected ?? compaction.made) !== null)
  const own = isOther ? {} : counted
  const asked = taken.context_management?.edits
  return {
    reply: {
      content,
      model,
      usage: usageOf(said),
      counted: own,
      ...(asked !== undefined && { applied: applied.map(asTold), asked: asked.map(asAsked) }),
    },
    sent: { ...known, counted: own, applied, compaction, repaired, stopReason },
  }
}

/** What the run simulated beside what the provider did. An unrequested summary is reported too. */
function withMade(known: Compaction | null, said: Reply): Compaction | null {
  const part = said.content.findLast((one) => one.type === 'compaction')
  if (part === undefined) return known
  const { compaction: billed = null, usage } = said
  return {
    expected: known?.expected ?? null,
    made: {
      summary: part.content,
      billed: billed === null ? null : { input: promptOfUsage(billed), output: billed.output },
      after: usage === null ? null : promptOfUsage(usage),
    },
  }
}

/** An edit as in the request, as plain data. */
function asAsked(edit: ContextEdit): Json {
  return JSON.parse(JSON.stringify(edit)) as Json
}

/** An edit as in the response. */
function asTold({ type, clearedInputTokens, clearedToolUses, clearedThinkingTurns }: AppliedEdit): Json {
  return {
    type,
    ...(clearedToolUses !== null && { cleared_tool_uses: clearedToolUses }),
    ...(clearedThinkingTurns !== null && { cleared_thinking_turns: clearedThinkingTurns }),
    cleared_input_tokens: clearedInputTokens,
  }
}

interface CallOptions {
  readonly signal: AbortSignal
  /** The reply so far. */
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
): Promise<{ readonly said: Reply; readonly repaired: number; readonly taken: AnthropicRequest }> {
  const { model } = connection.getState()
  const taken = asTaken(request, model)
  const call = { purpose: 'agent', model, maxTokens: mostOf(taken.thinking, model) } as const
  const told = (about: string): string =>
    taken.thinking === request.thinking ? about : THINKING_TEXT.otherwise(about, model, taken.thinking)
  try {
    const about = told(LIVE_TEXT.aboutTurn(turn))
    const said = await makeCall({ ...call, request: taken }, about, signal, onText)
    return { said, repaired: 0, taken }
  } catch (failure) {
    const { CallFailure } = await import('../../../provider/index.ts')
    if (!(failure instanceof CallFailure) || failure.code !== 'request-refused') throw failure
    const { mended, faults } = mend(taken)
    if (faults.length === 0) throw failure
    onText('')
    const about = told(LIVE_TEXT.aboutRepaired(turn, faults))
    const said = await makeCall({ ...call, request: mended }, about, signal, onText)
    return { said, repaired: faults.length, taken: mended }
  }
}

/** Thinking counts towards the maximum tokens of a reply, so it is added: its budget, or twice as much again. */
function mostOf(thinking: ThinkingConfig | undefined, model: string): Tokens {
  const more =
    thinking?.type === 'enabled'
      ? (thinking.budget_tokens ?? 0)
      : thinking?.type === 'adaptive'
        ? 2 * REPLY
        : 0
  return Math.min(REPLY + more, mostOutput(model) ?? Infinity)
}

/**
 * A repaired version of a refused request, with what was wrong with it. A lane's requests are already repaired by the
 * rules, so the remaining problem is usually thinking: its signature is valid only after the prompt for which it was
 * written.
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
