import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Problem } from '../../../../engine/index.ts'

/** A log that was not even tried, and why. */
export interface Refusal {
  readonly name: string
  readonly problems: readonly Problem[]
}

/** A setup as it is being written. */
export interface SetupDraft {
  readonly system: string
  readonly tools: string
  readonly model: string
}

/** Where logs lie before they are run: what is typed and asked, and what could not be taken. */
interface Desk {
  /** Text in the box; it stays until a run of it is on the screen. */
  readonly draft: string
  /** Number of the log that was made of the draft, while it is the last one. */
  readonly ran: number | null
  /** Files that came together, of which one can be run. */
  readonly offered: readonly File[]
  /** Said at the box. */
  readonly remark: string | null
  readonly refusal: Refusal | null
  /** What stands in the boxes for the system prompt and the tools of a log, by its number. */
  readonly setups: ReadonlyMap<number, SetupDraft>
  /** Name of the scenario to go back to from a log. */
  readonly home: string
}

export const desk = createStore<Desk>(() => ({
  draft: '',
  ran: null,
  offered: [],
  remark: null,
  refusal: null,
  setups: new Map(),
  home: 'axios-migration',
}))

export function useDesk<Part>(part: (state: Desk) => Part): Part {
  return useStore(desk, part)
}

export const PANEL = 'conversation-panel'
export const BOX = 'log-box'

/** Puts a text on the desk in place of the previous one. */
export function setDraft(draft: string): void {
  desk.setState({ draft, ran: null, remark: null })
}

export function setSetup(log: number, draft: SetupDraft): void {
  desk.setState({ setups: new Map(desk.getState().setups).set(log, draft) })
}

/** Opens the panel at the box for logs. */
export function openDesk(): void {
  const panel = document.getElementById(PANEL)
  if (panel === null) return
  if (!panel.matches(':popover-open')) panel.showPopover()
  focusBox()
}

export function closeDesk(): void {
  const panel = document.getElementById(PANEL)
  if (panel?.matches(':popover-open') === true) panel.hidePopover()
}

export function focusBox(): void {
  document.getElementById(BOX)?.focus()
}
