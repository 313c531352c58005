/**
 * Lets the browser ask before the page is left.
 *
 * @returns says whether it is to ask; each caller has a question of its own
 */
export function leavingQuestion(): (asks: boolean) => void {
  let isAsked = false
  // Each has its own listener: two of the same function are one.
  const ask = (event: BeforeUnloadEvent): void => {
    event.preventDefault()
  }
  return (asks) => {
    // A test has no page to leave.
    if (asks === isAsked || !('addEventListener' in globalThis)) return
    isAsked = asks
    if (asks) globalThis.addEventListener('beforeunload', ask)
    else globalThis.removeEventListener('beforeunload', ask)
  }
}
