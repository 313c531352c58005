import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { Turn } from '../../../engine/index.ts'
import { turnAt } from '../../../view/index.ts'
import { hideTip, showTip, listen } from '../../ui/listen.ts'
import { useZoomGesture } from '../../picture/plot/zoom-gesture.ts'
import { hoverAt, playhead, seek } from '../../store/look/playhead.ts'
import type { Scale } from '../../picture/plot/scale.ts'

/** Lines of the tip over a turn, heading first. */
export type TellTurn = (turn: Turn) => readonly string[]

/**
 * Pointing at a chart: moving shows the turn in every chart and its figures, pressing and dragging moves the playhead;
 * zooming and panning are those of the lanes. Listens on the element itself, so that moves do not pass through React.
 */
export function useChartPointer(ref: RefObject<HTMLElement | null>, scale: Scale, tell: TellTurn): void {
  useZoomGesture(ref, scale)
  // A drag goes on while the view moves, and with it the scale.
  const pressed = useRef(false)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const xOf = (event: MouseEvent): number => event.clientX - element.getBoundingClientRect().left
    const turnOf = (x: number): Turn => turnAt(scale.turnOf(x), playhead.getState().turns)
    const onMove = (event: PointerEvent): void => {
      const x = xOf(event)
      if (pressed.current) seek(turnOf(x))
      if (event.pointerType === 'touch') return
      if (x < scale.left || x > scale.width - scale.right) {
        onLeave()
        return
      }
      const turn = turnOf(x)
      hoverAt(turn)
      showTip(event.clientX, event.clientY, tell(turn))
    }
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      pressed.current = true
      seek(turnOf(xOf(event)))
      if (event.pointerType !== 'touch') element.setPointerCapture(event.pointerId)
    }
    const onUp = (): void => {
      pressed.current = false
    }
    const onLeave = (): void => {
      hoverAt(null)
      hideTip()
    }
    const stop = listen(element, {
      pointermove: onMove,
      pointerdown: onDown,
      pointerup: onUp,
      pointerleave: onLeave,
      pointercancel: onUp,
    })
    return () => {
      stop()
      onLeave()
    }
  }, [ref, scale, tell])
}

/** Milliseconds from one chart to the next: a frame. */
const APART = 16

/**
 * A value that reaches the charts one after the other, each in a task of its own, so that the page stays responsive.
 * During a long gesture no chart waits; it only skips outdated values.
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
