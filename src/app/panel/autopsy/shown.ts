import { useCallback, useState } from 'react'
import type { Autopsy } from '../../../sim/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { autopsyOfLog } from '../../store/run/autopsies.ts'
import { useAnswer } from '../../ui/later.ts'

interface ShownAutopsy {
  /** What the answer is about: the conversation as it was read. */
  readonly about: string
  /** Null while it is pending, if it failed, and without a compaction. */
  readonly shown: Autopsy | null
  readonly failed: boolean
}

/** The autopsy of the compared log. No setting changes it: while the next one is asked for, the last one stays. */
export function useAutopsy(comparison: Comparison, lane: string): ShownAutopsy {
  const { source, conversation, windows, recordedCompactions } = comparison.trace
  const ask = useCallback(async () => autopsyOfLog(comparison, lane), [comparison, lane])
  const { answer, failed } = useAnswer(recordedCompactions === 0 ? null : ask)
  const about = JSON.stringify([source, conversation, windows])
  const [last, setLast] = useState<{ readonly about: string; readonly answer: Autopsy } | null>(null)
  if (answer !== null && last?.answer !== answer) setLast({ about, answer })
  const shown = answer ?? (last?.about === about && !failed && recordedCompactions > 0 ? last.answer : null)
  return { about, shown, failed }
}
