import { useEffect } from 'react'

/** Milliseconds of work that nobody needs to be asked about. */
const SHORT = 3000

/**
 * Lets the browser ask before the page is left, once a study has run for three seconds: what it found would be lost.
 *
 * @returns stops asking
 */
export function askBeforeLeaving(): () => void {
  // Each study has its own: one that ends leaves that of another.
  const ask = (event: BeforeUnloadEvent): void => {
    event.preventDefault()
  }
  const timer = setTimeout(() => {
    window.addEventListener('beforeunload', ask)
  }, SHORT)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('beforeunload', ask)
  }
}

/** The same while `running`. */
export function useAskBeforeLeaving(running: boolean): void {
  useEffect(() => (running ? askBeforeLeaving() : undefined), [running])
}
