/** Under this name the tab remembers, for its next load, that a kept conversation was open in it. */
const OPEN = 'context-window-lab live'

/** Whether a kept conversation was open when the tab was last left: its panel opens again. */
export function wasLeftOpen(): boolean {
  try {
    return window.sessionStorage.getItem(OPEN) !== null
  } catch {
    return false
  }
}

export function noteOpen(isOpen: boolean): void {
  try {
    if (isOpen) window.sessionStorage.setItem(OPEN, '1')
    else window.sessionStorage.removeItem(OPEN)
  } catch {
    // A browser that keeps nothing for a tab: the panel stays closed after a reload, and lists what is kept all the same.
  }
}
