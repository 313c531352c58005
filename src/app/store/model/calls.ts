import type { Tokens } from '../../../engine/index.ts'
import { costOf } from '../../../llm/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { Call, CallFailure, Purpose, Reply } from '../../../provider/index.ts'
import { MODEL_TEXT } from './words.ts'
import { calls, untoldOf } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { currentClient } from './client.ts'
import { connection } from './connection.ts'
import { countRequest } from './count.ts'
import { cameOf, estimateCounted, estimatedCost, estimateOf } from './estimate.ts'
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
/** The call that a failure was of. */
const failed = new WeakMap<Error, number>()
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
  const { CallFailure, contentKey } = await import('../../../provider/index.ts')
  const { baseUrl } = connection.getState()
  const id = add({ call, about, baseUrl, estimate: estimateOf(call) })
  const key = call.purpose === 'agent' ? null : `${baseUrl} ${contentKey(call)}`
  const before = key === null ? undefined : known.get(key)
  if (before !== undefined) return remembered(id, before)
  const stop = stopOf(id, signal)
  /** Whether a try is out of which nothing was said yet. */
  let out = false
  try {
    if (currentKey() === '') throw new CallFailure('no-key', MODEL_TEXT.noKey)
    if (record(id).estimate.atMost === null)
      throw new CallFailure('cap-reached', MODEL_TEXT.noPrice(call.model))
    if (asksFirst(call) && !(await decision(id, stop))) {
      if (!stop.aborted) change(id, { state: 'declined' })
      throw new CallFailure('aborted', stop.aborted ? MODEL_TEXT.stoppedBefore : MODEL_TEXT.declined)
    }
    if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    // Why the provider's count is not known: '' where it is, null while it was not asked.
    let uncounted: string | null = null
    // From the end of this loop until it is noted as under way itself nothing is waited for.
    for (;;) {
      // The same question may have been answered meanwhile, or be under way.
      const meanwhile = key === null ? undefined : known.get(key)
      if (meanwhile !== undefined) return remembered(id, meanwhile)
      const other = key === null ? undefined : answering.get(key)
      // While a person looked, the address may have changed, and with it whom the key was given to.
      if (connection.getState().baseUrl !== baseUrl)
        throw new CallFailure('origin-refused', MODEL_TEXT.moved(baseUrl))
      if (other !== undefined) {
        change(id, { state: 'sending' })
        await Promise.race([other, ended(stop)])
      } else if (uncounted === null && isWorthCounting(id)) {
        change(id, { state: 'sending' })
        uncounted = await count(id, stop)
      } else break
      if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    }
    // Other calls may have cost something meanwhile.
    const atMost = record(id).estimate.atMost ?? 0
    if (isOverCap(atMost)) {
      const { spent } = calls.getState()
      const { cap } = connection.getState()
      const untold = untoldOf(calls.getState())
      throw new CallFailure(
        'cap-reached',
        MODEL_TEXT.capReached({ atMost, spent, untold, underWay, cap, uncounted }),
      )
    }
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
            change(id, { tries: record(id).tries + 1 })
          },
          onText: (piece) => {
            change(id, { text: record(id).text + piece, retry: null })
            onText(record(id).text)
          },
          onRetry: (failure, seconds) => {
            if (out && mayBeBilled(failure)) addUntold(id)
            out = false
            // The next try may be billed beside the previous one.
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
    if (failure instanceof Error) failed.set(failure, id)
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
    failed.set(found, id)
    throw found
  } finally {
    stops.delete(id)
  }
}

/** How often the call was sent that a failure is of; null where it is of none. */
export function triesOf(failure: Error): number | null {
  const id = failed.get(failure)
  return id === undefined ? null : record(id).tries
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

/**
 * Whether the provider's own count can let a call go: by its bytes it may go over the limit, and by the estimate it would
 * not.
 */
function isWorthCounting(id: number): boolean {
  const { call, estimate } = record(id)
  const facts = factsOf(call.model)
  return facts !== null && isOverCap(estimate.atMost ?? 0) && !isOverCap(estimatedCost(call, facts))
}

/** Has the provider count a call, free of charge. Returns why it did not, '' where it did. */
async function count(id: number, stop: AbortSignal): Promise<string> {
  const { call } = record(id)
  try {
    const { input, original } = await countRequest(call, stop)
    const facts = factsOf(call.model)
    // What it clears may come back; what it compacts, it reads before.
    if (facts !== null) change(id, { estimate: estimateCounted(call, Math.max(input, original ?? 0), facts) })
    return ''
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}

/**
 * Strikes what may have been billed by tries of which nobody said what they cost: a person has looked at the provider's
 * own account. Tries that are under way still count.
 */
export function strikeUntold(): void {
  calls.setState(({ list }) => ({
    list: list.map((one) => (one.untold === one.struck ? one : { ...one, struck: one.untold })),
    untoldBefore: 0,
  }))
  noteSpent()
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
    struck: 0,
    tries: 0,
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

function textIn({ content }: Reply): string {
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}
