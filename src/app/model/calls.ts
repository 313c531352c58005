import { chars4, partsOf, textOf } from '../../engine/index.ts'
import type { AnthropicRequest, Tokens } from '../../engine/index.ts'
import { cacheTermOf, costOf, promptOfUsage, upperCost } from '../../llm/index.ts'
import type { Usd } from '../../llm/index.ts'
import type { Call, Reply } from '../../provider/index.ts'
import { MODEL_TEXT } from '../words/model.ts'
import { calls } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { currentClient } from './client.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'
import { currentKey, withoutKey } from './key.ts'

/** Replies by what was asked and where, so that the same question costs once. An agent's turn is never taken from here. */
const known = new Map<string, Reply>()
/** What a person decides of a call that waits, by its number. */
const waiting = new Map<number, (goes: boolean) => void>()
/** What stops a call, by its number. */
const stops = new Map<number, AbortController>()
/** What may be billed for calls that are under way. */
let underWay: Usd = 0

/**
 * Makes a call, once a person agreed where they want to be asked. A question that was answered before is answered from
 * memory and costs nothing.
 *
 * @param about what it is for, in words
 * @throws CallFailure; what had come before it broke is in its record
 */
export async function makeCall(
  call: Call,
  about: string,
  signal?: AbortSignal,
  onText: (soFar: string) => void = () => undefined,
): Promise<Reply> {
  const { CallFailure, contentKey } = await import('../../provider/index.ts')
  const { baseUrl } = connection.getState()
  const facts = factsOf(call.model)
  const input = estimated(call)
  const atMost = facts === null ? null : upperCost(input, call.maxTokens, facts, cacheTermOf(call.request))
  const id = add({ call, about, baseUrl, estimate: { input, atMost } })
  const key = call.purpose === 'agent' ? null : `${baseUrl} ${contentKey(call)}`
  const before = key === null ? undefined : known.get(key)
  if (before !== undefined) {
    change(id, { state: 'cached', reply: before, text: textIn(before), cost: 0 })
    return before
  }
  const stop = stopOf(id, signal)
  try {
    if (currentKey() === '') throw new CallFailure('no-key', MODEL_TEXT.noKey)
    if (atMost === null) throw new CallFailure('cap-reached', MODEL_TEXT.noPrice(call.model))
    if (connection.getState().askFirst && !(await decision(id, stop))) {
      if (!stop.aborted) change(id, { state: 'declined' })
      throw new CallFailure('aborted', stop.aborted ? MODEL_TEXT.stoppedBefore : MODEL_TEXT.declined)
    }
    if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    // While a person looked, the address may have changed, and with it whom the key was given to.
    if (connection.getState().baseUrl !== baseUrl)
      throw new CallFailure('origin-refused', MODEL_TEXT.moved(baseUrl))
    // And other calls may have cost something.
    const { spent } = calls.getState()
    const { cap } = connection.getState()
    if (spent + underWay + atMost > cap)
      throw new CallFailure('cap-reached', MODEL_TEXT.capReached(atMost, spent, cap))
    change(id, { state: 'sending' })
    underWay += atMost
    try {
      const reply = await (
        await currentClient()
      ).send(
        call,
        {
          onText: (piece) => {
            change(id, { text: record(id).text + piece, retry: null })
            onText(record(id).text)
          },
          onRetry: ({ message }, seconds) => {
            change(id, { text: '', retry: { message: withoutKey(message), seconds } })
          },
        },
        stop,
      )
      settle(id, reply)
      if (key !== null) known.set(key, reply)
      return reply
    } finally {
      underWay -= atMost
    }
  } catch (failure) {
    if (record(id).state === 'declined') throw failure
    const found =
      failure instanceof CallFailure
        ? failure
        : new CallFailure('provider-broken', withoutKey(String(failure)))
    if (found.partial !== null) settle(id, found.partial, cameOf(found.partial, call))
    const { code, status, canRetry } = found
    change(id, {
      state: 'failed',
      retry: null,
      problem: { code, status, canRetry, message: withoutKey(found.message), said: withoutKey(found.said) },
    })
    throw found
  } finally {
    stops.delete(id)
  }
}

/** What a person decided of a call that waits for them. */
export function decide(id: number, goes: boolean): void {
  waiting.get(id)?.(goes)
}

/**
 * Lets every call go that waits, and those that come.
 *
 * @param ofRun only until `askAgain`, when the run has ended or another begins
 */
export function letAllGo(ofRun: boolean): void {
  connection.setState({ askFirst: false })
  calls.setState({ agreed: ofRun })
  for (const id of waiting.keys()) decide(id, true)
}

/** Stops a call that waits or is under way. What it asks for ends with the words of a call that was stopped. */
export function stopCall(id: number): void {
  stops.get(id)?.abort()
}

function stopOf(id: number, signal: AbortSignal | undefined): AbortSignal {
  const own = new AbortController()
  stops.set(id, own)
  if (signal?.aborted === true) own.abort()
  signal?.addEventListener(
    'abort',
    () => {
      own.abort()
    },
    { once: true },
  )
  return own.signal
}

function decision(id: number, stop: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (goes: boolean): void => {
      waiting.delete(id)
      resolve(goes)
    }
    if (stop.aborted) {
      end(false)
      return
    }
    waiting.set(id, end)
    stop.addEventListener('abort', () => {
      end(false)
    })
  })
}

/**
 * Notes a reply and what it cost.
 *
 * @param came tokens of what had come before it broke, which is billed, too; default none
 */
function settle(id: number, reply: Reply, came: Tokens = 0): void {
  const facts = factsOf(record(id).call.model)
  const { usage } = reply
  const own = usage === null ? null : { ...usage, output: Math.max(usage.output, came) }
  // What a summary of the provider's took is billed beside the reply.
  const billed = [own, reply.compaction ?? null].filter((one) => one !== null)
  const cost =
    billed.length === 0 || facts === null ? null : billed.reduce((sum, one) => sum + costOf(one, facts), 0)
  change(id, { state: 'done', reply, text: textIn(reply), cost, retry: null })
  calls.setState(({ spent }) => ({ spent: spent + (cost ?? 0) }))
}

let made = 0

function add(about: Pick<CallRecord, 'call' | 'about' | 'baseUrl' | 'estimate'>): number {
  const id = ++made
  const fresh = { state: 'waiting', text: '', retry: null, reply: null, cost: null, problem: null } as const
  calls.setState(({ list }) => ({ list: [...list, { id, ...about, ...fresh }] }))
  return id
}

function record(id: number): CallRecord {
  const found = calls.getState().list.find((one) => one.id === id)
  if (found === undefined) throw new RangeError(`no call ${id}`)
  return found
}

function change(id: number, to: Partial<CallRecord>): void {
  calls.setState(({ list }) => ({ list: list.map((one) => (one.id === id ? { ...one, ...to } : one)) }))
}

/** Tokens that a call sends, as far as its calls before tell how many characters a token has. */
export function estimated({ request, model }: Call): Tokens {
  const { list } = calls.getState()
  let counted = 0
  let billed = 0
  for (const { call, reply, state } of list) {
    if (call.model !== model || state === 'cached' || reply === null || reply.usage === null) continue
    // What the provider took out by itself was counted and not billed; the next request may keep all of its own.
    if (reply.applied.length > 0 || reply.compaction !== undefined) continue
    counted += countOf(call.request)
    billed += promptTokens(reply)
  }
  const own = countOf(request)
  return Math.ceil(own * (counted === 0 ? DENSE : billed / counted))
}

/** Tokens to one of the plainest counter, where nothing was billed: agents' texts have fewer than four characters to each. */
const DENSE = 1.5

/** Tokens of a reply that broke, estimated: the provider tells its output at the end alone, and at the beginning that it is 1. */
function cameOf({ content }: Reply, { maxTokens }: Call): Tokens {
  const counted = content.reduce((sum, part) => sum + chars4.count(textOf(part)), 0)
  return Math.min(maxTokens, Math.ceil(counted * DENSE))
}

/** Tokens of the prompt that a reply was billed for. */
export function promptTokens(reply: Reply | null): Tokens {
  const usage = reply?.usage ?? null
  return usage === null ? 0 : promptOfUsage(usage)
}

function countOf({ system, tools, messages }: AnthropicRequest): Tokens {
  let sum =
    system === undefined ? 0 : chars4.count(typeof system === 'string' ? system : JSON.stringify(system))
  for (const tool of tools ?? []) sum += chars4.count(JSON.stringify(tool))
  for (const message of messages) {
    sum += chars4.messageOverhead
    for (const part of partsOf(message)) sum += chars4.count(textOf(part))
  }
  return sum
}

function textIn({ content }: Reply): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
