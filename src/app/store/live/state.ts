import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { ProblemError } from '../../../engine/index.ts'
import type { Json, Tokens, Turn } from '../../../engine/index.ts'
import type { Live, World } from '../../../live/index.ts'
import type { AppliedEdit, CallFailureCode } from '../../../provider/index.ts'
import type { Trace } from '../../../sim/index.ts'
import { LIVE_TEXT } from './words.ts'
import type { RunChoices } from '../choice/choices.ts'
import type { Steps } from '../choice/history.ts'
import type { Step } from './step.ts'

/** A person's decision about a tool call. */
export type Decision =
  | { readonly kind: 'run' }
  /** Run with other arguments than the model's. */
  | { readonly kind: 'edited'; readonly input: Json }
  | { readonly kind: 'refused'; readonly why: string }

/** A decision that is not made yet; kept while the person looks at something else. */
export interface Draft {
  readonly mode: 'asked' | 'editing' | 'refusing'
  /** Arguments as JSON. */
  readonly text: string
  readonly why: string
}

/** Why it stopped, in words and as a code for the advice. */
export interface Stop {
  readonly code:
    | CallFailureCode
    | 'window-over'
    | 'elsewhere'
    | 'halted'
    | 'resting'
    | 'closed'
    | 'unexpected'
  readonly message: string
  /** The provider's message, '' if there was none. */
  readonly said: string
}

/** The result of a compaction that the provider may make itself (EDITAPI-1). */
export interface Compaction {
  /** Tokens of the prompt before and after the compaction that the run expected; null if it expected none. */
  readonly expected: { readonly before: Tokens; readonly after: Tokens } | null
  /** The provider's compaction; null if it made none, and for mocks, which never make one. */
  readonly made: {
    readonly summary: string
    /** The tokens billed for it, beside the reply; null if the provider did not report them. */
    readonly billed: { readonly input: Tokens; readonly output: Tokens } | null
    /** Billed tokens of the prompt of the reply; null if the provider did not report them. */
    readonly after: Tokens | null
  } | null
}

/** A turn as it was really sent, whatever the current settings are. */
export interface Sent {
  readonly turn: Turn
  /** Tokens of the prompt by the counter of the page. */
  readonly used: Tokens
  /** The lane that prepared it, in words. */
  readonly strategy: string
  /** The blocks in it, as `heldIn` writes them. */
  readonly held: string
  /** Tokens of the request by each counter, without calibration; empty if another request was sent instead. */
  readonly counted: Readonly<Record<string, Tokens>>
  /** Tokens that the run expected the provider to remove; null if the request asked for no such edit. */
  readonly predicted: Tokens | null
  /** What the provider reports to have removed; null for mocks, which remove nothing. */
  readonly applied: readonly AppliedEdit[] | null
  /** Null or missing if the request asked for no compaction and the provider made none. */
  readonly compaction?: Compaction | null
  /** How many repairs the request needed after the provider had refused it (VALID-4). */
  readonly repaired: number
  /** Why the reply ended, in the provider's word; null if it gave none, and for mocks. */
  readonly stopReason: string | null
}

/** The size of a request by the provider's own count. */
export interface ProviderCount {
  readonly input: Tokens
  readonly model: string
  /** The same request by each counter. */
  readonly counted: Readonly<Record<string, Tokens>>
}

/** The agent that is the real model. */
export const MODEL = 'model'

/** One conversation, with all its data beside the messages. */
export interface Conversation {
  /** Number of the conversation; 0 for none. */
  readonly id: number
  readonly live: Live | null
  /** Grows with every change of the conversation. */
  readonly revision: number
  readonly title: string
  /** `MODEL`, or the name of a mock that plays the agent. */
  readonly agent: string
  /** When it began, in milliseconds of the page's clock. */
  readonly began: number
  readonly world: World | null
  /** The files as they were before the tools of a turn ran, by that turn. */
  readonly worlds: ReadonlyMap<Turn, World>
  readonly step: Step
  /** The partial reply; after a failed call, what had arrived. */
  readonly written: string
  /** The text that a person has written and not sent. */
  readonly draft: string
  /** By the id of the call. */
  readonly decisions: ReadonlyMap<string, Decision>
  readonly drafts: ReadonlyMap<string, Draft>
  readonly problem: Stop | null
  readonly sent: readonly Sent[]
  /** The last request, and its model, while it has no complete reply; null before the first request. */
  readonly out: { readonly sent: Sent; readonly model: string } | null
  /** The real model of the last call; null before the first call, and with a mock. */
  readonly model: { readonly name: string; readonly label: string } | null
  readonly counts: ReadonlyMap<Turn, ProviderCount>
  /** Its state before the last message was taken back; null once the conversation continued. */
  readonly takenBack: TakenBack | null
}

/** What is needed to restore a message that was taken back. */
export interface TakenBack {
  /** The conversation before. */
  readonly conversation: Conversation
  /** The shown choices before, and the same without acts at removed turns; null if it was not shown. */
  readonly before: RunChoices | null
  readonly after: RunChoices | null
  /** The steps of undo and redo. */
  readonly steps: Steps
}

export interface LiveState extends Conversation {
  /** Whether tools run without asking. */
  readonly auto: boolean
  /** The other conversations of this page, in their last state. */
  readonly shelf: ReadonlyMap<number, Conversation>
}

export const NO_CONVERSATION: Conversation = Object.freeze({
  id: 0,
  live: null,
  revision: 0,
  title: '',
  agent: MODEL,
  began: 0,
  world: null,
  worlds: new Map(),
  step: 'user',
  written: '',
  draft: '',
  decisions: new Map(),
  drafts: new Map(),
  problem: null,
  sent: [],
  out: null,
  model: null,
  takenBack: null,
  counts: new Map(),
})

export const liveState = createStore<LiveState>(() => ({
  ...NO_CONVERSATION,
  auto: false,
  shelf: new Map(),
}))

export function useLive<Part>(part: (state: LiveState) => Part): Part {
  return useStore(liveState, part)
}

/** Whether something in progress would be lost. */
export function isBusy({ step }: Pick<Conversation, 'step'>): boolean {
  return step === 'managing' || step === 'calling'
}

/** The turn of the next call. A request in progress is already prepared: acts now apply to the one after it. */
export function nextTurn({ live, step }: Pick<Conversation, 'live' | 'step'>): Turn {
  const turns = live?.trace.turns.length ?? 0
  return live?.next === 'model' && step !== 'calling' ? turns - 1 : turns
}

/** The conversation without the page-wide fields. */
export function asOnShelf({ auto: _, shelf: __, ...conversation }: LiveState): Conversation {
  return conversation
}

/** Puts the current conversation on the shelf, and opens another: one from the shelf, a new one, or none. */
export function putInPlace(next: Conversation): void {
  liveState.setState((state) => {
    const now = asOnShelf(state)
    const others = new Map(state.shelf)
    const isBegun = (now.live?.trace.turns.length ?? 0) > 0
    if (isBegun || now.takenBack !== null) others.set(now.id, now)
    others.delete(next.id)
    return { ...next, shelf: others }
  })
}

/**
 * A conversation in the form that the worker reads.
 *
 * @throws ProblemError if it no longer exists
 */
export function liveSource(id: number): {
  readonly id: number
  readonly revision: number
  readonly trace: Trace
} {
  const state = liveState.getState()
  const found = state.id === id ? state : state.shelf.get(id)
  if (found?.live === undefined || found.live === null)
    throw new ProblemError([{ severity: 'error', code: 'no-conversation', message: LIVE_TEXT.gone }])
  return { id, revision: found.revision, trace: found.live.trace }
}
