import { useCallback, useEffect, useRef, useState } from 'react'
import { holdGesture } from '../../../store/choice/history.ts'
import type { Gesture } from '../../../store/choice/history.ts'

/** A number during a drag. */
export interface Held {
  /** The value shown meanwhile; null without a drag. */
  readonly value: number | null
  /** Begins a drag, which is one step of undo. */
  readonly press: () => void
  /** Shows a value at once, and writes it with the next frame. */
  readonly move: (value: number) => void
  /** Writes the last value, and ends the drag. */
  readonly lift: () => void
  /** Cancels the drag. */
  readonly drop: () => void
}

/** Holds a number while a pointer drags it: shown at once, written once per frame, undone in one step. */
export function useHeld(onMove: (value: number) => void): Held {
  const [value, setValue] = useState<number | null>(null)
  const write = useRef(onMove)
  const state = useRef<{ frame: number; next: number | null; gesture: Gesture | null }>({
    frame: 0,
    next: null,
    gesture: null,
  })
  useEffect(() => {
    write.current = onMove
  })
  const flush = useCallback(() => {
    const { current } = state
    window.cancelAnimationFrame(current.frame)
    current.frame = 0
    const { next } = current
    current.next = null
    if (next !== null) write.current(next)
  }, [])
  const press = useCallback(() => {
    state.current.gesture ??= holdGesture()
  }, [])
  const move = useCallback(
    (next: number) => {
      setValue(next)
      const { current } = state
      current.next = next
      if (current.frame === 0) current.frame = window.requestAnimationFrame(flush)
    },
    [flush],
  )
  const lift = useCallback(() => {
    flush()
    state.current.gesture?.end()
    state.current.gesture = null
    setValue(null)
  }, [flush])
  const drop = useCallback(() => {
    const { current } = state
    current.next = null
    current.gesture?.cancel()
    current.gesture = null
    lift()
  }, [lift])
  useEffect(() => lift, [lift])
  return { value, press, move, lift, drop }
}
