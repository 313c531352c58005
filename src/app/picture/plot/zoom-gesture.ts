import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { currentViewport, isWhole, panBy, showAll, zoomAt } from '../../store/look/viewport.ts'
import type { Scale } from './scale.ts'

/** Wheel distance in pixels that doubles or halves the visible range. */
const DOUBLES = 220
/** Pixels of a line, for wheels that count in lines. */
const LINE = 24

/**
 * Zooming and panning over a plot. Ctrl and the wheel, which a trackpad pinch also sends, zooms around the pointer; a
 * sideways wheel, or the wheel with Shift, pans. A plain wheel scrolls the page. Moves within one frame are combined. A
 * double click shows all turns.
 */
export function useZoomGesture(ref: RefObject<HTMLElement | null>, scale: Scale): void {
  const latest = useRef(scale)
  useEffect(() => {
    latest.current = scale
  }, [scale])
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    let frame = 0
    let zoomed = 0
    let panned = 0
    let at = 0

    const apply = (): void => {
      frame = 0
      const { from, to } = currentViewport()
      const { width, left, right } = latest.current
      const inner = Math.max(1, width - left - right)
      const perPixel = (to - from) / inner
      const turn = from + (at - left) * perPixel
      if (zoomed !== 0) zoomAt(turn, 2 ** (-zoomed / DOUBLES))
      if (panned !== 0) panBy(panned * perPixel)
      zoomed = 0
      panned = 0
    }
    const onWheel = (event: WheelEvent): void => {
      const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
      if (event.ctrlKey || event.metaKey) {
        // A pinch sends a tenth of a wheel's distance.
        zoomed += event.deltaY * unit * (Number.isInteger(event.deltaY) ? 1 : 6)
        at = event.clientX - element.getBoundingClientRect().left
      } else if ((sideways || event.shiftKey) && !isWhole(currentViewport())) {
        panned += (sideways ? event.deltaX : event.deltaY) * unit
      } else return
      event.preventDefault()
      frame ||= window.requestAnimationFrame(apply)
    }
    const onDouble = (event: MouseEvent): void => {
      event.preventDefault()
      showAll()
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    element.addEventListener('dblclick', onDouble)
    return () => {
      element.removeEventListener('wheel', onWheel)
      element.removeEventListener('dblclick', onDouble)
      window.cancelAnimationFrame(frame)
    }
  }, [ref])
}
