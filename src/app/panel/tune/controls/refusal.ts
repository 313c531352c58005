import { useEffect, useState } from 'react'
import { useChoices } from '../../../store/choice/choices.ts'

/**
 * Why the last value was refused, in a sentence; null for none. It is gone once the text of the lane changes, whoever
 * changed it: what was refused may be allowed by now, or is not asked for any more.
 */
export function useRefusal(index: number): readonly [string | null, (why: string | null) => void] {
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(
    () =>
      refused === null
        ? undefined
        : onText(index, () => {
            setRefused(null)
          }),
    [refused, index],
  )
  return [refused, setRefused]
}

/** Tells of each change of a lane's text. */
export function onText(index: number, listener: () => void): () => void {
  return useChoices.subscribe(({ lanes }, before) => {
    if (lanes[index]?.text !== before.lanes[index]?.text) listener()
  })
}
