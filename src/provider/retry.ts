import { CallFailure } from './call.ts'
import type { CallFailureCode, ClientOptions, Purpose } from './call.ts'

/** Default number of tries after the first. */
const RETRIES = 2
/** Seconds before the second try; each further wait is twice as long. */
const FIRST_WAIT = 1
const LONGEST_WAIT = 30
/** If a provider asks for a longer wait, a person decides. */
const LONGEST_ASKED = 120

/**
 * Failures that may be temporary. A page cannot distinguish a lost connection from a blocked call, so both are retried,
 * except for an agent's turn. An interrupted reply and a timeout may have been billed, so a person decides.
 */
const PASSING: readonly CallFailureCode[] = Object.freeze([
  'rate-limited',
  'overloaded',
  'provider-broken',
  'no-network',
  'blocked-by-browser',
])

/**
 * Failures without an answer: the request may have arrived anyway, and been billed. An agent's turn is the most
 * expensive call, and a person who is waiting for it can decide to retry.
 */
const UNANSWERED: readonly CallFailureCode[] = Object.freeze(['no-network', 'blocked-by-browser'])

/**
 * Tries until one succeeds, fails for good, or the tries are used up. `attempt` rejects with a CallFailure.
 *
 * @param onRetry an error thrown by it ends the tries
 * @param purpose null for a free call
 */
export async function tried<T>(
  attempt: () => Promise<T>,
  { retries = RETRIES, sleep = wait }: Pick<ClientOptions, 'retries' | 'sleep'>,
  onRetry: (failure: CallFailure, seconds: number) => void,
  signal: AbortSignal | undefined,
  purpose: Purpose | null,
): Promise<T> {
  for (let again = 0; ; again++) {
    try {
      return await attempt()
    } catch (failure) {
      const seconds =
        again < retries && failure instanceof CallFailure ? waitBefore(failure, again, purpose) : null
      if (seconds === null || !(failure instanceof CallFailure)) throw failure
      onRetry(failure, seconds)
      try {
        await sleep(seconds * 1000, signal)
      } catch (error) {
        if (signal?.aborted !== true) throw error
      }
      // The next attempt would also report it, but nothing should be prepared for a call that was stopped.
      if (signal?.aborted === true)
        throw new CallFailure('aborted', 'The call was stopped.', { canRetry: true })
    }
  }
}

/** Seconds to wait before the next try; null for no retry. */
function waitBefore(
  { code, canRetry, status, retryAfter, partial }: CallFailure,
  again: number,
  purpose: Purpose | null,
): number | null {
  if (!canRetry || (partial !== null && partial.content.length > 0)) return null
  if (purpose === 'agent' && UNANSWERED.includes(code)) return null
  // A timeout reported by the provider itself took no long wait and no reply.
  if (!PASSING.includes(code) && !(code === 'timeout' && status !== null)) return null
  if (retryAfter !== null) return retryAfter > LONGEST_ASKED ? null : retryAfter
  let seconds = FIRST_WAIT
  for (let i = 0; i < again && seconds < LONGEST_WAIT; i++) seconds *= 2
  return Math.min(seconds, LONGEST_WAIT)
}

/**
 * Seconds that an answer asks to wait: from `retry-after-ms`, or from `retry-after` in seconds or as a date; null for
 * none.
 */
export function retryAfterIn(headers: Headers, now = Date.now()): number | null {
  const milliseconds = numberIn(headers.get('retry-after-ms'))
  if (milliseconds !== null) return milliseconds / 1000
  const asked = headers.get('retry-after')
  const seconds = numberIn(asked)
  if (seconds !== null || asked === null) return seconds
  const date = Date.parse(asked)
  return Number.isNaN(date) ? null : Math.max(0, (date - now) / 1000)
}

function numberIn(text: string | null): number | null {
  return text !== null && /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : null
}

function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}
