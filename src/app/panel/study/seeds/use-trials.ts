import { useCallback, useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import { useAskBeforeLeaving } from './ask-before-leaving.ts'
import { knownTrial, runTrials } from './trials.ts'
import type { Trial } from './trials.ts'

/** The run of some trials. */
export interface TrialRun {
  /** Trials with a result. */
  readonly done: number
  readonly running: boolean
  /** Whether the last run was stopped because other trials are shown now. */
  readonly changed: boolean
  /** Why the last run stopped, in a sentence; null if it did not fail. */
  readonly failed: string | null
  readonly start: (trials: readonly Trial[]) => void
  readonly cancel: () => void
}

/**
 * Runs trials when asked, and stops when the part of the page is gone.
 *
 * @param all the trials that are shown
 */
export function useTrials(all: readonly Trial[]): TrialRun {
  const [, tick] = useState(0)
  const [running, setRunning] = useState(false)
  const [changed, setChanged] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)
  useAskBeforeLeaving(running)
  const own = useRef<AbortController | null>(null)
  const cancel = useCallback(() => {
    own.current?.abort()
    own.current = null
    setRunning(false)
  }, [])
  useEffect(
    () => () => {
      if (own.current !== null) setChanged(true)
      cancel()
    },
    [cancel, all],
  )
  const start = (trials: readonly Trial[]): void => {
    cancel()
    const control = new AbortController()
    own.current = control
    setRunning(true)
    setChanged(false)
    setFailed(null)
    const ended = (why: string | null): void => {
      if (own.current !== control) return
      own.current = null
      setRunning(false)
      setFailed(why)
    }
    runTrials(trials, control.signal, () => {
      if (own.current === control) tick((count) => count + 1)
    }).then(
      () => {
        ended(null)
      },
      (failure: unknown) => {
        ended(failure instanceof ProblemError ? (failure.problems[0]?.message ?? '') : String(failure))
      },
    )
  }
  const done = all.filter((trial) => knownTrial(trial) !== null).length
  return { done, running, changed, failed, start, cancel }
}
