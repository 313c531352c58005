import { useEffect, useState } from 'react'
import type { Problem } from '../../../../engine/index.ts'
import type { RunChoices } from '../../../store/choice/choices.ts'
import { textOfLog } from '../../../store/run/log-texts.ts'
import { linesOf } from './quote.ts'

const NONE: ReadonlyMap<number, string> = new Map()
const MOST = 50

/** The lines of a log with problems, once its text is available. */
export function useLines(
  source: RunChoices['source'] | null,
  problems: readonly Problem[],
): ReadonlyMap<number, string> {
  const [lines, setLines] = useState(NONE)
  const id = source?.kind === 'log' ? source.id : null
  useEffect(() => {
    const wanted = new Set(problems.slice(0, MOST).flatMap(({ line }) => (line === undefined ? [] : [line])))
    if (id === null || wanted.size === 0) return undefined
    let gone = false
    const tell = (found: ReadonlyMap<number, string>): void => {
      if (!gone) setLines(found)
    }
    // A text that is no longer kept cannot be quoted.
    textOfLog(id).then(
      (text) => {
        tell(linesOf(text, wanted))
      },
      () => {
        tell(NONE)
      },
    )
    return () => {
      gone = true
      setLines(NONE)
    }
  }, [id, problems])
  return lines
}
