import type { Json } from '../../../engine/index.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import type { JsonRecord } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { asText, callOf, chatMessage, textsOf, usageBeside, usageWithin } from './chat-message.ts'
import { listAt } from './container.ts'
import { PartialCalls, ofCohere, ofConverse } from './pieces.ts'

/** The answer that a body holds: a value, its JSON, or the events or lines of a stream. Null if it is none. */
export function answerIn(body: Json | undefined): Json {
  const value = typeof body === 'string' ? (valueOf(body) ?? eventsOf(body)) : (body ?? null)
  const chunks = isList(value) ? value : [value]
  return wholeOf(chunks.map(unwrapped))
}

/** Some recorders name the class of an answer around it, or have it in the data of a response. */
function unwrapped(chunk: Json): Json {
  const [inner, data] = [at(chunk, '__data__'), at(chunk, 'data')]
  if (isRecord(inner)) return inner
  return isRecord(data) && isAnswer(data) ? data : chunk
}

/** True for an answer of a model, as readers know it. */
export function isAnswer(value: Json): boolean {
  return (
    ['choices', 'candidates', 'output'].some((key) => isList(at(value, key))) ||
    at(value, 'role') === 'assistant'
  )
}

/** How a text of server-sent events begins. */
const STREAM = /^\s*(?:(?:event|id|retry)?:[^\n]*\n\s*)*data: ?[[{]/

/** The first stream that is in a value or below it: a text of server-sent events, or the pieces of an answer in a list. */
export function streamIn(value: Json | undefined, depth = 0): Json | undefined {
  if (typeof value === 'string') return STREAM.test(value) ? value : undefined
  if (isList(value)) {
    // most lists are none, as their first value shows
    if (value.length < 2 || !pieceIn(value[0] ?? null).some(isOfStream)) return undefined
    const pieces = value.flatMap(pieceIn)
    return pieces.every(isOfStream) && isAnswer(answerIn(pieces)) ? pieces : undefined
  }
  if (!isRecord(value) || depth > DEEPEST) return undefined
  for (const inner of Object.values(value)) {
    const found = streamIn(inner, depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** How far below a record of a call its answer is. */
const DEEPEST = 2

/** A piece as it is, as the text of its event, or with the name of the event beside it. */
function pieceIn(one: Json): readonly Json[] {
  if (typeof one === 'string') return /^\s*data: ?\[DONE\]/.test(one) ? [DONE] : eventsOf(one).slice(0, 1)
  const data = at(one, 'data') ?? one
  return typeof data === 'string' ? [valueOf(data) ?? DONE] : [data]
}

const DONE = Object.freeze({ type: 'response.done' })

function isOfStream(piece: Json): boolean {
  const type = textOf(at(piece, 'type')) ?? ''
  return (
    /^(?:response\.|message_|content_block_|message-|content-|tool-|ping$)/.test(type) ||
    at(piece, 'object') === 'chat.completion.chunk' ||
    PIECES.some((key) => at(piece, key) !== undefined) ||
    isPiece(piece)
  )
}

/** Keys of the pieces of Converse and of Gemini. */
const PIECES = [
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
  'candidates',
] as const

/** The values of server-sent events, or of lines. */
export function eventsOf(body: string): readonly Json[] {
  return body.split(/\r?\n/).flatMap((line) => {
    const value = valueOf(line.replace(/^data:/, '').trim())
    return isRecord(value) ? [value] : isList(value) ? value : []
  })
}

function wholeOf(chunks: readonly Json[]): Json {
  const first = chunks.find(isRecord)
  if (first === undefined) return null
  const has = (key: string): boolean => chunks.some((chunk) => at(chunk, key) !== undefined)
  if (at(first, 'type') === 'message_start') return ofAnthropic(chunks)
  if (textOf(at(first, 'type'))?.startsWith('response.') === true) return ofResponses(chunks)
  if (has('contentBlockDelta') || has('contentBlockStart')) {
    const { message, usage } = ofConverse(chunks)
    return ofBedrock(message, usage)
  }
  if (at(first, 'type') === 'message-start') return ofMessages([ofCohere(chunks)])
  if (has('candidates')) return ofGemini(chunks)
  if (isRecord(at(first, 'message'))) return ofMessages(chunks)
  if (has('prompt_eval_count') && typeof at(first, 'response') === 'string')
    return completionOf(chunks, { content: chunks.map((chunk) => asText(at(chunk, 'response'))).join('') })
  if (chunks.some(isPiece)) return ofOpenAi(chunks)
  const said = at(first, 'output', 'message')
  if (isRecord(said)) return ofBedrock(said, at(first, 'usage'))
  return chunks.length === 1 ? first : null
}

/** A piece of an answer of OpenAI’s, or of a text completion, which does not end with it. */
export function isPiece(chunk: Json): boolean {
  const choice = listAt(chunk, 'choices')[0]
  return (
    at(choice, 'delta') !== undefined ||
    (typeof at(choice, 'text') === 'string' && at(choice, 'finish_reason') === null)
  )
}

/** The last response that has its output; else what was done until the stream broke off. */
function ofResponses(chunks: readonly Json[]): Json {
  const responses = chunks.map((chunk) => at(chunk, 'response') ?? null)
  const whole = responses.findLast((one) => listAt(one, 'output').length > 0)
  const output = [
    ...chunks.flatMap((chunk) =>
      at(chunk, 'type') === 'response.output_item.done' ? [at(chunk, 'item') ?? null] : [],
    ),
    ...brokenOff(chunks),
  ]
  const last = responses.findLast(isRecord)
  return whole ?? (output.length === 0 ? null : { object: 'response', ...last, output })
}

/** The words of the item that was not done when a stream broke off. */
function brokenOff(chunks: readonly Json[]): readonly Json[] {
  const done = chunks.findLastIndex((chunk) => at(chunk, 'type') === 'response.output_item.done')
  const pieces = chunks
    .slice(done + 1)
    .map((chunk) => (at(chunk, 'type') === 'response.output_text.delta' ? asText(at(chunk, 'delta')) : ''))
  const text = pieces.join('')
  return text === '' ? [] : [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }]
}

function ofBedrock(message: JsonRecord, usage: Json | undefined): Json {
  return {
    ...message,
    usage: usageBeside(usage) ?? null,
  }
}

function ofAnthropic(chunks: readonly Json[]): Json {
  const blocks: JsonRecord[] = []
  let message: JsonRecord = {}
  let usage: JsonRecord = {}
  for (const chunk of chunks) {
    const more = at(chunk, 'message', 'usage') ?? at(chunk, 'usage')
    if (isRecord(more)) usage = { ...usage, ...more }
    const index = Number(at(chunk, 'index') ?? -1)
    const block = blocks[index] ?? {}
    const started = at(chunk, 'content_block')
    if (at(chunk, 'type') === 'message_start') message = { ...recordOf(at(chunk, 'message')) }
    else if (isRecord(started)) blocks[index] = started
    else
      for (const [key, piece] of Object.entries(recordOf(at(chunk, 'delta'))))
        if (index >= 0 && key !== 'type' && typeof piece === 'string')
          blocks[index] = { ...block, [key]: asText(block[key]) + piece }
  }
  // only those that are there: an index may be any number
  const content = Object.values(blocks).map(({ partial_json: json, ...block }) =>
    json === undefined ? block : { ...block, input: valueOf(asText(json)) ?? {} },
  )
  return { ...message, content, usage }
}

function ofOpenAi(chunks: readonly Json[]): Json {
  const calls: { id: Json; name: string; input: string }[] = []
  const open = new Map<number, (typeof calls)[number]>()
  const said = { content: '', thought: '' }
  for (const chunk of chunks) {
    const choice = listAt(chunk, 'choices').find((one) => (at(one, 'index') ?? 0) === 0)
    const delta = at(choice, 'delta')
    // Mistral's content is a list of blocks while it thinks
    const blocks = listAt(delta, 'content')
    said.content +=
      blocks.length > 0
        ? textsOf(blocks, 'text').join('')
        : asText(at(delta, 'content') ?? at(choice, 'text'))
    const thoughts = blocks.flatMap((block) => textsOf(listAt(block, 'thinking'), 'text'))
    said.thought += asText(at(delta, 'reasoning_content') ?? at(delta, 'reasoning')) + thoughts.join('')
    for (const piece of listAt(delta, 'tool_calls')) {
      const index = Number(at(piece, 'index') ?? calls.length)
      const id = textOf(at(piece, 'id'))
      const name = asText(at(piece, 'function', 'name'))
      let call = open.get(index)
      // some servers give every call the index 0
      if (!call || (id !== undefined && call.id !== null && id !== call.id && name !== '')) {
        call = { id: null, name: '', input: '' }
        open.set(index, call)
        calls.push(call)
      }
      call.id = id ?? call.id
      call.name += name
      call.input += asText(at(piece, 'function', 'arguments'))
    }
  }
  return completionOf(chunks, {
    content: said.content,
    thoughts: said.thought === '' ? [] : [said.thought],
    calls: calls.map(({ id, name, input }) => callOf(id, name, input)),
  })
}

/** Answers of Ollama, whole or one per line, and of Cohere: a message, with the tokens beside it. */
function ofMessages(chunks: readonly Json[]): Json {
  const messages = chunks.map((chunk) => at(chunk, 'message'))
  const contents = messages.map((message) => {
    const content = at(message, 'content')
    return isList(content) ? textsOf(content, 'text').join('') : asText(content)
  })
  const thought = messages
    .map((message) => asText(at(message, 'thinking') ?? at(message, 'tool_plan')))
    .join('')
  return completionOf(chunks, {
    content: contents.join(''),
    thoughts: thought === '' ? [] : [thought],
    calls: messages
      .flatMap((message) => listAt(message, 'tool_calls'))
      .map((call) => callOf(at(call, 'id'), at(call, 'function', 'name'), at(call, 'function', 'arguments'))),
  })
}

function completionOf(chunks: readonly Json[], said: Parameters<typeof chatMessage>[1]): Json {
  const last = (...keys: readonly string[]): Json | undefined =>
    chunks.map((chunk) => at(chunk, ...keys)).findLast((value) => value !== undefined && value !== null)
  const counted = (input: Json | undefined, output: Json | undefined): Json | undefined =>
    usageWithin({ input, output })
  const usage =
    counted(last('prompt_eval_count'), last('eval_count')) ?? last('usage') ?? last('x_groq', 'usage')
  return {
    model: last('model') ?? null,
    choices: [{ message: chatMessage('assistant', said) }],
    ...(usage !== undefined && { usage }),
  }
}

/** Texts of the same kind that follow one another are one part. */
function ofGemini(chunks: readonly Json[]): Json {
  const parts: JsonRecord[] = []
  const calls = new PartialCalls()
  let whole: JsonRecord = {}
  for (const chunk of chunks) {
    whole = { ...whole, ...recordOf(chunk) }
    for (const part of listAt(listAt(chunk, 'candidates')[0], 'content', 'parts').filter(isRecord)) {
      if (!calls.begins(part)) continue
      const before = parts.at(-1)
      const [text, more] = [at(before, 'text'), part['text']]
      if (
        before !== undefined &&
        typeof text === 'string' &&
        typeof more === 'string' &&
        before['thought'] === part['thought']
      )
        parts[parts.length - 1] = { ...before, ...part, text: text + more }
      else parts.push(part)
    }
  }
  return {
    ...whole,
    candidates: [{ content: { role: 'model', parts: parts.map((part) => calls.whole(part)) } }],
  }
}
