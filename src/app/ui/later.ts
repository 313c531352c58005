import { startTransition, useEffect, useMemo, useState } from 'react'

/** A value computed from an object once, for any number of readers. */
export interface Once<Of extends object, Made> {
  readonly of: (one: Of) => Made
  /** Undefined until it is first needed. */
  readonly known: (one: Of) => { readonly made: Made } | undefined
}

export function once<Of extends object, Made>(make: (one: Of) => Made): Once<Of, Made> {
  const made = new WeakMap<Of, { readonly made: Made }>()
  return {
    of(one) {
      const known = made.get(one) ?? { made: make(one) }
      made.set(one, known)
      return known.made
    },
    known: (one) => made.get(one),
  }
}

/** Milliseconds after which the page counts as idle, for browsers without an idle callback. */
const SOON = 50

/** When a value is computed, and how long it is shown. */
interface LaterOptions {
  /** Milliseconds without another object before the computation starts; default 0. */
  readonly rest?: number
  /** While this is the same, the previous object's value is shown until the new one is ready. */
  readonly about?: string
}

/** A computed value and its object. */
interface WorkedOut<Of, Made> {
  readonly of: Of
  readonly made: Made
}

/**
 * A value computed from an object when the page is idle; until then the previous object's value, or null. A known value
 * is returned at once.
 */
export function useLater<Of extends object, Made>(
  worked: Once<Of, Made>,
  one: Of | null,
  { rest = 0, about = '' }: LaterOptions = {},
): WorkedOut<Of, Made> | null {
  const [last, setLast] = useState<(WorkedOut<Of, Made> & { readonly about: string }) | null>(null)
  const known = one === null ? undefined : worked.known(one)
  const missing = known === undefined ? one : null
  useEffect(() => {
    if (missing === null) return undefined
    let stop = (): void => undefined
    const timer = window.setTimeout(() => {
      stop = whenIdle(() => {
        const made = worked.of(missing)
        startTransition(() => {
          setLast({ of: missing, made, about })
        })
      })
    }, rest)
    return () => {
      window.clearTimeout(timer)
      stop()
    }
  }, [worked, missing, rest, about])
  return useMemo(() => {
    if (one !== null && known !== undefined) return { of: one, made: known.made }
    return last?.about === about ? last : null
  }, [one, known, last, about])
}

/** Calls `work` when the page is idle, unless the returned function is called first. */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = globalThis.setTimeout(work, SOON)
    return () => {
      globalThis.clearTimeout(timer)
    }
  }
  const handle = window.requestIdleCallback(work, { timeout: 1000 })
  return () => {
    window.cancelIdleCallback(handle)
  }
}

/** The state of an answer: `answer` is null while it is pending, or if `failed`. */
interface Pending<Answer> {
  readonly answer: Answer | null
  readonly failed: boolean
}

/**
 * Asks the worker, and drops answers to questions that are no longer asked.
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
