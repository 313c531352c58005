import { useEffect, useState } from 'react'
import type { Unmoved } from '../../../../sim/index.ts'
import type { Comparison } from '../../../../worker/protocol.ts'
import { unmovedKnob } from '../../../store/run/questions.ts'

/** Milliseconds without a change before the question is worth its work: it runs the lane a few times. */
const IDLE = 1000

/**
 * Which of some numbers change nothing in a run, asked one after the other once nothing has changed for a second, and
 * cancelled when something does.
 *
 * @param keys paths joined by dots, in one text, so that equal lists are one question; null asks nothing
 */
export function useUnmoved(
  comparison: Comparison,
  lane: string,
  keys: string | null,
): ReadonlyMap<string, Unmoved> {
  const [known, setKnown] = useState<{
    readonly of: Comparison | null
    readonly answers: ReadonlyMap<string, Unmoved>
  }>({
    of: null,
    answers: new Map(),
  })
  useEffect(() => {
    if (keys === null || keys === '') return undefined
    const leaving = new AbortController()
    const ask = async (): Promise<void> => {
      const answers = new Map<string, Unmoved>()
      for (const key of keys.split(' ')) {
        answers.set(key, await unmovedKnob(comparison, lane, key.split('.'), { signal: leaving.signal }))
        if (leaving.signal.aborted) return
        setKnown({ of: comparison, answers: new Map(answers) })
      }
    }
    const timer = window.setTimeout(() => {
      // A question that was cancelled, or that a newer one took the place of, is no failure.
      ask().catch(() => undefined)
    }, IDLE)
    return () => {
      window.clearTimeout(timer)
      leaving.abort()
    }
  }, [comparison, lane, keys])
  return known.of === comparison ? known.answers : new Map()
}
