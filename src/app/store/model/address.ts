/** The name of the chosen address in the tab's session storage, as `public/fit.js` reads it. */
const STORED = 'context-window-lab address'

/** The address that the person chose in this tab; null if they chose none, or the browser keeps nothing. */
export function storedAddress(): string | null {
  try {
    return window.sessionStorage.getItem(STORED)
  } catch {
    return null
  }
}

export function storeAddress(address: string): void {
  try {
    window.sessionStorage.setItem(STORED, address)
  } catch {
    // The page then calls its first address only.
  }
}

/** Whether this load of the page may call an address: its policy allows one origin (`public/fit.js`). */
export function mayCall(address: string): boolean {
  if (typeof document === 'undefined') return true
  const only = document.querySelector<HTMLElement>('meta[data-calls]')?.dataset['calls']
  // While developing there is no policy.
  return only === undefined || new URL(address).origin === only
}

/** Loads the page again, so that it may call an address and no other. */
export function loadFor(address: string): void {
  storeAddress(address)
  window.location.reload()
}
