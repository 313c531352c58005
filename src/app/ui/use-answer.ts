import { useEffect, useState } from 'react'

/** How far an answer is: `answer` is null while it is under way, or where `failed`. */
export interface Pending<Answer> {
  readonly answer: Answer | null
  readonly failed: boolean
}

/**
 * Asks the worker, and forgets the answer to what is no longer asked.
 *
 * @param ask the question, memoized: another function is another question; null asks nothing
 */
export function useAnswer<Answer>(ask: ((signal: AbortSignal) => Promise<Answer>) | null): Pending<Answer> {
  const [state, setState] = useState<Pending<Answer> & { readonly to: typeof ask }>({
    answer: null,
    failed: false,
    to: null,
  })
  useEffect(() => {
    if (ask === null) return undefined
    const leaving = new AbortController()
    ask(leaving.signal)
      .then((answer) => {
        if (!leaving.signal.aborted) setState({ answer, failed: false, to: ask })
      })
      .catch(() => {
        if (!leaving.signal.aborted) setState({ answer: null, failed: true, to: ask })
      })
    return () => {
      leaving.abort()
    }
  }, [ask])
  return state.to === ask && ask !== null ? state : { answer: null, failed: false }
}
