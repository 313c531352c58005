/** Under this name the tab remembers, for its next load, which kept conversation was open in it. */
const OPEN = 'context-window-lab live'

/** What a tab that was left says of the conversation that was open in it. */
export interface LeftOpen {
  /** What it is called in the browser's database. */
  readonly name: string
  /** The reply as far as it had come: the database may have been written a moment before. */
  readonly written: string
}

/** Whether a kept conversation was open when the tab was last left: its panel opens again. */
export function wasLeftOpen(): boolean {
  return leftOpen() !== null
}

/** Null where no kept conversation was open. */
export function leftOpen(): LeftOpen | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(OPEN) ?? 'null')
    if (!Array.isArray(stored)) return null
    const [name, written] = stored as readonly unknown[]
    return typeof name === 'string' && typeof written === 'string' ? { name, written } : null
  } catch {
    return null
  }
}

export function noteOpen(open: LeftOpen | null): void {
  try {
    if (open === null) window.sessionStorage.removeItem(OPEN)
    else window.sessionStorage.setItem(OPEN, JSON.stringify([open.name, open.written]))
  } catch {
    // A browser that keeps nothing for a tab: the panel stays closed after a reload, and lists what is kept anyway.
  }
}
