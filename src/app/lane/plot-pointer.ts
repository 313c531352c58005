import { useEffect } from 'react'
import type { RefObject } from 'react'
import type { BlockId } from '../../engine/index.ts'
import { turnAt } from '../../view/index.ts'
import { hoverAt, playhead, seek } from '../state/playhead.ts'
import type { Scale } from '../strata/scale.ts'
import { hideTip, showTip } from './tip.ts'

/** What lies at a place of a picture. */
export interface Target {
  /** The block that a click selects. */
  readonly block: BlockId | undefined
  /** Lines of its tip. */
  readonly describe: () => readonly string[]
}

export interface PlotPointer {
  readonly scale: Scale
  /** Pixels from the top of the plot to the picture of the blocks. */
  readonly pictureTop: number
  /** Finds what is drawn at so many turns, and so many pixels from the top of the picture. */
  readonly find: (turn: number, y: number) => Target | null
  readonly select: (block: BlockId) => void
}

/** Pixels a pointer may move between press and release and still be a click. */
const CLICK = 4

/**
 * Pointing at a plot: moving shows the turn and the block under the pointer, pressing and dragging takes
 * the playhead along, and a click on a band or a bar selects its block. Listens to the element itself, so that no
 * move passes through React.
 */
export function usePlotPointer(ref: RefObject<HTMLElement | null>, pointer: PlotPointer): void {
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const { scale, pictureTop, find, select } = pointer
    let pressed: { readonly x: number; dragged: boolean } | null = null

    const placeOf = (event: PointerEvent): { x: number; y: number } => {
      const box = element.getBoundingClientRect()
      return { x: event.clientX - box.left, y: event.clientY - box.top }
    }
    const turnOf = (x: number): number => turnAt(scale.turnOf(x), playhead.getState().turns)
    const targetAt = ({ x, y }: { x: number; y: number }): Target | null =>
      y < pictureTop ? null : find(scale.turnOf(x), y - pictureTop)

    const onMove = (event: PointerEvent): void => {
      const place = placeOf(event)
      if (pressed !== null) {
        if (Math.abs(place.x - pressed.x) > CLICK) pressed.dragged = true
        if (pressed.dragged) seek(turnOf(place.x))
      }
      if (event.pointerType === 'touch') return
      hoverAt(place.x >= scale.left && place.x <= scale.width - scale.right ? turnOf(place.x) : null)
      const found = pressed?.dragged === true ? null : targetAt(place)
      element.style.cursor = found === null ? '' : 'pointer'
      if (found === null) hideTip()
      else showTip(event.clientX, event.clientY, found.describe())
    }
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      pressed = { x: placeOf(event).x, dragged: false }
      if (event.pointerType !== 'touch') element.setPointerCapture(event.pointerId)
    }
    const onUp = (event: PointerEvent): void => {
      const was = pressed
      pressed = null
      if (was === null || was.dragged) return
      const place = placeOf(event)
      seek(turnOf(place.x))
      const block = targetAt(place)?.block
      if (block !== undefined) select(block)
    }
    const onLeave = (): void => {
      hoverAt(null)
      hideTip()
    }
    const onCancel = (): void => {
      pressed = null
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointerup', onUp)
    element.addEventListener('pointerleave', onLeave)
    element.addEventListener('pointercancel', onCancel)
    return () => {
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointerup', onUp)
      element.removeEventListener('pointerleave', onLeave)
      element.removeEventListener('pointercancel', onCancel)
      onLeave()
    }
  }, [ref, pointer])
}
