import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Problem } from '../../../../engine/index.ts'

/** A log that was refused unread, and why. */
export interface Refusal {
  readonly name: string
  readonly problems: readonly Problem[]
}

/** A setup being written. */
export interface SetupDraft {
  readonly system: string
  readonly tools: string
  readonly model: string
}

/** Logs before they are run: typed text, questions, and refusals. */
interface Desk {
  /** Text in the box; it stays until its run is on the screen. */
  readonly draft: string
  /** Number of the log made from the draft, as long as it is the last one. */
  readonly ran: number | null
  /** A remark shown at the box. */
  readonly remark: string | null
  readonly refusal: Refusal | null
  /** The text in the boxes for system prompt and tools of a log, by its number. */
  readonly setups: ReadonlyMap<number, SetupDraft>
  /** Name of the scenario to return to from a log. */
  readonly home: string
}

export const desk = createStore<Desk>(() => ({
  draft: '',
  ran: null,
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

/** Sets the draft. */
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
  if (panel?.matches(':popover-open') !== true) return
  panel.hidePopover()
  // Its button has the focus again: for whoever came with a pointer, Space is to play, not to open it once more.
  const button = document.activeElement
  if (button instanceof HTMLElement && !button.matches(':focus-visible')) button.blur()
}

export function focusBox(): void {
  document.getElementById(BOX)?.focus()
}
