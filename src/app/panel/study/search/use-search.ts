import { useCallback, useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import { useAskBeforeLeaving } from '../seeds/ask-before-leaving.ts'
import { runTrials } from '../seeds/trials.ts'
import { keyOfSearch, searchOnPage } from './searching.ts'
import type { SearchInputs, SearchProgress, SearchResult } from './searching.ts'

/** What was found since the page was opened: it stays until the inputs change, and comes back with them. */
const found = new Map<string, SearchResult>()

/** A search that can be stopped and goes on where it was. */
export interface Search {
  readonly result: SearchResult | null
  readonly running: boolean
  /** Null before the first start with these inputs. */
  readonly progress: SearchProgress | null
  /** Why the last run stopped, in a sentence; null if it did not fail. */
  readonly failed: string | null
  readonly start: () => void
  readonly stop: () => void
}

interface State {
  /** Of the inputs that it is about. */
  readonly key: string
  readonly running: boolean
  readonly progress: SearchProgress | null
  readonly failed: string | null
}

export function useSearch(inputs: SearchInputs): Search {
  const key = keyOfSearch(inputs)
  const [state, setState] = useState<State>({ key, running: false, progress: null, failed: null })
  useAskBeforeLeaving(state.running)
  const own = useRef<AbortController | null>(null)
  const stop = useCallback(() => {
    own.current?.abort()
    own.current = null
    setState((before) => ({ ...before, running: false }))
  }, [])
  useEffect(() => stop, [stop, key])
  const start = (): void => {
    stop()
    const control = new AbortController()
    own.current = control
    const tell = (change: Partial<State>): void => {
      if (own.current === control) setState((before) => ({ ...before, key, ...change }))
    }
    tell({ running: true, progress: null, failed: null })
    searchOnPage(
      inputs,
      async (trials, onDone) => {
        await runTrials(trials, control.signal, onDone)
        control.signal.throwIfAborted()
      },
      (progress) => {
        tell({ progress })
      },
    ).then(
      (result) => {
        found.set(key, result)
        tell({ running: false })
      },
      (failure: unknown) => {
        tell({
          running: false,
          failed: failure instanceof ProblemError ? (failure.problems[0]?.message ?? '') : String(failure),
        })
      },
    )
  }
  const about = state.key === key ? state : { running: false, progress: null, failed: null }
  const { running, progress, failed } = about
  return { result: found.get(key) ?? null, running, progress, failed, start, stop }
}
