import type { Json, Place } from '../../../../engine/index.ts'
import { at, isList, isRecord, textOf } from '../../json/guard.ts'
import type { JsonRecord } from '../../json/guard.ts'
import type { Log } from '../../read/reader.ts'
import { callIdOf, isSaid, isSureItem } from './item.ts'

/** The content of one record: the input items, and the response to them. */
export interface Exchange {
  /** Items of the request or of a list; a plain text is one user message. */
  readonly input: readonly Json[]
  readonly inputPath: string
  /** The request, with instructions, tools and model; null for a bare list. */
  readonly request: JsonRecord | null
  readonly requestPath: string
  /** The response object; null if none was recorded. */
  readonly response: JsonRecord | null
  readonly responsePath: string
  /** Line and column of the record, or of each item if every line is one; null for a text that is a single value. */
  readonly places: Place | readonly Place[] | null
  /** True for a list of items that is newest first. */
  readonly reversed: boolean
}

/** The exchanges of a log in the order of the file, and the records that are not exchanges. */
export interface Exchanges {
  readonly exchanges: readonly Exchange[]
  /** True if at least one of them can only be of this format. */
  readonly sure: boolean
  /** Kinds of records skipped. */
  readonly ignored: readonly string[]
}

interface Found {
  readonly exchange: Exchange
  readonly sure: boolean
}

const LISTS = ['data', 'items', 'input_items'] as const
/** Keys that only a request to this API has beside its input. */
const REQUEST_KEYS = [
  'instructions',
  'previous_response_id',
  'max_output_tokens',
  'reasoning',
  'include',
  'store',
]

/**
 * Searches a log: a list of items, a request, a response, both together, one of these per line, or one item per line.
 */
export function exchangesOf(log: Log): Exchanges {
  const exchanges: Exchange[] = []
  const ignored: string[] = []
  let sure = false
  /** Items on lines of their own. */
  let loose: { input: Json[]; places: Place[]; request: JsonRecord | null } | null = null
  for (const record of log.records) {
    const { value } = record
    const place = log.shape === 'json' ? null : { line: record.line, column: record.column }
    const found = foundIn(value, place)
    for (const one of found) {
      sure ||= one.sure
      const before = exchanges.at(-1)
      if (isResponseAlone(one.exchange) && before?.response === null && before.request !== null)
        exchanges[exchanges.length - 1] = {
          ...before,
          response: one.exchange.response,
          responsePath: one.exchange.responsePath,
        }
      else exchanges.push(one.exchange)
    }
    if (found.length > 0) {
      loose = null
      continue
    }
    const item = isSureItem(value)
    if (item || (isRecord(value) && at(value, 'role') !== undefined)) {
      sure ||= item
      if (!loose) {
        loose = { input: [], places: [], request: null }
        exchanges.push({ ...BARE, inputPath: 'line', input: loose.input, places: loose.places })
      }
      loose.input.push(value)
      loose.places.push(record)
    } else ignored.push(kindOf(value))
  }
  return { exchanges, sure, ignored }
}

/** Place of one item of the input. */
export function placeOfItem({ places }: Exchange, index: number): Place | null {
  if (places === null) return null
  if ('line' in places) return places
  const place = places[index]
  return place ? { line: place.line, column: place.column } : null
}

const BARE = Object.freeze({
  request: null,
  requestPath: '',
  response: null,
  responsePath: '',
  reversed: false,
})

function foundIn(value: Json, place: Place | null): readonly Found[] {
  if (isRecord(value)) {
    const found = fromObject(value, '', place)
    return found ? [found] : []
  }
  if (!isList(value)) return []
  if (value.some(isSureItem)) return [listed(value, '', place)]
  return value.flatMap((entry, index) => {
    const found = isRecord(entry) ? fromObject(entry, `[${index}].`, place) : null
    return found ? [found] : []
  })
}

/** `base` is the path up to the keys of the object: '' or `[3].`. */
function fromObject(holder: JsonRecord, base: string, place: Place | null): Found | null {
  const inner = at(holder, 'response')
  const response = isResponse(inner) ? inner : null
  const answer = response ? { response, responsePath: `${base}response` } : {}
  // an event of a stream: only the last ones contain the whole response
  const event = textOf(at(holder, 'type'))
  // through a WebSocket a request is an event
  if (event === 'response.create') {
    const { type: _, ...request } = isRequest(inner) ? inner : holder
    return isRequest(request)
      ? fromObject(request, isRequest(inner) ? `${base}response.` : base, place)
      : null
  }
  if (event?.startsWith('response.') === true) {
    if (!response || !FINAL.has(event)) return null
    return {
      exchange: { ...BARE, input: [], inputPath: `${base}input`, places: place, ...answer },
      sure: true,
    }
  }
  const key = REQUESTS.find((one) => isRequest(at(holder, one), one))
  const wrapped = key === undefined ? undefined : at(holder, key)
  const request = isRecord(wrapped) ? wrapped : isRequest(holder) ? holder : null
  if (request) {
    const path = request === holder ? base : `${base}${key}.`
    const input = at(request, 'input')
    const items: readonly Json[] = isList(input) ? input : [{ role: 'user', content: input ?? '' }]
    const exchange: Exchange = {
      ...BARE,
      input: items,
      inputPath: `${path}input`,
      request,
      requestPath: path,
      places: place,
      ...answer,
      // some recorders put the answer's items beside those of the request
      ...(response === null &&
        request === holder &&
        isList(at(holder, 'output')) && { response: holder, responsePath: base.slice(0, -1) }),
    }
    return { exchange, sure: true }
  }
  if (isResponse(holder)) {
    const responsePath = base.slice(0, -1)
    return {
      exchange: { ...BARE, input: [], inputPath: '', places: place, response: holder, responsePath },
      sure: true,
    }
  }
  if (response)
    return { exchange: { ...BARE, input: [], inputPath: '', places: place, ...answer }, sure: true }
  if (at(holder, 'object') === 'response.compaction') {
    const output = at(holder, 'output')
    return isList(output) ? listed(output, `${base}output`, place) : null
  }
  for (const key of LISTS) {
    const list = at(holder, key)
    if (isList(list) && list.some(isSureItem))
      return listed(list, `${base}${key}`, place, at(holder, 'object') === 'list')
  }
  return null
}

const FINAL: ReadonlySet<unknown> = new Set(['response.completed', 'response.incomplete', 'response.failed'])

function listed(list: readonly Json[], path: string, places: Place | null, isPage = false): Found {
  const reversed = isNewestFirst(list, isPage)
  return { exchange: { ...BARE, input: list, inputPath: path, places, reversed }, sure: true }
}

/** Where records have a request; the second is NeMo Gym's, whose model is not in it. */
const REQUESTS = ['request', 'responses_create_params'] as const

function isRequest(value: Json | undefined, key?: (typeof REQUESTS)[number]): value is JsonRecord {
  const input = at(value, 'input')
  if (!isRecord(value) || (typeof input !== 'string' && !isList(input))) return false
  if (isList(at(value, 'messages'))) return false
  const model = textOf(at(value, 'model'))
  if (isList(input) && input.some(isSureItem)) return true
  if (key === 'responses_create_params') return true
  // a recorded call of a chat has its messages as `input`, and one reply as `output`
  const output = at(value, 'output') ?? null
  if (output !== null && !isList(output)) return false
  if (REQUEST_KEYS.some((key) => at(value, key) !== undefined)) return true
  // requests for embeddings have a model and an input as well
  if (model === undefined || model.includes('embedding')) return false
  return typeof input === 'string' || input.some((item) => at(item, 'role') !== undefined)
}

function isResponse(value: Json | undefined): value is JsonRecord {
  return isRecord(value) && at(value, 'object') === 'response' && isList(at(value, 'output'))
}

function isResponseAlone({ request, response, input }: Exchange): boolean {
  return request === null && response !== null && input.length === 0
}

/**
 * The API lists items newest first unless asked otherwise. Outputs before their calls show it; without calls, a list of
 * its own that begins with a reply and ends with the user's message.
 */
function isNewestFirst(list: readonly Json[], isPage: boolean): boolean {
  const first = new Map<string, boolean>()
  let balance = 0
  for (const item of list) {
    const call = callIdOf(item)
    if (call === undefined) continue
    const known = first.get(call.id)
    if (known === undefined) first.set(call.id, call.output)
    else if (known !== call.output) balance += known ? -1 : 1
  }
  if (balance !== 0) return balance < 0
  if (!isPage && list.every((item) => at(item, 'created_by') === undefined)) return false
  const [head] = list
  const tail = list.at(-1)
  return head !== undefined && tail !== undefined && isSaid(head) && at(tail, 'role') === 'user'
}

function kindOf(value: Json): string {
  const type = textOf(at(value, 'type')) ?? textOf(at(value, 'object'))
  return type ?? 'record of another kind'
}
