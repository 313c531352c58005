import { useEffect, useRef, useState } from 'react'

/** Milliseconds from one chart to the next: a frame. */
const APART = 16

/**
 * A value that reaches the charts one after the other, each in a task of its own: the page answers between two of
 * them. A gesture that goes on does not keep a chart waiting, it only skips what is already old.
 *
 * @param place 0 for the first chart
 */
export function useInTurn<Value>(value: Value, place: number): Value {
  const [shown, setShown] = useState(value)
  const latest = useRef(value)
  const timer = useRef(0)
  useEffect(() => {
    latest.current = value
    timer.current ||= window.setTimeout(() => {
      timer.current = 0
      setShown(latest.current)
    }, place * APART)
  }, [value, place])
  useEffect(
    () => () => {
      window.clearTimeout(timer.current)
      timer.current = 0
    },
    [],
  )
  return shown
}
