import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Tokens } from '../../../engine/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { Call, CallFailureCode, Purpose, Reply } from '../../../provider/index.ts'
import { connection } from './connection.ts'
import { restoreSpent } from './spent.ts'

/** What a call would send, and its maximum cost. */
export interface Estimate {
  /** By the plainest counter, calibrated with the bills so far; or as the provider counted it. */
  readonly input: Tokens
  /** With a reply of the usual length; null if no price is known. */
  readonly likely: Usd | null
  /** With an upper bound on the prompt and the longest reply; null if no price is known. */
  readonly atMost: Usd | null
  /** Whether the provider counted the prompt. */
  readonly counted?: true
}

/** Why a call failed, as data. */
export interface CallProblem {
  readonly code: CallFailureCode
  readonly message: string
  /** The provider's message, '' if there was none. */
  readonly said: string
  readonly status: number | null
  readonly canRetry: boolean
}

/** A call, from the moment it was requested. */
export interface CallRecord {
  readonly id: number
  readonly call: Call
  /** Its purpose in words. */
  readonly about: string
  /** The address it would be sent to. */
  readonly baseUrl: string
  readonly estimate: Estimate
  readonly state: 'waiting' | 'sending' | 'done' | 'cached' | 'failed' | 'declined'
  /** Text of the reply so far. */
  readonly text: string
  /** After a failed try: the reason, and the time to the next one. */
  readonly retry: { readonly message: string; readonly seconds: number } | null
  readonly reply: Reply | null
  /** Null while nothing was billed, or if no price is known. */
  readonly cost: Usd | null
  readonly problem: CallProblem | null
  /** Sent tries with unknown cost: each may have been billed. */
  readonly untold: number
  /** How many of those a person removed from the sum. */
  readonly struck: number
  /** How often it was sent. */
  readonly tries: number
}

/** Why an answer cannot be used. */
export type Unusable = 'refused' | 'cut-off' | 'empty'

/** The answers of a lane's model that could not be used. */
export interface UnusableAnswers {
  readonly lane: string
  readonly model: string
  readonly count: number
  /** All answers of the model. */
  readonly of: number
  /** Why, in words, each once; empty if the calls were made elsewhere. */
  readonly why: readonly string[]
}

export interface Calls {
  /** Oldest first. */
  readonly list: readonly CallRecord[]
  /** The cost of all calls so far, with those before this load of the tab. */
  readonly spent: Usd
  /** Upper bound on the cost of calls before this load whose cost is unknown. */
  readonly untoldBefore: Usd
  /** Whether a person approved all calls of the current run. */
  readonly agreed: boolean
  /** Whether a person approved all calls of the current fidelity test. */
  readonly agreedTest: boolean
}

export const calls = createStore<Calls>(() => {
  const { spent, untold } = restoreSpent()
  return { list: [], spent, untoldBefore: untold, agreed: false, agreedTest: false }
})

/** Aborts a call, by its number. */
export const stops = new Map<number, AbortController>()

/** Stops a call that waits or is in progress. Its caller gets the failure of a stopped call. */
export function stopCall(id: number): void {
  stops.get(id)?.abort()
}

/** Stops the calls of lanes. */
export function stopAsks(): void {
  for (const { id, call } of calls.getState().list) if (call.purpose === 'ask') stopCall(id)
}

/** The approval for a run ends with it. */
export function askAgain(): void {
  if (!calls.getState().agreed) return
  calls.setState({ agreed: false })
  connection.setState({ askFirst: true })
}

/** The approval for a test ends with it. */
export function endTest(): void {
  calls.setState({ agreedTest: false })
}

/** Sets whether a person approves each call; temporary approvals end. */
export function lookFirst(askFirst: boolean): void {
  calls.setState({ agreed: false, agreedTest: false })
  connection.setState({ askFirst })
}

/** Upper bound on the cost of tries whose cost is unknown. */
export function untoldOf({ list, untoldBefore }: Pick<Calls, 'list' | 'untoldBefore'>): Usd {
  return list.reduce(
    (sum, { untold, struck, estimate }) => sum + (untold - struck) * (estimate.atMost ?? 0),
    untoldBefore,
  )
}

export function useCalls<Part>(part: (state: Calls) => Part): Part {
  return useStore(calls, part)
}

/** Whether a call waits for approval: then only its buttons answer. */
export function isAsking(): boolean {
  return calls.getState().list.some(({ state }) => state === 'waiting')
}

/** The oldest call that waits for approval; null if none does. */
export function useWaiting(): CallRecord | null {
  return useCalls(({ list }) => list.find(({ state }) => state === 'waiting') ?? null)
}

/** The oldest call of some purposes that waits for approval, or else is in progress; null if there is none. */
export function useCurrent(isMeant: (purpose: Purpose) => boolean): CallRecord | null {
  return useCalls(({ list }) => {
    const meant = list.filter(({ call }) => isMeant(call.purpose))
    return (
      meant.find(({ state }) => state === 'waiting') ?? meant.find(({ state }) => state === 'sending') ?? null
    )
  })
}
