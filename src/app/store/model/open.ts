import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

export const MODEL_PANEL = 'model-panel'

/** Which parts of the panel are open. */
interface Panel {
  readonly open: boolean
  /** Whether it was ever open. */
  readonly opened: boolean
  /** Number of the call whose details are shown; null for none. */
  readonly call: number | null
  /** Number of the call that is to be scrolled into view. */
  readonly sought: number | null
}

export const modelPanel = createStore<Panel>(() => ({ open: false, opened: false, call: null, sought: null }))

export function useModelPanel<Part>(part: (state: Panel) => Part): Part {
  return useStore(modelPanel, part)
}

/**
 * Opens the panel.
 *
 * @param call the call whose details are shown; default: none
 */
export function openModel(call: number | null = null): void {
  if (call !== null) modelPanel.setState({ call, sought: call })
  const panel = document.getElementById(MODEL_PANEL)
  if (panel?.matches(':popover-open') === false) panel.showPopover()
}

export function closeModel(): void {
  const panel = document.getElementById(MODEL_PANEL)
  if (panel?.matches(':popover-open') === true) panel.hidePopover()
}
