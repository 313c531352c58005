import { useEffect, useState } from 'react'
import { useChoices } from '../../../store/choice/choices.ts'

/**
 * Why the last value was refused, in a sentence; null for none. It is cleared whenever the text of the lane changes,
 * because the value may be allowed by then.
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

/** Calls a listener with each change of a lane's text. */
export function onText(index: number, listener: () => void): () => void {
  return useChoices.subscribe(({ lanes }, before) => {
    if (lanes[index]?.text !== before.lanes[index]?.text) listener()
  })
}
