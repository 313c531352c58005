import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Problem } from '../../../engine/index.ts'
import type { RunChoices } from '../choice/choices.ts'
import type { LogState, PageState } from './state.ts'

/** Where a state came from; `copy`: where it went. */
export type Origin = 'link' | 'reload' | 'file' | 'library' | 'page' | 'copy'

/** What a person should know about the last state that was opened. */
export interface Notice {
  readonly from: Origin
  /** Whether nothing of it could be opened. */
  readonly refused: boolean
  /** What was ignored or replaced, and why. */
  readonly problems: readonly Problem[]
}

/** A state of a log that is not in this page. */
export interface Wanted {
  readonly from: Origin
  readonly log: LogState
  readonly state: PageState
  /** The answers of its models are recorded. */
  readonly plays?: true
  /** What was run when it was asked for. */
  readonly over: RunChoices
  /** Name of the newest log that was given and is another; missing: none was. */
  readonly other?: string
}

/** A config from a file or from the library, which runs in one of the lanes or in a new one. */
export interface OfferedConfig {
  readonly name: string
  readonly text: string
}

interface Told {
  readonly notice: Notice | null
  readonly wanted: Wanted | null
  readonly config: OfferedConfig | null
}

const told = createStore<Told>(() => ({ notice: null, wanted: null, config: null }))

export function useTold<Part>(part: (state: Told) => Part): Part {
  return useStore(told, part)
}

export function tell(notice: Notice | null): void {
  told.setState({ notice })
}

/** Adds to the notice what became clear only once the state was on the screen. */
export function tellMore(from: Origin, problems: readonly Problem[]): void {
  if (problems.length === 0) return
  const { notice } = told.getState()
  const before = notice?.from === from ? notice : { from, refused: false, problems: [] }
  told.setState({ notice: { ...before, problems: [...before.problems, ...problems] } })
}

export function wantLog(wanted: Wanted | null): void {
  told.setState({ wanted })
}

/** Asks in which lane a config shall run. */
export function offerConfig(config: OfferedConfig | null): void {
  told.setState({ config, ...(config !== null && { notice: null }) })
}

export function currentWanted(): Wanted | null {
  return told.getState().wanted
}
