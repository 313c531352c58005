import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { BlockId, Turn } from '../../../engine/index.ts'
import { turnAt } from '../../../view/index.ts'
import { holdsPlayhead } from '../../store/lesson/shown.ts'
import { isAhead } from '../../store/look/future.ts'
import { hoverAt, playhead, seek } from '../../store/look/playhead.ts'
import { markStretch } from '../../store/look/stretch.ts'
import { showRange } from '../../store/look/viewport.ts'
import type { Scale } from './scale.ts'
import { brush, brushOver } from './Cursors.tsx'
import { hideTip, showTip, listen } from '../../ui/listen.ts'

/** What is at a position of a picture. */
export interface Target {
  /** The block that a click selects; undefined if there is only text to show. */
  readonly block: BlockId | undefined
  /** Lines of its tip. */
  readonly describe: () => readonly string[]
  /** Its outline as a path; '' for none. */
  readonly outline: () => string
  /** What a click does besides moving the playhead, if it selects nothing. */
  readonly press?: () => void
}

export interface PlotPointer {
  readonly scale: Scale
  /** Pixels from the top of the plot to the turn axis: dragging below marks turns. */
  readonly axisFrom: number
  /** Finds what is drawn at a turn and a number of pixels from the top of the plot. */
  readonly find: (turn: number, y: number) => Target | null
  readonly select: (block: BlockId) => void
  /** Draws the outline of the target under the pointer; '' removes it. */
  readonly point: (outline: string) => void
}

/** Pixels a pointer may move between press and release and still be a click. */
const CLICK = 4

interface Press {
  readonly x: number
  /** Where the drag began, in turns: the visible range may move meanwhile. */
  readonly at: number
  /** What dragging does: with Shift, it selects the turns to show; along the axis, it marks turns. */
  readonly does: 'seek' | 'brush' | 'mark'
  dragged: boolean
}

/**
 * Pointer gestures on a plot. Moving shows the turn and the block under the pointer; pressing and dragging moves the
 * playhead; dragging with Shift selects the turns to show; dragging along the turn axis marks turns; a click on a band
 * or a bar selects its block, and moves the playhead there unless a lesson holds it. Listens to the element directly, so that no move passes through React.
 */
export function usePlotPointer(ref: RefObject<HTMLElement | null>, pointer: PlotPointer): void {
  // A drag continues while the visible range moves.
  const latest = useRef(pointer)
  useEffect(() => {
    latest.current = pointer
    return () => {
      pointer.point('')
      hideTip()
    }
  }, [pointer])
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    let pressed: Press | null = null
    let pointed: { readonly block: BlockId | undefined; readonly scale: Scale } | null = null

    const placeOf = (event: PointerEvent): { x: number; y: number } => {
      const box = element.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    const axisAt = (x: number): number => latest.current.scale.turnOf(x)
    const inside = (x: number): boolean => {
      const { left, width, right } = latest.current.scale
      return x >= left && x <= width - right
    }
    const turnOf = (x: number): number => turnAt(axisAt(x), playhead.getState().turns)
    /** The turn under the pointer; null beside the plot, and where it is hidden. */
    const shown = (x: number): Turn | null => (inside(x) && !isAhead(turnOf(x)) ? turnOf(x) : null)
    const targetAt = ({ x, y }: { x: number; y: number }): Target | null =>
      inside(x) ? latest.current.find(axisAt(x), y) : null
    const outline = (found: Target | null): void => {
      const { point, scale } = latest.current
      if (found?.block === pointed?.block && scale === pointed?.scale) return
      pointed = { block: found?.block, scale }
      point(found?.block === undefined ? '' : found.outline())
    }

    const drag = ({ does, at }: Press, x: number): void => {
      if (does === 'brush') brushOver({ start: at, end: axisAt(x) })
      else if (does === 'mark') {
        markStretch({ from: turnAt(at, playhead.getState().turns), to: turnOf(x) })
      } else seek(turnOf(x))
    }
    // The handles of lines lie over the plot.
    const isHandle = ({ target }: Event): boolean =>
      pressed === null && target instanceof Element && target.closest('[data-line]') !== null

    const onMove = (event: PointerEvent): void => {
      const place = placeOf(event)
      if (isHandle(event)) {
        onLeave()
        if (event.pointerType !== 'touch') hoverAt(shown(place.x))
        return
      }
      if (pressed !== null) {
        if (Math.abs(place.x - pressed.x) > CLICK) pressed.dragged = true
        if (pressed.dragged) drag(pressed, place.x)
      }
      if (event.pointerType === 'touch') return
      hoverAt(shown(place.x))
      const found = pressed?.dragged === true ? null : targetAt(place)
      const presses = found?.block !== undefined || found?.press !== undefined
      const onAxis = inside(place.x) && place.y >= latest.current.axisFrom
      element.style.cursor = presses ? 'pointer' : onAxis ? 'ew-resize' : ''
      outline(found)
      if (found === null) hideTip()
      else showTip(event.clientX, event.clientY, found.describe())
    }
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0 || isHandle(event)) return
      const { x, y } = placeOf(event)
      const does = event.shiftKey ? 'brush' : y >= latest.current.axisFrom ? 'mark' : 'seek'
      pressed = { x, at: axisAt(x), does, dragged: false }
      if (event.pointerType !== 'touch') element.setPointerCapture(event.pointerId)
    }
    const onUp = (event: PointerEvent): void => {
      const was = pressed
      pressed = null
      if (was === null) return
      if (was.dragged) {
        const { range } = brush.getState()
        if (was.does === 'brush' && range !== null) showRange(range.from, range.to)
        brushOver(null)
        return
      }
      const place = placeOf(event)
      if (!holdsPlayhead()) seek(turnOf(place.x))
      const target = targetAt(place)
      if (target?.block !== undefined) latest.current.select(target.block)
      target?.press?.()
    }
    const onLeave = (): void => {
      hoverAt(null)
      hideTip()
      outline(null)
      element.style.cursor = ''
    }
    const onCancel = (): void => {
      if (pressed?.does === 'brush') brushOver(null)
      if (pressed?.does === 'mark' && pressed.dragged) markStretch(null)
      pressed = null
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || pressed?.dragged !== true || pressed.does === 'seek') return
      event.preventDefault()
      onCancel()
    }
    const stop = listen(
      element,
      {
        pointermove: onMove,
        pointerdown: onDown,
        pointerup: onUp,
        pointerleave: onLeave,
        pointercancel: onCancel,
      },
      onKey,
    )
    return () => {
      stop()
      onLeave()
    }
  }, [ref])
}
