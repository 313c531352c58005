import { startTransition, useEffect, useMemo, useState } from 'react'

/** Something worked out of an object once, however many look at it. */
export interface Once<Of extends object, Made> {
  readonly of: (one: Of) => Made
  /** Undefined as long as nobody needed it. */
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

/** Milliseconds after which the page is taken to be idle where a browser does not tell. */
const SOON = 50

/** When something is worked out, and how long it is told. */
interface LaterOptions {
  /** Milliseconds without another object before which nothing is; 0 when left out. */
  readonly rest?: number
  /** As long as this is the same, what was told of the object before is told until there is more. */
  readonly about?: string
}

/** What was worked out, and of what. */
interface WorkedOut<Of, Made> {
  readonly of: Of
  readonly made: Made
}

/**
 * What is worked out of an object when the page has nothing else to do; until then that of the object before, or null.
 * What is known already is there at once.
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

/** Does something when the page has nothing else to do, unless the returned function is called before. */
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

/** How far an answer is: `answer` is null while it is under way, or where `failed`. */
interface Pending<Answer> {
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
