import type { Json, Place } from '../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { answeredAt, timed } from '../read/answered-at.ts'
import { conversationIn } from '../read/conversation-id.ts'
import { namedModel } from '../read/named-model.ts'
import type { Log } from '../read/reader.ts'
import { SENT_AND_ANSWERED } from '../read/sent-and-answered.ts'

/** A list of chat messages with its surrounding data: a request, a stored completion, a trajectory. */
export interface Envelope {
  readonly label: string | null
  /** Path of the list, '' if the text is the list itself. */
  readonly path: string
  readonly messages: readonly Json[]
  /** The place of each message in the list of the log, where that is another one. */
  readonly indexes?: readonly number[]
  /** Line and column of the record, or of each message if every line is one; null for a text that is a single value. */
  readonly places: Place | readonly Place[] | null
  /** The object that contains the list, null for a bare list. */
  readonly holder: JsonRecord | null
  /** A response recorded beside the request; its message is not in the list. */
  readonly reply: Json
  /** What stands in the place of a response and is none. */
  readonly unread?: Json
  /** Paths of the response, and of the list's siblings, up to the key. */
  readonly replyPath: string
  readonly base: string
}

/** For messages without surrounding data. */
const BARE = Object.freeze({ label: null, holder: null, reply: null, replyPath: '', base: '' })

/**
 * The conversations of a text: a bare list, an object with `messages` (or `traj`), a request beside its response, a
 * list of such objects, one such object per line, or one message per line. Empty if the text contains no chat messages.
 */
export function envelopesOf(log: Log): readonly Envelope[] {
  const envelopes: Envelope[] = []
  /** Messages on lines of their own, as one conversation, or as one for each id. */
  const loose = new Map<Json | undefined, { messages: Json[]; places: Place[] }>()
  let newest: Json | undefined
  /** Some writers put each message into a list of its own. */
  const isListed =
    log.records.length > 1 && log.records.every(({ value }) => isList(value) && value.length === 1)
  for (const record of log.records) {
    const value = isListed && isList(record.value) ? (record.value[0] ?? null) : record.value
    const place = log.shape === 'json' ? null : { line: record.line, column: record.column }
    const before = envelopes.at(-1)
    if (isMessage(value) && !isList(at(value, 'messages'))) {
      if (before && loose.size === 0 && before.reply === null && at(value, 'role') === 'assistant') {
        envelopes[envelopes.length - 1] = { ...before, reply: value }
        continue
      }
      // some rows have the id only where a turn begins
      const id = conversationIn(value) ?? newest
      newest = id
      const own = loose.get(id) ?? { messages: [], places: [] }
      if (own.messages.length === 0)
        envelopes.push({ ...BARE, label: textOf(id) ?? null, path: 'line', ...own })
      loose.set(id, own)
      own.messages.push(value)
      own.places.push(record)
      continue
    }
    const found = fromRecord(value, place)
    const alone = found.length === 1 ? found[0] : undefined
    if (alone && alone.messages.length === 0 && alone.reply !== null && before && before.reply === null)
      envelopes[envelopes.length - 1] = { ...before, reply: alone.reply }
    else for (const envelope of found) envelopes.push(envelope)
    if (found.length === 0) continue
    loose.clear()
    newest = undefined
  }
  return envelopes
}

/** True for a value that looks like a chat message, valid or not. */
export function isMessage(value: Json | undefined): boolean {
  return isRecord(value) && Object.hasOwn(value, 'role')
}

/**
 * True for a call as a recorder keeps it: a request with its answer, or a request alone, which names a model and does
 * not end with a reply. Training examples and trajectories are none.
 */
export function isCall({ reply, holder, messages }: Envelope): boolean {
  if (reply !== null) return true
  return at(holder ?? undefined, 'model') !== undefined && at(messages.at(-1), 'role') !== 'assistant'
}

/** Place of one message of an envelope. */
export function placeIn(envelope: Envelope, index: number): Place | null {
  const { places } = envelope
  if (places === null) return null
  if ('line' in places) return places
  const place = places[index]
  return place ? { line: place.line, column: place.column } : null
}

function fromRecord(value: Json, place: Place | null): readonly Envelope[] {
  if (isList(value)) return fromList(value, '', place)
  if (!isRecord(value)) return []
  const found = fromObject(value, '', place)
  const listed = at(value, 'data')
  // a page of an export has its records there
  return found.length === 0 && isList(listed) ? fromList(listed, 'data', place) : found
}

function fromList(list: readonly Json[], path: string, place: Place | null): readonly Envelope[] {
  if (list.some(isMessage)) return [{ ...BARE, path, messages: list, places: place }]
  return list.flatMap((entry, index) => {
    const own = `${path}[${index}]`
    if (isRecord(entry)) return fromObject(entry, `${own}.`, place)
    return isList(entry) && entry.some(isMessage)
      ? [{ ...BARE, path: own, messages: entry, places: place }]
      : []
  })
}

/** `base` is the path up to the keys of the object: '' or `[3].`. */
function fromObject(holder: JsonRecord, base: string, places: Place | null): readonly Envelope[] {
  const response = at(holder, 'response') ?? null
  const around = { label: labelOf(holder), places, ...replyOf(holder, response, base) }
  for (const key of ['messages', 'traj', 'prompt']) {
    const messages = at(holder, key)
    if (isList(messages) && (messages.length === 0 || messages.some(isMessage))) {
      const whole = [...messages, ...answersOf(key === 'prompt' ? trainedOn(holder) : response)]
      if (around.reply === null && whole.length > 0 && at(whole.at(-1), 'role') !== 'assistant')
        return [{ ...around, ...saidIn(holder, base), path: `${base}${key}`, messages: whole, holder, base }]
      return [{ ...around, path: `${base}${key}`, messages: whole, holder, base }]
    }
  }
  for (const [key, ...answers] of SENT_AND_ANSWERED) {
    const sent = at(holder, key)
    const hasBody = isList(at(sent, 'body', 'messages'))
    const request = hasBody ? at(sent, 'body') : sent
    const bare = isList(request)
    const messages = bare ? request : at(request, 'messages')
    if (!isList(messages) || !messages.some(isMessage)) continue
    const place = `${base}${key}${hasBody ? '.body' : ''}`
    const path = bare ? place : `${place}.messages`
    const inner = bare ? base : `${place}.`
    const answer = answers.find((one) => (at(holder, one) ?? null) !== null) ?? 'preferred_output'
    const given = at(holder, answer) ?? null
    const own = replyOf(holder, answerOf(given, holder), base, answer)
    const more = answersOf(given)
    const isUnread = own.reply === null && more.length === 0 && isSaid(given)
    // a container tells it by itself
    const unread =
      isUnread && at(holder, 'isUnread') !== true ? { unread: given, replyPath: `${base}${answer}` } : {}
    const whole = { messages: continued(messages, more), holder: isRecord(request) ? request : holder }
    return [{ ...around, ...own, ...unread, ...whole, path, base: inner }]
  }
  if (around.reply === null) return []
  const messages = [holder, at(holder, 'request')].map(promptIn).find((list) => list.length > 0) ?? []
  return [{ ...around, path: `${base}messages`, messages, holder, base }]
}

/** True for what is neither empty nor an error. */
function isSaid(answer: Json): boolean {
  if (isList(answer)) return answer.length > 0
  const body = at(answer, 'body') ?? answer
  return isRecord(body) && Object.keys(body).length > 0 && !ERRORS.some((key) => at(body, key) !== undefined)
}

const ERRORS = ['error', 'errors', 'detail', 'message'] as const

/** The prompt of a text completion, which has no messages. */
function promptIn(request: Json | undefined): readonly Json[] {
  const prompt = at(request, 'prompt')
  const text = textOf(isList(prompt) ? prompt[0] : prompt)
  return text === undefined ? [] : [{ role: 'user', content: text }]
}

/** Messages with those of an answer, which may begin with them. */
function continued(messages: readonly Json[], answers: readonly Json[]): readonly Json[] {
  const [first] = answers
  if (first === undefined) return messages
  const isWhole = JSON.stringify(at(first, 'content')) === JSON.stringify(at(messages[0], 'content'))
  return isWhole ? answers : [...messages, ...answers]
}

/** An answer that stands as a text beside the messages. */
function saidIn(holder: JsonRecord, base: string): Pick<Envelope, 'reply' | 'replyPath'> | undefined {
  for (const key of ['outputs', 'output', 'response', 'completion', 'answer']) {
    const value = at(holder, key)
    const said = isList(value) ? (at(value[0], 'text') ?? value[0]) : value
    if (textOf(said) !== undefined) return replyOf(holder, answerOf(said ?? null, holder), base, key)
  }
  return undefined
}

/** What follows the prompt in training data: one answer, or the preferred one of two. */
function trainedOn(holder: JsonRecord): Json {
  const answer = at(holder, 'completion') ?? at(holder, 'chosen') ?? at(holder, 'response') ?? null
  if (typeof answer === 'string') return { messages: [{ role: 'assistant', content: answer }] }
  return isList(answer) ? { messages: answer.filter((one) => at(one, 'role') !== 'user') } : answer
}

/** Messages that a response adds to those of its request, where it says so: the whole work of an agent, in a list. */
function answersOf(response: Json): readonly Json[] {
  const messages = at(response, 'messages')
  return isList(messages) && messages.some(isMessage) ? messages : []
}

/** An answer as some recorders have it: the reply in a list, in the body of a response, or with the usage beside it. */
function answerOf(value: Json, holder: JsonRecord): Json {
  const body = at(value, 'body') ?? value
  const one = isList(body) ? (body[0] ?? null) : body
  const chosen = isList(body) && isRecord(at(one, 'message')) ? (at(one, 'message') ?? null) : one
  const said = textOf(chosen) ?? textBelow(chosen)
  const reply = said === undefined ? chosen : { role: 'assistant', content: said }
  const counted = ['usage', 'metrics', 'tokens'].map((name) => at(holder, name)).find(isRecord)
  const usage = counted ?? (typeof holder['prompt_tokens'] === 'number' ? holder : undefined)
  const input = at(usage, 'input') ?? at(usage, 'prompt_tokens') ?? at(usage, 'prompt')
  if (!isRecord(reply) || !isRecord(usage) || at(reply, 'usage') !== undefined || input === undefined)
    return reply
  const model = namedModel(holder)
  const output = at(usage, 'output') ?? at(usage, 'completion_tokens') ?? at(usage, 'completion') ?? null
  return {
    ...reply,
    ...(model !== undefined && { model }),
    usage: { ...counted, prompt_tokens: input, completion_tokens: output },
  }
}

/** The text of an answer in an object of its own: `outputs: { output: '…' }`. */
function textBelow(answer: Json): string | undefined {
  if (isMessage(answer)) return undefined
  return ['output', 'answer', 'response', 'text', 'content', 'result', 'completion']
    .map((key) => textOf(at(answer, key)))
    .find((text) => text !== undefined)
}

function replyOf(
  holder: JsonRecord,
  response: Json,
  base: string,
  key = 'response',
): Pick<Envelope, 'reply' | 'replyPath'> {
  if (isReply(response)) return { reply: timed(response, answeredAt(holder)), replyPath: `${base}${key}` }
  return { reply: isReply(holder) ? holder : null, replyPath: base.slice(0, -1) }
}

/** A response object: OpenAI's with its choices, or Anthropic's, which is a message. */
function isReply(value: Json): boolean {
  if (isList(at(value, 'choices'))) return true
  if (at(value, 'role') !== 'assistant') return false
  return (
    isList(at(value, 'content')) ||
    isList(at(value, 'tool_calls')) ||
    typeof at(value, 'content') === 'string'
  )
}

function labelOf(holder: JsonRecord): string | null {
  const task = at(holder, 'task_id')
  const trial = at(holder, 'trial')
  if (typeof task === 'number' || typeof task === 'string')
    return `task ${task}${typeof trial === 'number' ? `, trial ${trial}` : ''}`
  return (
    textOf(at(holder, 'instance_id')) ??
    textOf(at(holder, 'conversation_id')) ??
    textOf(at(holder, 'id')) ??
    null
  )
}

/** Envelopes of a file with one conversation, a list of them, or one per line. */
export function envelopesIn(
  { records, shape }: Log,
  fromObject: (value: Json, base: string, places: Envelope['places']) => readonly Envelope[],
): readonly Envelope[] {
  return records.flatMap(({ value, line, column }) => {
    const places = shape === 'json' ? null : { line, column }
    if (!isList(value)) return fromObject(value, '', places)
    return value.flatMap((entry, index) => fromObject(entry, `[${index}].`, places))
  })
}
