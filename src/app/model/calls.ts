import { chars4, partsOf, tokensOf } from '../../engine/index.ts'
import type { AnthropicRequest, Tokens } from '../../engine/index.ts'
import { cacheTermOf, costOf, promptOfUsage, upperCost } from '../../llm/index.ts'
import type { ModelFacts, Usd } from '../../llm/index.ts'
import type { Call, CallFailure, Purpose, Reply } from '../../provider/index.ts'
import { MODEL_TEXT } from '../words/model.ts'
import { calls, untoldOf } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { currentClient } from './client.ts'
import { connection } from './connection.ts'
import { factsOf } from './facts.ts'
import { currentKey, withoutKey } from './key.ts'
import { storeSpent } from './spent.ts'

/** Replies by what was asked and where, so that the same question costs once. An agent's turn is never taken from here. */
const known = new Map<string, Reply>()
/** Questions that are under way, by the same name: who asks one of them again waits until it ends. */
const answering = new Map<string, Promise<void>>()
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
  const atMost = facts === null ? null : mostOf(call, input, facts)
  const id = add({ call, about, baseUrl, estimate: { input, atMost } })
  const key = call.purpose === 'agent' ? null : `${baseUrl} ${contentKey(call)}`
  const before = key === null ? undefined : known.get(key)
  if (before !== undefined) return remembered(id, before)
  const stop = stopOf(id, signal)
  /** Whether a try is out of which nothing was said yet. */
  let out = false
  try {
    if (currentKey() === '') throw new CallFailure('no-key', MODEL_TEXT.noKey)
    if (atMost === null) throw new CallFailure('cap-reached', MODEL_TEXT.noPrice(call.model))
    if (asksFirst(call) && !(await decision(id, stop))) {
      if (!stop.aborted) change(id, { state: 'declined' })
      throw new CallFailure('aborted', stop.aborted ? MODEL_TEXT.stoppedBefore : MODEL_TEXT.declined)
    }
    if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    // The same question may have been answered meanwhile, or be under way. From the end of this loop until it is noted
    // as under way itself nothing is waited for.
    while (key !== null) {
      const meanwhile = known.get(key)
      if (meanwhile !== undefined) return remembered(id, meanwhile)
      const other = answering.get(key)
      if (other === undefined) break
      change(id, { state: 'sending' })
      await Promise.race([other, ended(stop)])
      if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    }
    // While a person looked, the address may have changed, and with it whom the key was given to.
    if (connection.getState().baseUrl !== baseUrl)
      throw new CallFailure('origin-refused', MODEL_TEXT.moved(baseUrl))
    // And other calls may have cost something.
    const { spent } = calls.getState()
    const { cap } = connection.getState()
    if (isOverCap(atMost))
      throw new CallFailure(
        'cap-reached',
        MODEL_TEXT.capReached(atMost, spent, untoldOf(calls.getState()), cap),
      )
    change(id, { state: 'sending' })
    holdBack(atMost)
    let end = (): void => undefined
    if (key !== null)
      answering.set(
        key,
        new Promise((resolve) => {
          end = resolve
        }),
      )
    try {
      const client = await currentClient()
      if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
      const reply = await client.send(
        call,
        {
          onSend: () => {
            out = true
          },
          onText: (piece) => {
            change(id, { text: record(id).text + piece, retry: null })
            onText(record(id).text)
          },
          onRetry: (failure, seconds) => {
            if (out && mayBeBilled(failure)) addUntold(id)
            out = false
            // The next try may be billed beside the one before.
            if (isOverCap()) throw failure
            change(id, { text: '', retry: { message: withoutKey(failure.message), seconds } })
          },
        },
        stop,
      )
      settle(id, reply)
      if (reply.usage === null) addUntold(id)
      if (key !== null) known.set(key, reply)
      return reply
    } finally {
      holdBack(-atMost)
      if (key !== null) answering.delete(key)
      end()
    }
  } catch (failure) {
    if (record(id).state === 'declined') throw failure
    const found =
      failure instanceof CallFailure
        ? failure
        : new CallFailure('provider-broken', withoutKey(String(failure)))
    if (found.partial !== null) settle(id, found.partial, cameOf(found.partial, call))
    if (out && mayBeBilled(found) && (found.partial?.usage ?? null) === null) addUntold(id)
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
 * Lets calls go that wait, and those that come.
 *
 * @param which those of a run until `askAgain`, when it has ended or another begins; those of a fidelity test until
 *   `endTest`; or all of them for good
 */
export function letAllGo(which: 'run' | 'test' | 'always'): void {
  if (which === 'test') calls.setState({ agreedTest: true })
  else {
    connection.setState({ askFirst: false })
    calls.setState({ agreed: which === 'run' })
  }
  for (const id of waiting.keys()) if (!asksFirst(record(id).call)) decide(id, true)
}

/** Whether a call belongs to a fidelity test, which no run begins or ends. */
export function isOfTest(purpose: Purpose): boolean {
  return purpose === 'fidelity' || purpose === 'judge'
}

function asksFirst({ purpose }: Call): boolean {
  const { askFirst } = connection.getState()
  const { agreed, agreedTest } = calls.getState()
  return isOfTest(purpose) ? (askFirst || agreed) && !agreedTest : askFirst
}

/** Stops a call that waits or is under way. What it asks for ends with the words of a call that was stopped. */
export function stopCall(id: number): void {
  stops.get(id)?.abort()
}

/** Whether what was billed, may have been, and may yet be is above the limit, with so much more. */
function isOverCap(more: Usd = 0): boolean {
  const { spent } = calls.getState()
  return spent + untoldOf(calls.getState()) + underWay + more > connection.getState().cap
}

/** Whether a try that was sent may be billed, though it failed: no status says that it was refused. */
function mayBeBilled({ code, status }: CallFailure): boolean {
  return (status === null || code === 'timeout') && code !== 'origin-refused'
}

function addUntold(id: number): void {
  change(id, { untold: record(id).untold + 1 })
  noteSpent()
}

/** Notes what may yet be billed for calls that are under way. */
function holdBack(more: Usd): void {
  underWay += more
  noteSpent()
}

/** Where the page is closed now, what is under way may have been billed. */
function noteSpent(): void {
  const state = calls.getState()
  storeSpent({ spent: state.spent, untold: untoldOf(state) + Math.max(0, underWay) })
}

function remembered(id: number, reply: Reply): Reply {
  change(id, { state: 'cached', reply, text: textIn(reply), cost: 0 })
  return reply
}

function ended(stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stop.addEventListener(
      'abort',
      () => {
        resolve()
      },
      { once: true },
    )
  })
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
  noteSpent()
}

let made = 0

function add(about: Pick<CallRecord, 'call' | 'about' | 'baseUrl' | 'estimate'>): number {
  const id = ++made
  const fresh = {
    state: 'waiting',
    text: '',
    retry: null,
    reply: null,
    cost: null,
    problem: null,
    untold: 0,
  } as const
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

/** The most that a call can cost, with the summary that the provider makes on the way where it is asked to. */
function mostOf({ request, maxTokens }: Call, input: Tokens, facts: ModelFacts): Usd {
  const term = cacheTermOf(request)
  const most = upperCost(input, maxTokens, facts, term)
  const edits = request.context_management?.edits ?? []
  if (!edits.some(({ type }) => type === 'compact_20260112')) return most
  return most + upperCost(input, Math.max(maxTokens, SUMMARY), facts, term)
}

/** Tokens of a summary of the provider's, generously: it states no limit, and its example has 3,500. */
const SUMMARY = 8000

/** Tokens to one of the plainest counter, where nothing was billed: agents' texts have fewer than four characters to each. */
const DENSE = 1.5

/** Tokens of a reply that broke, estimated: the provider tells its output at the end alone, and at the beginning that it is 1. */
function cameOf({ content }: Reply, { maxTokens }: Call): Tokens {
  const counted = content.reduce((sum, part) => sum + tokensOf(part, chars4), 0)
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
    for (const part of partsOf(message)) sum += tokensOf(part, chars4)
  }
  return sum
}

function textIn({ content }: Reply): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
