import type { Json } from '../../../../engine/index.ts'
import type { Trace } from '../../../trace/trace.ts'
import { assemble, checkCount } from '../../read/assemble.ts'
import { checkConversations } from '../../chat/read.ts'
import { at, textOf } from '../../json/guard.ts'
import { SLICE } from '../../read/reader.ts'
import type { Log, Reader, ReadOptions } from '../../read/reader.ts'
import { ResponsesConversation } from './conversation.ts'
import { exchangesOf } from './exchange.ts'
import type { Exchange, Exchanges } from './exchange.ts'
import { keyOf } from './item.ts'

/**
 * Items, requests and responses of the OpenAI Responses API. Requests that continue one another, by
 * `previous_response_id` or by sending everything again, are one conversation with one call each.
 */
export const openaiResponses: Reader<'openai-responses'> = {
  name: 'openai-responses',
  title: 'OpenAI Responses',
  kind: 'messages',
  sample: 'openai-responses.json',
  read(log, options) {
    const found = exchangesOf(log)
    return found.sure ? readExchanges(log, found, options) : null
  },
}

function* readExchanges(
  log: Log,
  { exchanges, ignored }: Exchanges,
  options: ReadOptions,
): Generator<number, readonly Trace[]> {
  let count = exchanges.reduce((sum, { input }) => sum + input.length + 1, 0)
  checkCount(count)
  const conversations: ResponsesConversation[] = []
  const threads = new Threads()
  let sinceYield = 0
  for (const [index, exchange] of exchanges.entries()) {
    const { known, past = [], ...found } = threads.find(exchange)
    let { conversation } = found
    if (!conversation) {
      conversation = new ResponsesConversation(log, options)
      conversations.push(conversation)
      checkConversations(conversations.length)
      if (past.length > 0) conversation.report.infer(BRANCHED)
      for (const step of past) {
        const copied = conversation.add(step.exchange, step.known)
        checkCount((count += copied))
        sinceYield += copied
      }
    }
    sinceYield += conversation.add(exchange, known)
    threads.remember(exchange, conversation)
    if (sinceYield < SLICE) continue
    sinceYield = 0
    yield index / exchanges.length
  }
  const read = conversations.map((one) => ({ conversation: one.finish(), report: one.report }))
  const whole = read.filter(({ conversation }) => conversation.arrivals.length > 0)
  // without any message, assembling the first one throws its problem
  const chosen = whole.length > 0 ? whole : read.slice(0, 1)
  for (const { report } of chosen) {
    for (const kind of ignored) report.ignore(kind)
    if (read.length > chosen.length)
      report.ignore('conversation without messages', read.length - chosen.length)
  }
  return chosen.map(({ conversation, report }) => assemble(openaiResponses, conversation, report, options))
}

const BRANCHED =
  'A request continues a response that is not the newest one: it begins a second conversation with a copy of the earlier messages.'

interface Thread {
  readonly conversation: ResponsesConversation | null
  readonly known: number
  /** What a new conversation begins with. */
  readonly past?: ResponsesConversation['steps']
}

/** Finds the conversation that a request continues. */
class Threads {
  /** By id: the conversation of a response, and how long it was then. */
  readonly #byResponse = new Map<
    string,
    { readonly conversation: ResponsesConversation; readonly length: number }
  >()
  /** By instructions and first item: the newest conversation with that beginning. */
  readonly #byBeginning = new Map<string, ResponsesConversation>()

  find(exchange: Exchange): Thread {
    const previous =
      textOf(at(exchange.request ?? undefined, 'previous_response_id')) ??
      textOf(at(exchange.response ?? undefined, 'previous_response_id'))
    const before = previous === undefined ? undefined : this.#byResponse.get(previous)
    if (before) {
      const { conversation, length } = before
      return conversation.steps.length === length
        ? { conversation, known: 0 }
        : { conversation: null, known: 0, past: conversation.steps.slice(0, length) }
    }
    if (exchange.request === null) return NOBODY
    const beginning = beginningOf(exchange)
    const conversation = beginning === null ? undefined : this.#byBeginning.get(beginning)
    if (!conversation) return NOBODY
    const known = knownItems(exchange.input, conversation.keys)
    return known === null ? NOBODY : { conversation, known }
  }

  remember(exchange: Exchange, conversation: ResponsesConversation): void {
    const id = textOf(at(exchange.response ?? undefined, 'id'))
    if (id !== undefined) this.#byResponse.set(id, { conversation, length: conversation.steps.length })
    const beginning = exchange.request === null ? null : beginningOf(exchange)
    if (beginning !== null) this.#byBeginning.set(beginning, conversation)
  }
}

const NOBODY = Object.freeze({ conversation: null, known: 0 })

function beginningOf({ request, input }: Exchange): string | null {
  const [first] = input
  const key = first === undefined ? null : keyOf(first)
  return key === null ? null : JSON.stringify([at(request ?? undefined, 'instructions') ?? null, key])
}

/** How many items of `input` match `keys`; null if it does not begin with all of them. */
function knownItems(input: readonly Json[], keys: readonly string[]): number | null {
  let said = 0
  let index = 0
  for (; said < keys.length; index += 1) {
    const item = input[index]
    if (item === undefined) return null
    const key = keyOf(item)
    if (key === null) continue
    if (key !== keys[said]) return null
    said += 1
  }
  return index
}
