import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Json, Tokens, Turn } from '../../engine/index.ts'
import type { Live, World } from '../../live/index.ts'
import type { AppliedEdit } from '../../provider/index.ts'
import type { Trace } from '../../sim/index.ts'

/** What a person decided of a call to a tool. */
export type Decision =
  | { readonly kind: 'run' }
  /** Run with other arguments than the model gave. */
  | { readonly kind: 'edited'; readonly input: Json }
  | { readonly kind: 'refused'; readonly why: string }

/** What happens at the moment. */
export type Step =
  /** The user may write. */
  | 'user'
  /** The strategy of the first lane prepares the request. */
  | 'managing'
  /** The model writes. */
  | 'calling'
  /** A person decides what its calls may do. */
  | 'deciding'
  /** Something came to nothing; see `problem`. */
  | 'stopped'

/** A turn as it was really sent, whatever the settings say now. */
export interface Sent {
  readonly turn: Turn
  /** Tokens of the prompt by the counter of the page. */
  readonly used: Tokens
  /** The lane that prepared it, in words. */
  readonly strategy: string
  /** Tokens of the request by each counter, not fitted to anything. */
  readonly counted: Readonly<Record<string, Tokens>>
  /** What the provider says it took out by itself. */
  readonly applied: readonly AppliedEdit[]
}

/** The agent that is the real model. */
export const MODEL = 'model'

export interface LiveState {
  /** Number of the conversation; 0 before the first. */
  readonly id: number
  readonly live: Live | null
  /** Grows with every change of the conversation. */
  readonly revision: number
  readonly title: string
  /** Name of what it began with. */
  readonly opening: string
  /** `MODEL`, or the name of a mock that plays the agent. */
  readonly agent: string
  readonly world: World | null
  readonly step: Step
  /** The reply as far as it came. */
  readonly written: string
  /** By the id of the call. */
  readonly decisions: ReadonlyMap<string, Decision>
  /** Whether tools run without a question. */
  readonly auto: boolean
  /** Why it stopped, in words. */
  readonly problem: string | null
  readonly sent: readonly Sent[]
}

export const liveState = createStore<LiveState>(() => ({
  id: 0,
  live: null,
  revision: 0,
  title: '',
  opening: '',
  agent: MODEL,
  world: null,
  step: 'user',
  written: '',
  decisions: new Map(),
  auto: false,
  problem: null,
  sent: [],
}))

export function useLive<Part>(part: (state: LiveState) => Part): Part {
  return useStore(liveState, part)
}

/** The conversation as the worker takes it. */
export function liveSource(): { readonly id: number; readonly revision: number; readonly trace: Trace } {
  const { id, revision, live } = liveState.getState()
  if (live === null) throw new Error('there is no live conversation')
  return { id, revision, trace: live.trace }
}
