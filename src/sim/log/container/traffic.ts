import { yamlValue } from '../../../config/internal.ts'
import type { Json, Milliseconds, Problem } from '../../../engine/index.ts'
import { bytesOf } from '../../../engine/internal.ts'
import { at, isList, isRecord, recordOf, textOf } from '../json/guard.ts'
import { valueOf } from '../json/parse.ts'
import { answeredAt, timed } from '../read/answered-at.ts'
import { instantOf } from '../read/instant.ts'
import type { LogRecord } from '../read/reader.ts'
import { asText } from './chat-message.ts'
import { completionIn, promptIn } from './completion.ts'
import { listAt, ofEach } from './container.ts'
import type { Container } from './container.ts'
import { gunzipped } from './inflate.ts'
import { conversationCall } from './mistral.ts'
import { answerIn, isAnswer, streamIn } from './streamed.ts'

/** Traffic of a browser or a proxy. */
export const har: Container = {
  name: 'a HAR file',
  keys: ['log'],
  open: ofEach((value) =>
    listAt(value, 'log', 'entries').flatMap((entry) => {
      const content = at(entry, 'response', 'content')
      const text = textOf(at(content, 'text'))
      return exchangeOf(
        at(entry, 'request', 'postData', 'text'),
        at(content, 'encoding') === 'base64' && text !== undefined ? decoded(text) : text,
        at(entry, 'request', 'url'),
        endOf(entry),
      )
    }),
  ),
  lost: unreadAnswers,
}

/** When an answer had come: the time of the request, and how long both took. */
function endOf(entry: Json): Milliseconds | null {
  const start = instantOf(at(entry, 'startedDateTime'))
  const took = at(entry, 'time')
  return start === null ? null : start + (typeof took === 'number' && took > 0 ? Math.round(took) : 0)
}

/** Where a file has its exchanges; the last is Braintrust's name. */
const LISTS = ['interactions', 'http_interactions', 'entries'] as const
/** Where lines of a proxy have what a request and its answer share. */
const CALL_IDS = ['requestId', 'request_id', 'seq', 'id', 'trace_id'] as const

/** Traffic that a test recorded to replay it, in YAML or JSON, or a proxy or Bedrock, one exchange per record. */
export const cassette: Container = {
  name: 'recorded web traffic',
  keys: [...LISTS, 'request', 'schemaType', 'scope', ...CALL_IDS],
  head: /^\uFEFF?(?:---\s+|(?:#|version:|recorded_with:)[^\n]*\n\s*)*(?:http_)?interactions:\s/,
  open(log) {
    const written = log.shape === 'text' ? (yamlValue(log.text) as Json | undefined) : undefined
    const records = besideRequests(
      written === undefined ? log.records : [{ value: written, line: 1, column: 1 }],
    )
    const hasOther = records.some(({ value }) => (isList(value) ? value : [value]).some(isOther))
    return ofEach((value) => {
      const listed = LISTS.flatMap((key) => listAt(value, key))
      const exchanges = (listed.length > 0 ? listed : [value]).flatMap((one): readonly Json[] =>
        isCall(one) && hasOther
          ? [isOther(one) ? { ...recordOf(one), response: answerIn(givenIn(one)) } : one]
          : at(one, 'schemaType') === 'ModelInvocationLog'
            ? exchangeOf(
                { model: at(one, 'modelId') ?? null, ...recordOf(at(one, 'input', 'inputBodyJson')) },
                at(one, 'output', 'outputBodyJson'),
                undefined,
                answeredAt(one),
              )
            : at(one, 'scope') === undefined
              ? exchangeOf(
                  bodyOf(at(one, 'request')),
                  bodyOf(at(one, 'response')),
                  at(one, 'request', 'uri') ?? at(one, 'request', 'url'),
                  answeredAt(
                    at(one, 'response'),
                    at(one, 'response', '_meta'),
                    dateIn(at(one, 'response', 'headers')),
                    one,
                    at(one, 'request'),
                  ),
                )
              : // nock has both beside the address
                exchangeOf(at(one, 'body'), at(one, 'response'), at(one, 'path')),
      )
      return withLaterAnswers(exchanges, listed)
    })({ ...log, records })
  },
  lost: unreadAnswers,
}

/** A request or an answer on a line of its own, by what a proxy calls it. */
function isSide(record: Json, side: 'request' | 'response'): boolean {
  return ['type', 'kind', 'direction', 'event'].some((key) => at(record, key) === side)
}

/** Requests with the answers that a proxy wrote on later lines, by the id of the call; other logs as they are. */
function besideRequests(records: readonly LogRecord[]): readonly LogRecord[] {
  const idOf = ({ value }: LogRecord): Json | undefined =>
    CALL_IDS.map((key) => at(value, key)).find((id) => (id ?? null) !== null)
  const answers = new Map(
    records.flatMap((record) => {
      const id = isSide(record.value, 'response') ? idOf(record) : undefined
      return id === undefined ? [] : [[id, record.value]]
    }),
  )
  if (!records.some((record) => isSide(record.value, 'request') && answers.has(idOf(record) ?? null)))
    return records
  return records.flatMap((record) =>
    isSide(record.value, 'request')
      ? [{ ...record, value: { request: record.value, response: answers.get(idOf(record) ?? null) ?? null } }]
      : [],
  )
}

/** True for a request beside its answer, which readers know without their bodies. */
function isCall(one: Json): boolean {
  return isList(at(one, 'request', 'messages'))
}

/** True for a call whose answer has another shape, as Ollama's and Cohere's have. */
function isOther(one: Json): boolean {
  return isCall(one) && !isAnswer(givenIn(one)) && isAnswer(answerIn(givenIn(one)))
}

function givenIn(one: Json): Json {
  const response = at(one, 'response') ?? null
  return at(response, 'body') ?? streamIn(response) ?? response
}

/** Exchanges whose answer was given in the background, and fetched by a request without a body. */
function withLaterAnswers(exchanges: readonly Json[], all: readonly Json[]): readonly Json[] {
  const later = new Map<Json | undefined, Json>()
  const isLate = (answer: Json | undefined): boolean =>
    at(answer, 'object') === 'response' && listAt(answer, 'output').length === 0
  if (!exchanges.some((exchange) => isLate(at(exchange, 'response')))) return exchanges
  for (const one of all) {
    const answer = answerIn(bodyOf(at(one, 'response')))
    if (at(answer, 'object') === 'response' && !isLate(answer)) later.set(at(answer, 'id'), answer)
  }
  return exchanges.map((exchange) => {
    const response = at(exchange, 'response')
    const whole = isLate(response) ? later.get(at(response, 'id')) : undefined
    return whole === undefined ? exchange : { ...recordOf(exchange), response: whole }
  })
}

/** The body of a recorded request or answer, by the names that recorders give it. */
function bodyOf(side: Json | undefined): Json | undefined {
  const sent = listAt(side, 'body_segments')
  if (sent.length > 0) return sent
  const body =
    at(side, 'parsed_body') ??
    at(side, 'body') ??
    at(side, 'body_raw') ??
    at(side, 'content') ??
    streamIn(side)
  const isPacked = at(body, 'kind') === 'base64'
  const packed = textOf(at(body, isPacked ? 'value' : 'base64_string'))
  if (packed !== undefined) return decoded(packed)
  if (at(body, 'kind') === 'sse') return listAt(body, 'chunks').map(asText).join('\n\n')
  // bytes that are in a file beside
  if (at(body, 'kind') === 'binary') return asText(at(body, 'path'))
  const text = at(body, 'string') ?? (at(body, 'kind') === 'json' ? at(body, 'value') : body)
  return typeof text === 'string' && PACKED.test(text) ? decoded(text) : text
}

/** When a server answered, as its headers say: an object, whose values may be lists. */
function dateIn(headers: Json | undefined): Json {
  const date = Object.entries(recordOf(headers)).find(([name]) => name.toLowerCase() === 'date')?.[1]
  return { timestamp: (isList(date) ? date[0] : date) ?? null }
}

/** Bytes in base64, as YAML has a body that is packed, or has other letters than those of English: neither JSON nor a stream. */
const PACKED = /^[\w+/=\s]+$/

/** What to say of bodies that are neither JSON nor a stream of it: bytes of another packing, damaged ones, pages. */
function unreadAnswers(records: readonly LogRecord[]): readonly Problem[] {
  const unread = records.flatMap((record, index) => (at(record.value, 'isUnread') === true ? [index] : []))
  const [first] = unread
  if (first === undefined) return []
  const { line = 1, column = 1 } = records[first] ?? {}
  const message = `${unread.length} of ${records.length} recorded answers could not be read, the first to request ${first + 1}: their bodies are packed, damaged, or no answers of a model`
  const fix = 'Record them unpacked; in VCR.py: decode_compressed_response=True.'
  return [{ severity: 'warning', code: 'unread-answers', message, line, column, fix }]
}

/** A request to a model and its answer, as readers know them; empty for other traffic. */
export function exchangeOf(
  sent: Json | undefined,
  received: Json | undefined,
  address?: Json,
  time: Milliseconds | null = null,
): readonly Json[] {
  const value = typeof sent === 'string' ? valueOf(sent) : isList(sent) ? sent[0] : sent
  if (!isRecord(value)) return []
  const answer = answerIn(received)
  const conversation = conversationCall(value, answer, address)
  if (conversation.length > 0) return conversation
  const model = modelIn(address)
  const messages = isList(value['messages']) ? undefined : promptIn(value)
  const made = messages === undefined ? answer : completionIn(answer)
  const response = timed(named(made, model ?? value['model']), time)
  // embeddings and pictures are made of a text, too
  const isCompleted =
    messages !== undefined && (response !== null || (model !== undefined && answer === null))
  const isAsked = isList(value['messages']) || isList(value['contents']) || isCompleted
  // texts alone are also what embeddings are made of
  const isOfResponses =
    isList(at(response, 'output')) || listAt(value, 'input').some((item) => at(item, 'role') !== undefined)
  const isUnread =
    response === null
      ? typeof received === 'string' && received.trim() !== ''
      : !isAnswer(response) && !REFUSALS.some((key) => at(response, key) !== undefined)
  const request = { ...(model !== undefined && { model }), ...value, ...(isCompleted && { messages }) }
  return isAsked || isOfResponses ? [{ request, response, ...(isUnread && { isUnread }) }] : []
}

/** A message with the model of its request: Converse does not repeat it. */
function named(answer: Json, model: Json | undefined): Json {
  const isBare = isRecord(answer) && answer['role'] === 'assistant' && answer['model'] === undefined
  return isBare && typeof model === 'string' ? { ...answer, model } : answer
}

/** Keys of answers without words of a model: errors, and counts of the tokens of a request. */
const REFUSALS = ['error', 'errors', 'detail', 'message', 'input_tokens', 'totalTokens'] as const

/** The model that an address names: Bedrock's, Gemini's, or the deployment of Azure. */
function modelIn(address: Json | undefined): string | undefined {
  const [, name] =
    /\/(?:model\/([^/]+)\/(?:converse|invoke)|models\/([^/:]+):|deployments\/([^/]+)\/)/
      .exec(textOf(address) ?? '')
      ?.filter((group) => group !== undefined) ?? []
  return name?.replaceAll('%3A', ':').replaceAll('%2F', '/')
}

/** The text of bytes in base64, unpacked if they are gzip; the base64 itself if they are no UTF-8. */
function decoded(base64: string): string {
  const bytes = bytesOf(base64)
  const unpacked = gunzipped(bytes) ?? [...bytes]
  try {
    return decodeURIComponent(unpacked.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
  } catch {
    return base64
  }
}
