import { callNames, partsOf } from '../engine/internal.ts'
import type { Message, MessageIndex, Milliseconds, Part } from '../engine/index.ts'
import type { RecordedEdit, Trace, TraceTurn } from '../sim/index.ts'
import type { Live, LiveReply, Opening, ToolCall, ToolOutcome } from './live.ts'

/** A conversation without any messages. */
export function startLive({ title, system, tools, thinking }: Opening): Live {
  return liveOf({
    version: 1,
    source: { kind: 'live', name: 'live', title, seed: null, filename: null },
    system,
    tools,
    ...(thinking !== undefined && { thinking }),
    messages: [],
    windows: [{ id: 0, parent: null, kind: 'main', opened: 0, closed: null }],
    injected: [],
    turns: [],
    needs: [],
    recordedEdits: [],
    intake: { records: 0, problems: [], ignored: [], inferred: [] },
    siblings: [],
    lacksOverhead: false,
    counts: null,
  })
}

/**
 * The user writes, which opens a turn. As long as the model has not answered, the message joins the same turn, whose
 * time becomes that of its newest message.
 *
 * @param time in milliseconds since the conversation began. A turn stores it as a whole number, at least 1, and never
 *   earlier than the previous turn
 * @throws RangeError for a text without words, which providers reject, while calls wait for results, and for a time
 *   that is negative or not finite
 */
export function say(live: Live, text: string, time: Milliseconds): Live {
  if (text.trim() === '') throw new RangeError(`a message needs text, not ${JSON.stringify(text)}`)
  if (live.next === 'tools') throw new RangeError(`calls wait for their results first: ${idsOf(live.open)}`)
  return arrived(live.trace, { role: 'user', content: text }, time)
}

/** Replaces a reply that arrived, and was billed, without text or calls. */
export const NO_WORDS = '[The model replied without words.]'

/**
 * The model replies, which ends the turn. Parts that providers write and do not accept back are left out: blank texts,
 * and thinking without anything after it. If nothing is left, the reply is `NO_WORDS`, and the user continues. A call
 * whose id was used before gets a new one, as in every trace. A summary that the provider made of everything before the
 * reply is recorded as an edit, unchanged, and not as words of the model: only a run that asks the provider to compact
 * sends it back, because sending it makes the provider forget what was before. The turn keeps its time: its request was
 * prepared with it.
 *
 * @throws RangeError out of turn, and for a part that only users send
 */
export function hear(live: Live, reply: LiveReply): Live {
  const { trace } = live
  const turn = trace.turns.at(-1)
  if (live.next !== 'model' || turn === undefined)
    throw new RangeError(`a reply is possible only in the model's turn, but it is the turn of: ${live.next}`)
  const content = wordsOf(reply)
  const names = callNames()
  for (const message of trace.messages) names.take(message)
  const heard: TraceTurn = {
    ...turn,
    response: trace.messages.length,
    usage: usageOf(reply),
    model: reply.model,
    ...(reply.applied !== undefined && { applied: reply.applied }),
    ...(reply.asked !== undefined && { asked: reply.asked }),
  }
  return liveOf({
    ...grown(trace, names.take({ role: 'assistant', content })),
    turns: [...trace.turns.slice(0, -1), heard],
    recordedEdits: [...trace.recordedEdits, ...summariesOf(reply, turn)],
  })
}

/**
 * The results of all open calls, as one message in the order of the calls, which opens the next turn.
 *
 * @param time as in `say`
 * @throws RangeError that ends with the id of a call without an outcome, or of an outcome without a call or said twice;
 *   and for a time that is negative or not finite
 */
export function answer(live: Live, outcomes: readonly ToolOutcome[], time: Milliseconds): Live {
  const byId = new Map<string, ToolOutcome>()
  const open = new Set(live.open.map(({ id }) => id))
  for (const outcome of outcomes) {
    if (!open.has(outcome.id)) throw new RangeError(`no open call has this outcome's id: ${outcome.id}`)
    if (byId.has(outcome.id)) throw new RangeError(`a call has one outcome, not two: ${outcome.id}`)
    byId.set(outcome.id, outcome)
  }
  if (live.open.length === 0)
    throw new RangeError(
      `tool results are possible only in the tools' turn, but it is the turn of: ${live.next}`,
    )
  const content = live.open.map(({ id }): Part => {
    const outcome = byId.get(id)
    if (outcome === undefined)
      throw new RangeError(`all open calls must be answered together; there is no outcome for ${id}`)
    const { text, failed } = outcome
    return { type: 'tool_result', tool_use_id: id, content: text, ...(failed && { is_error: true }) }
  })
  return arrived(live.trace, { role: 'user', content }, time)
}

/** Removes the last reply, so that the model can be called again. @throws RangeError if something follows it */
export function dropReply(live: Live): Live {
  const { trace } = live
  const turn = trace.turns.at(-1)
  if (turn === undefined || turn.response === null)
    throw new RangeError(`only the last reply can be taken back, but it is the turn of: ${live.next}`)
  return cutAt(trace, turn.response)
}

/**
 * Goes back to before the newest user message and everything after it. A turn that it had joined keeps its later time,
 * because that time has passed.
 *
 * @throws RangeError if there is no user message
 */
export function takeBack(live: Live): Live {
  const last = live.trace.messages.findLastIndex(
    ({ role, content }) => role === 'user' && typeof content === 'string',
  )
  if (last === -1)
    throw new RangeError(`there is no user message to take back among ${live.trace.messages.length} messages`)
  return cutAt(live.trace, last)
}

/** The beginning of a refused call's result. */
export const REFUSED = 'The user refused this call, so it did not run.'

/** The result that tells the model that the user refused a call. */
export function refusal(call: ToolCall, reason = ''): ToolOutcome {
  const why = reason.trim() === '' ? '' : ` They said: ${reason.trim()}`
  return { id: call.id, text: `${REFUSED}${why}`, failed: true }
}

/**
 * The outcome of a call that ran with another input than the model's. The call itself does not change, because the
 * model would otherwise reason from words that it never wrote; the result mentions the change.
 */
export function afterEdit(input: ToolCall['input'], outcome: ToolOutcome): ToolOutcome {
  const told = `The user changed the input of this call before it ran, to ${JSON.stringify(input)}.`
  return { ...outcome, text: outcome.text === '' ? told : `${told}\n${outcome.text}` }
}

/** A trace of one window as a live conversation. */
function liveOf(trace: Trace): Live {
  const turn = trace.turns.at(-1)
  const response = turn === undefined || turn.response === null ? undefined : trace.messages[turn.response]
  const open = response === undefined ? [] : partsOf(response).filter((part) => part.type === 'tool_use')
  const waits = turn !== undefined && response === undefined
  return {
    trace,
    open: open.map(({ id, name, input }) => ({ id, name, input })),
    next: waits ? 'model' : open.length > 0 ? 'tools' : 'user',
  }
}

/**
 * A message that arrives in the open turn, or opens one. The turn gets its time now and not from its reply: stages that
 * use the clock run while the request is prepared, and a run over the grown conversation must do the same (EDIT-4).
 */
function arrived(trace: Trace, message: Message, at: Milliseconds): Live {
  if (!(at >= 0 && Number.isFinite(at)))
    throw new RangeError(`a time is in milliseconds since the start, not ${at}`)
  const last = trace.turns.at(-1)
  const index = trace.messages.length
  const time = Math.max(last?.time ?? 1, Math.round(at))
  if (last !== undefined && last.response === null)
    return liveOf({
      ...grown(trace, message),
      turns: [...trace.turns.slice(0, -1), { ...last, inputs: [...last.inputs, index], time }],
    })
  const turn: TraceTurn = {
    turn: trace.turns.length,
    window: 0,
    inputs: [index],
    response: null,
    time,
    usage: null,
    model: null,
  }
  return liveOf({ ...grown(trace, message), turns: [...trace.turns, turn] })
}

function grown(trace: Trace, message: Message): Trace {
  const messages = [...trace.messages, message]
  return { ...trace, messages, intake: { ...trace.intake, records: messages.length } }
}

/** The conversation before a message of its last turns arrived. */
function cutAt(trace: Trace, message: MessageIndex): Live {
  const turns = trace.turns.flatMap((turn): TraceTurn[] => {
    const inputs = turn.inputs.filter((index) => index < message)
    if (inputs.length === 0) return []
    const stays = turn.response !== null && turn.response < message
    return [stays ? turn : unanswered(turn, inputs)]
  })
  const closed = turns.filter(({ response }) => response !== null).length
  const messages = trace.messages.slice(0, message)
  return liveOf({
    ...trace,
    messages,
    turns,
    recordedEdits: trace.recordedEdits.filter(({ turn }) => turn < closed),
    intake: { ...trace.intake, records: messages.length },
  })
}

function unanswered({ applied: _, asked: __, ...turn }: TraceTurn, inputs: TraceTurn['inputs']): TraceTurn {
  return { ...turn, inputs, response: null, usage: null, model: null }
}

function usageOf({ usage, counted }: LiveReply): TraceTurn['usage'] {
  return usage === null ? null : { ...usage, ...(Object.keys(counted).length > 0 && { counted }) }
}

function summariesOf({ content }: LiveReply, { turn, window }: TraceTurn): readonly RecordedEdit[] {
  // Of several, the last one includes the others.
  const part = content.findLast((one) => one.type === 'compaction')
  if (part === undefined) return []
  const { content: summary } = part
  return [{ turn, window, kind: 'compaction', trigger: null, tokensBefore: null, summary, part }]
}

/**
 * The parts of a reply that a provider accepts back. Interrupted thinking has no signature, and no message ends with
 * thinking.
 */
function wordsOf(reply: LiveReply): readonly Part[] {
  const content = reply.content.filter((part) => part.type !== 'compaction' && !isBlank(part))
  const foreign = content.find(({ type }) => !REPLY_PARTS.has(type))
  if (foreign !== undefined)
    throw new RangeError(`a reply holds texts, thinking and calls, not a part of type ${foreign.type}`)
  const last = content.findLastIndex((part) => !isThinking(part))
  return last === -1 ? [{ type: 'text', text: NO_WORDS }] : content.slice(0, last + 1)
}

const REPLY_PARTS: ReadonlySet<Part['type']> = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use'])

function isThinking({ type }: Part): boolean {
  return type === 'thinking' || type === 'redacted_thinking'
}

function isBlank(part: Part): boolean {
  return part.type === 'text' && part.text.trim() === ''
}

function idsOf(calls: readonly ToolCall[]): string {
  return calls.map(({ id }) => id).join(', ')
}
