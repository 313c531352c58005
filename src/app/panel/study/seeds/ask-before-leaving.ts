import { useEffect } from 'react'
import { leavingQuestion } from '../../../store/look/leaving.ts'

/** Milliseconds of work that nobody needs to be asked about. */
const SHORT = 3000

/**
 * Lets the browser ask before the page is left, once a study has run for three seconds: what it found would be lost.
 *
 * @returns stops asking
 */
export function askBeforeLeaving(): () => void {
  const ask = leavingQuestion()
  const timer = setTimeout(() => {
    ask(true)
  }, SHORT)
  return () => {
    clearTimeout(timer)
    ask(false)
  }
}

/** The same while `running`. */
export function useAskBeforeLeaving(running: boolean): void {
  useEffect(() => (running ? askBeforeLeaving() : undefined), [running])
}
