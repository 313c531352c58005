/** The key under which the tab remembers, for its next load, which kept conversation was open. */
const OPEN = 'context-window-lab live'

/** What the previous load of a tab recorded about its open conversation. */
export interface LeftOpen {
  /** Its name in the browser's database. */
  readonly name: string
  /** The partial reply: the last write to the database may be slightly older. */
  readonly written: string
}

/** Whether a kept conversation was open when the tab was last left: its panel opens again. */
export function wasLeftOpen(): boolean {
  return leftOpen() !== null
}

/** Null if no kept conversation was open. */
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
    // A browser without storage for the tab: the panel stays closed after a reload, and lists the kept conversations
    // anyway.
  }
}
