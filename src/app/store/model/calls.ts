import type { Tokens } from '../../../engine/index.ts'
import { costOf } from '../../../llm/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { Call, Purpose, Reply } from '../../../provider/index.ts'
import { MODEL_TEXT } from './words.ts'
import { calls, stops, untoldOf } from './call-list.ts'
import type { CallRecord } from './call-list.ts'
import { currentClient } from './client.ts'
import { connection } from './connection.ts'
import { countRequest } from './count.ts'
import { cameOf, estimateCounted, estimatedCost, estimateOf } from './estimate.ts'
import { factsOf } from './facts.ts'
import { currentKey, withoutKey } from './key.ts'
import { atRest } from './rest.ts'
import { warnOfLostAnswers } from './leaving.ts'
import { storeSpent } from './spent.ts'
import { unusable } from './unusable.ts'

warnOfLostAnswers()

/** Usable replies by question and address, so that the same question costs only once. Never used for an agent's turn. */
const known = new Map<string, Reply>()
/** Questions in progress, by the same key: a second caller waits for the first. */
const answering = new Map<string, Promise<void>>()
/** Resolves a waiting call with a person's decision, by its number. */
const waiting = new Map<number, (goes: boolean) => void>()
/** The call behind a failure. */
const failed = new WeakMap<Error, number>()
/** Upper bound on the cost of calls in progress. */
let underWay: Usd = 0

/**
 * Makes a call, after a person's approval if they want to be asked. A question that was answered before is answered
 * from memory at no cost. That of a lane is asked once its knobs rest; once sent, it is answered into memory, even if
 * the run that asked is over.
 *
 * @param about its purpose in words
 * @param signal ends the asking; a person stops a call that was sent by `stopCall`
 * @throws CallFailure; the partial reply is in its record
 */
export async function makeCall(
  call: Call,
  about: string,
  signal?: AbortSignal,
  onText: (soFar: string) => void = () => undefined,
): Promise<Reply> {
  const { CallFailure, contentKey } = await import('../../../provider/index.ts')
  const isLane = call.purpose === 'ask'
  const hash = contentKey(call)
  if (isLane && !known.has(keyOf(hash))) await atRest(signal)
  if (isLane && signal?.aborted === true) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
  const { baseUrl } = connection.getState()
  const id = add({ call, about, baseUrl, estimate: estimateOf(call) })
  const key = call.purpose === 'agent' ? null : keyOf(hash)
  const before = key === null ? undefined : known.get(key)
  if (before !== undefined) return remembered(id, before)
  /** Whether a try was sent and has no response yet. */
  let out = false
  const isOver = (): boolean => isLane && signal?.aborted === true
  const stop = stopOf(id, signal, () => isLane && out)
  let approved = false
  try {
    if (currentKey() === '') throw new CallFailure('no-key', MODEL_TEXT.noKey)
    if (record(id).estimate.atMost === null)
      throw new CallFailure('cap-reached', MODEL_TEXT.noPrice(call.model))
    if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
    // Why the provider's count is unknown: '' if it is known, null while it was not requested.
    let uncounted: string | null = null
    // From the end of this loop until the call is recorded as in progress, nothing may be awaited.
    for (;;) {
      // The same question may have been answered meanwhile, or be in progress.
      const meanwhile = key === null ? undefined : known.get(key)
      if (meanwhile !== undefined) return remembered(id, meanwhile)
      const other = key === null ? undefined : answering.get(key)
      // During the approval, the address may have changed, and with it the recipient of the key.
      if (connection.getState().baseUrl !== baseUrl)
        throw new CallFailure('origin-refused', MODEL_TEXT.moved(baseUrl))
      if (other !== undefined) {
        change(id, { state: 'sending' })
        await Promise.race([other, ended(stop)])
      } else if (!approved && asksFirst(call)) {
        change(id, { state: 'waiting' })
        approved = await decision(id, stop)
        if (!approved) {
          if (!stop.aborted) change(id, { state: 'declined' })
          throw new CallFailure('aborted', stop.aborted ? MODEL_TEXT.stoppedBefore : MODEL_TEXT.declined)
        }
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
    const coming = paced((text) => {
      change(id, { text, retry: null })
      onText(text)
    })
    try {
      const client = await currentClient()
      if (stop.aborted) throw new CallFailure('aborted', MODEL_TEXT.stoppedBefore)
      const sending = client.send(
        call,
        {
          onSend: () => {
            out = true
            change(id, { tries: record(id).tries + 1 })
          },
          onText: coming.add,
          onRetry: (failure, seconds) => {
            if (out && failure.mayBeBilled) addUntold(id)
            out = false
            // The next try may be billed in addition to the previous one.
            if (isOverCap() || isOver()) throw failure
            coming.restart()
            change(id, { text: '', retry: { message: withoutKey(failure.message), seconds } })
          },
        },
        stop,
      )
      const reply = await sending.finally(coming.end)
      settle(id, reply)
      if (reply.usage === null) addUntold(id)
      // Asked again, a question without a usable answer may have one.
      if (key !== null && unusable(reply) === null) known.set(key, reply)
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
    if (out && found.mayBeBilled && (found.partial?.usage ?? null) === null) addUntold(id)
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

/** The key of a question, by the hash of its content: another address may answer it otherwise. */
function keyOf(hash: string): string {
  return `${connection.getState().baseUrl} ${hash}`
}

/** Milliseconds between two updates of a reply that arrives: the page has time to draw what changed in between. */
const PACE = 100

/** A reply that arrives in pieces. */
interface Arriving {
  readonly add: (piece: string) => void
  /** Nothing of it counts: it is sent again. */
  readonly restart: () => void
  /** Shows what was not shown yet. */
  readonly end: () => void
}

/** Collects the pieces of a reply, and shows the text so far at most once in `PACE` milliseconds. */
function paced(show: (soFar: string) => void): Arriving {
  let soFar = ''
  let timer: ReturnType<typeof setTimeout> | null = null
  const end = (): void => {
    if (timer === null) return
    clearTimeout(timer)
    timer = null
    show(soFar)
  }
  return {
    add: (piece) => {
      soFar += piece
      timer ??= setTimeout(end, PACE)
    },
    restart: () => {
      soFar = ''
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
    end,
  }
}

/** How often the call behind a failure was sent; null if there is none. */
export function triesOf(failure: Error): number | null {
  const id = failed.get(failure)
  return id === undefined ? null : record(id).tries
}

/** Applies a person's decision to a waiting call. */
export function decide(id: number, goes: boolean): void {
  waiting.get(id)?.(goes)
}

/**
 * Approves waiting and future calls.
 *
 * @param which those of a run until `askAgain`, when it ends or another begins; those of a fidelity test until
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

/** Whether a call belongs to a fidelity test, which is independent of runs. */
export function isOfTest(purpose: Purpose): boolean {
  return purpose === 'fidelity' || purpose === 'judge'
}

function asksFirst({ purpose }: Call): boolean {
  const { askFirst } = connection.getState()
  const { agreed, agreedTest } = calls.getState()
  return isOfTest(purpose) ? (askFirst || agreed) && !agreedTest : askFirst
}

/** Whether the sum of billed, possibly billed and upcoming costs, plus `more`, is above the limit. */
function isOverCap(more: Usd = 0): boolean {
  const { spent } = calls.getState()
  return spent + untoldOf(calls.getState()) + underWay + more > connection.getState().cap
}

/** Whether the provider's count could allow a call: it may exceed the limit by its bytes, but not by the estimate. */
function isWorthCounting(id: number): boolean {
  const { call, estimate } = record(id)
  const facts = factsOf(call.model)
  return facts !== null && isOverCap(estimate.atMost ?? 0) && !isOverCap(estimatedCost(call, facts))
}

/** Asks the provider to count a call, free of charge. Returns why that failed, or ''. */
async function count(id: number, stop: AbortSignal): Promise<string> {
  const { call } = record(id)
  try {
    const { input, original } = await countRequest(call, stop)
    const facts = factsOf(call.model)
    // Cleared parts may come back; compacted parts are read first.
    if (facts !== null) change(id, { estimate: estimateCounted(call, Math.max(input, original ?? 0), facts) })
    return ''
  } catch (failure) {
    return failure instanceof Error ? failure.message : String(failure)
  }
}

/**
 * Removes the possible cost of tries with unknown cost from the sum: a person has checked the provider's account. Tries
 * in progress still count.
 */
export function strikeUntold(): void {
  calls.setState(({ list }) => ({
    list: list.map((one) => (one.untold === one.struck ? one : { ...one, struck: one.untold })),
    untoldBefore: 0,
  }))
  noteSpent()
}

function addUntold(id: number): void {
  change(id, { untold: record(id).untold + 1 })
  noteSpent()
}

/** Adds to the possible cost of calls in progress. */
function holdBack(more: Usd): void {
  underWay += more
  noteSpent()
}

/** If the page is closed now, calls in progress may have been billed. */
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

/** @param isPaid whether the call is sent, and is to be finished */
function stopOf(id: number, signal: AbortSignal | undefined, isPaid: () => boolean): AbortSignal {
  const own = new AbortController()
  stops.set(id, own)
  if (signal?.aborted === true) own.abort()
  signal?.addEventListener(
    'abort',
    () => {
      if (!isPaid()) own.abort()
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
 * Records a reply and its cost.
 *
 * @param came tokens of the partial reply before a failure, which are billed, too; default none
 */
function settle(id: number, reply: Reply, came: Tokens = 0): void {
  const facts = factsOf(record(id).call.model)
  const { usage } = reply
  const own = usage === null ? null : { ...usage, output: Math.max(usage.output, came) }
  // The tokens of the provider's own summary are billed in addition to the reply.
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
