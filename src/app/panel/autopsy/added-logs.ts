import { useCallback, useEffect, useState } from 'react'
import { ProblemError } from '../../../engine/index.ts'
import type { Problem } from '../../../engine/index.ts'
import type { Autopsy } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { autopsiesOfFile } from '../../store/run/autopsies.ts'
import { AUTOPSY_TEXT } from './words.ts'

/** A log that was added: neither autopsies nor problems until it is read. */
export interface AddedLog {
  readonly id: number
  readonly file: File
  readonly autopsies?: readonly Autopsy[]
  readonly problems?: readonly Problem[]
}

/** Logs beside that of the page, read one after the other. They are forgotten with the page. */
export function useAddedLogs(comparison: Comparison, lane: string) {
  const [logs, setLogs] = useState<readonly AddedLog[]>([])
  const next = logs.find(({ autopsies, problems }) => autopsies === undefined && problems === undefined)
  useEffect(() => {
    if (next === undefined) return undefined
    const leaving = new AbortController()
    const read = (found: Pick<AddedLog, 'autopsies' | 'problems'>): void => {
      if (leaving.signal.aborted) return
      setLogs((all) => all.map((one) => (one.id === next.id ? { ...one, ...found } : one)))
    }
    autopsiesOfFile(comparison, lane, next.file, leaving.signal).then(
      (autopsies) => {
        read({ autopsies })
      },
      (failure: unknown) => {
        const problems = problemsOf(failure)
        // Without problems of the file, its question was cancelled: the next comparison asks it again.
        if (problems !== null) read({ problems })
      },
    )
    return () => {
      leaving.abort()
    }
  }, [next, comparison, lane])
  const add = useCallback((files: readonly File[]) => {
    setLogs((all) => [...all, ...files.map((file, at) => ({ id: (all.at(-1)?.id ?? 0) + 1 + at, file }))])
  }, [])
  const remove = useCallback(() => {
    setLogs([])
  }, [])
  return { logs, add, remove }
}

function problemsOf(failure: unknown): readonly Problem[] | null {
  if (failure instanceof ProblemError)
    return failure.problems.some(({ code }) => code === 'stale-comparison') ? null : failure.problems
  if (failure instanceof DOMException && failure.name === 'AbortError') return null
  return [{ severity: 'error', code: 'unreadable-file', message: AUTOPSY_TEXT.unreadable }]
}
