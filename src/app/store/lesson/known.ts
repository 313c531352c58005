const KEY = 'context-window-lab.story'

/** Whether this browser has seen the opening story, or left it. */
export function isKnown(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

/** Keeps in this browser that it has. */
export function remember(): void {
  try {
    localStorage.setItem(KEY, 'left')
  } catch {
    // Storage is blocked: it plays again at the next visit.
  }
}
