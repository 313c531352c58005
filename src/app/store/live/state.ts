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

/** What a person decided of a call to a tool. */
export type Decision =
  | { readonly kind: 'run' }
  /** Run with other arguments than the model gave. */
  | { readonly kind: 'edited'; readonly input: Json }
  | { readonly kind: 'refused'; readonly why: string }

/** What a person is writing about a call before they decide; kept while they look at something else. */
export interface Draft {
  readonly mode: 'asked' | 'editing' | 'refusing'
  /** Arguments as JSON. */
  readonly text: string
  readonly why: string
}

/** Why it stopped, in words and as what can be done about it. */
export interface Stop {
  readonly code:
    CallFailureCode | 'window-over' | 'elsewhere' | 'halted' | 'resting' | 'closed' | 'unexpected'
  readonly message: string
  /** What the provider said, '' where it said nothing. */
  readonly said: string
}

/** What became of a compaction that the provider may make by itself (EDITAPI-1). */
export interface Compaction {
  /** Tokens of the prompt before and after the one that the run expected; null where it expected none. */
  readonly expected: { readonly before: Tokens; readonly after: Tokens } | null
  /** What the provider made; null where it made none, and where a mock answered, which makes none. */
  readonly made: {
    readonly summary: string
    /** What making it was billed for, beside the reply; null where the provider did not say. */
    readonly billed: { readonly input: Tokens; readonly output: Tokens } | null
    /** Tokens of the prompt that the reply was made from, as billed; null where the provider did not say. */
    readonly after: Tokens | null
  } | null
}

/** A turn as it was really sent, whatever the settings say now. */
export interface Sent {
  readonly turn: Turn
  /** Tokens of the prompt by the counter of the page. */
  readonly used: Tokens
  /** The lane that prepared it, in words. */
  readonly strategy: string
  /** The blocks that it held, as `heldIn` writes them. */
  readonly held: string
  /** Tokens of the request by each counter, not fitted to anything; empty where another was sent in its place. */
  readonly counted: Readonly<Record<string, Tokens>>
  /** Tokens that the run expected the provider to take out; null where the request asked for no such edit. */
  readonly predicted: Tokens | null
  /** What the provider says it took out by itself; null where a mock answered, which takes nothing out. */
  readonly applied: readonly AppliedEdit[] | null
  /** Null or missing where neither the request asked for a compaction nor the provider made one. */
  readonly compaction?: Compaction | null
  /** How many repairs the request needed after the provider had refused it (VALID-4). */
  readonly repaired: number
  /** Why the reply ended, in the provider's word; null where it said none, and for a mock. */
  readonly stopReason: string | null
}

/** A request by the provider's own count. */
export interface ProviderCount {
  readonly input: Tokens
  readonly model: string
  /** The same request by each counter. */
  readonly counted: Readonly<Record<string, Tokens>>
}

/** The agent that is the real model. */
export const MODEL = 'model'

/** One conversation, with everything that is known of it beside its messages. */
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
  /** The reply as far as it came; after a call that broke, what had come. */
  readonly written: string
  /** What a person has written and not sent. */
  readonly draft: string
  /** By the id of the call. */
  readonly decisions: ReadonlyMap<string, Decision>
  readonly drafts: ReadonlyMap<string, Draft>
  readonly problem: Stop | null
  readonly sent: readonly Sent[]
  /** What went out last and to whom, as long as no reply to it came whole; null before anything did. */
  readonly out: { readonly sent: Sent; readonly model: string } | null
  /** The real model that it was held with last; null before the first call, and with a mock. */
  readonly model: { readonly name: string; readonly label: string } | null
  readonly counts: ReadonlyMap<Turn, ProviderCount>
  /** As it was before its last message was taken back; null once it went on from there. */
  readonly takenBack: TakenBack | null
}

/** What it takes to bring back what was taken back. */
export interface TakenBack {
  /** As it was. */
  readonly conversation: Conversation
  /** How it was shown, and how with what was done at its gone turns taken out; null where it was on no screen. */
  readonly before: RunChoices | null
  readonly after: RunChoices | null
  /** What could be undone and done again. */
  readonly steps: Steps
}

export interface LiveState extends Conversation {
  /** Whether tools run without a question. */
  readonly auto: boolean
  /** The other conversations of this page, as they were left. */
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

/** Whether something is under way that would be lost. */
export function isBusy({ step }: Pick<Conversation, 'step'>): boolean {
  return step === 'managing' || step === 'calling'
}

/** The turn of the next call. A request that is under way is prepared already: what is done now is done to the one after. */
export function nextTurn({ live, step }: Pick<Conversation, 'live' | 'step'>): Turn {
  const turns = live?.trace.turns.length ?? 0
  return live?.next === 'model' && step !== 'calling' ? turns - 1 : turns
}

/** The conversation alone. */
export function asOnShelf({ auto: _, shelf: __, ...conversation }: LiveState): Conversation {
  return conversation
}

/** Puts the conversation on the shelf, and another in its place: one of the shelf, a new one, or none. */
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
 * A conversation as the worker takes it.
 *
 * @throws ProblemError for one that is no longer exists
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
