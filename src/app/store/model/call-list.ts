import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Tokens } from '../../../engine/index.ts'
import type { Usd } from '../../../llm/index.ts'
import type { Call, CallFailureCode, Purpose, Reply } from '../../../provider/index.ts'
import { connection } from './connection.ts'
import { restoreSpent } from './spent.ts'

/** What a call would send, and what it could cost at most. */
export interface Estimate {
  /** By the plainest counter, fitted to what was billed so far; or as the provider counted it. */
  readonly input: Tokens
  /** With a reply as long as those before; null where no price is known. */
  readonly likely: Usd | null
  /** By a prompt that cannot have more tokens and the longest reply; null where no price is known. */
  readonly atMost: Usd | null
  /** Whether the provider counted the prompt. */
  readonly counted?: true
}

/** Why a call came to nothing, as data. */
export interface CallProblem {
  readonly code: CallFailureCode
  readonly message: string
  /** What the provider said, '' where it said nothing. */
  readonly said: string
  readonly status: number | null
  readonly canRetry: boolean
}

/** A call from the moment it was wanted. */
export interface CallRecord {
  readonly id: number
  readonly call: Call
  /** What it is for, in words. */
  readonly about: string
  /** The address that it would go to. */
  readonly baseUrl: string
  readonly estimate: Estimate
  readonly state: 'waiting' | 'sending' | 'done' | 'cached' | 'failed' | 'declined'
  /** Text of the reply as far as it came. */
  readonly text: string
  /** What it waits for where a try failed. */
  readonly retry: { readonly message: string; readonly seconds: number } | null
  readonly reply: Reply | null
  /** Null while nothing was billed, or where no price is known. */
  readonly cost: Usd | null
  readonly problem: CallProblem | null
  /** Tries that were sent and of which nobody said what they cost: each may have been billed. */
  readonly untold: number
  /** How many of those a person struck from the sum. */
  readonly struck: number
  /** How often it was sent. */
  readonly tries: number
}

export interface Calls {
  /** Oldest first. */
  readonly list: readonly CallRecord[]
  /** What all of them cost so far, with those that the tab made before this load of the page. */
  readonly spent: Usd
  /** What may have been billed, at most, by calls before this load of which nobody said what they cost. */
  readonly untoldBefore: Usd
  /** Whether a person let all calls of the run go that is under way. */
  readonly agreed: boolean
  /** Whether a person let all calls of the fidelity test go that is under way. */
  readonly agreedTest: boolean
}

export const calls = createStore<Calls>(() => {
  const { spent, untold } = restoreSpent()
  return { list: [], spent, untoldBefore: untold, agreed: false, agreedTest: false }
})

/** What was agreed to for a run ends with it. */
export function askAgain(): void {
  if (!calls.getState().agreed) return
  calls.setState({ agreed: false })
  connection.setState({ askFirst: true })
}

/** What was agreed to for a test ends with it. */
export function endTest(): void {
  calls.setState({ agreedTest: false })
}

/** A person's own word on whether each call is looked at first: what was agreed to for a while is over with it. */
export function lookFirst(askFirst: boolean): void {
  calls.setState({ agreed: false, agreedTest: false })
  connection.setState({ askFirst })
}

/** What may have been billed, at most, by tries of which nobody said what they cost. */
export function untoldOf({ list, untoldBefore }: Pick<Calls, 'list' | 'untoldBefore'>): Usd {
  return list.reduce(
    (sum, { untold, struck, estimate }) => sum + (untold - struck) * (estimate.atMost ?? 0),
    untoldBefore,
  )
}

export function useCalls<Part>(part: (state: Calls) => Part): Part {
  return useStore(calls, part)
}

/** The oldest call that waits for a person; null where none does. */
export function useWaiting(): CallRecord | null {
  return useCalls(({ list }) => list.find(({ state }) => state === 'waiting') ?? null)
}

/** The oldest call of some purposes that waits for a person, or else that is under way; null where none is. */
export function useCurrent(isMeant: (purpose: Purpose) => boolean): CallRecord | null {
  return useCalls(({ list }) => {
    const meant = list.filter(({ call }) => isMeant(call.purpose))
    return (
      meant.find(({ state }) => state === 'waiting') ?? meant.find(({ state }) => state === 'sending') ?? null
    )
  })
}
