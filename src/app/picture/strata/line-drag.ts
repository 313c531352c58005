import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { linesOfConfig } from '../../../view/index.ts'
import type { LimitLine, Strata } from '../../../view/index.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { declarationsNow, loadDeclarations } from '../../store/choice/declarations.ts'
import { focusKey } from '../../store/look/focused-key.ts'
import { holdGesture, alter } from '../../store/choice/history.ts'
import type { Gesture } from '../../store/choice/history.ts'
import { laneNames } from '../../store/choice/lanes.ts'
import { tune, tuning } from '../../store/look/open.ts'
import { heldLine, holdLine } from './held-line.ts'
import { movedTo, stepOf, valueAfter, valueAt, valueAtEnd, valueOf } from './line-value.ts'
import type { Scale } from '../plot/scale.ts'
import { listen } from '../../ui/listen.ts'
import { moveRung, ranConfig, writeSettings } from '../../store/choice/lane-text.ts'

/** What the handles of a lane need to know about it, as shown. */
export interface Handled {
  /** Index of the lane among those chosen. */
  readonly index: number
  readonly limit: number
  readonly picture: Pick<Strata, 'lines'>
  readonly scale: Scale
  /** Draws a dragged line with its value, or the reason why it cannot move; null removes it. */
  readonly draw: (line: LimitLine | null, refused?: string | null) => void
}

interface Press {
  readonly id: string
  readonly pointer: number
  readonly y: number
  /** Pixels from the pointer to the line. */
  grab: number
}

interface Drag {
  readonly lines: readonly LimitLine[]
  readonly line: LimitLine
  readonly scale: Scale
  /** Everything until its end is one step of undo. */
  readonly gesture: Gesture
  /** Pixels from the top of the screen to the picture. */
  top: number
  value: number
  written: boolean
}

/** Pixels that a pointer may move during a click. */
const CLICK = 3
/** Number of steps for Shift and the page keys. */
const FAR = 5
/** From this many pixels per percent on, a line moves by tenths of a percent. */
const ROOMY = 12

/**
 * Dragging the lines of a picture. A drag writes the setting behind the line, at most once per frame, and draws the
 * line without React; the run follows. A click opens the setting. Listens to the layer of handles directly, so that no
 * move passes through React.
 */
export function useLineDrag(ref: RefObject<HTMLElement | null>, handled: Handled): void {
  const latest = useRef(handled)
  useEffect(() => {
    latest.current = handled
  }, [handled])
  useEffect(() => {
    const layer = ref.current
    if (layer === null) return
    let press: Press | null = null
    let clickedAt: { readonly x: number; readonly y: number } | null = null
    let drag: Drag | null = null
    let frame = 0
    let at = { y: 0, fine: false }

    const idOf = (event: Event): string | null => {
      const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
      return handle?.dataset['line'] ?? null
    }
    const lineOf = (id: string | null): LimitLine | undefined =>
      latest.current.picture.lines.find((line) => line.id === id)
    const laneName = (): string => laneNames(useChoices.getState().lanes)[latest.current.index] ?? ''
    const topOf = (): number => layer.getBoundingClientRect().top
    const yOf = (event: PointerEvent): number => event.clientY - topOf()

    /** Turns a press into a drag; false while the declarations are not loaded. */
    const begin = ({ id }: Press): boolean => {
      const { index, limit, scale } = latest.current
      const lines = chosenLines(index, limit)
      const line = lines?.find((one) => one.id === id)
      if (lines === null || line === undefined) return false
      drag = {
        lines,
        line,
        scale,
        gesture: holdGesture(),
        top: topOf(),
        value: valueOf(line),
        written: false,
      }
      window.requestAnimationFrame(steady)
      holdLine({ index, id, top: scale.top, released: false })
      layer.classList.add('is-dragging')
      return true
    }
    /**
     * If the headline grows by a line, it would push the line away from the pointer: the page scrolls by the same
     * distance.
     */
    const steady = (): void => {
      if (press === null || drag === null) return
      const moved = topOf() - drag.top
      if (Math.abs(moved) >= 1) {
        window.scrollBy({ top: moved, behavior: 'instant' })
        const left = topOf() - drag.top
        // If nothing can scroll, the line keeps its value.
        press.grab += left
        drag.top += left
      }
      window.requestAnimationFrame(steady)
    }
    const apply = (): void => {
      frame = 0
      if (press === null || drag === null) return
      const { lines, line, scale } = drag
      const { index, limit, draw } = latest.current
      const percent = scale.y(0) - scale.y(limit / 100)
      const step = stepOf(line, limit, at.fine || percent > ROOMY)
      const value = valueAt(line, lines, scale.tokensOf(at.y + press.grab), step)
      const moved = movedTo(line, value, limit)
      if (value === drag.value) {
        draw(moved)
        return
      }
      const now = line.steps === undefined ? line : { ...line, written: drag.value }
      const refused = writeLine(index, now, value)
      draw(refused === null ? moved : movedTo(line, drag.value, limit), refused)
      if (refused !== null) return
      drag.value = value
      drag.written = true
    }
    const finish = (kept: boolean): void => {
      window.cancelAnimationFrame(frame)
      frame = 0
      const was = drag
      press = null
      drag = null
      layer.classList.remove('is-dragging')
      if (was === null) return
      const held = heldLine()
      // Back at the start: as if nothing had been done.
      const moved = kept && was.value !== valueOf(was.line)
      if (moved) was.gesture.end()
      else was.gesture.cancel()
      if (held !== null) holdLine(moved ? { ...held, released: true } : null)
    }

    const onDown = (event: PointerEvent): void => {
      const id = idOf(event)
      const line = lineOf(id)
      if (id === null || line === undefined || event.button !== 0 || press !== null) return
      const y = yOf(event)
      press = { id, pointer: event.pointerId, y, grab: latest.current.scale.y(line.tokens) - y }
      if (event.target instanceof Element) event.target.setPointerCapture(event.pointerId)
    }
    const onMove = (event: PointerEvent): void => {
      // A line that the picture moved under the still pointer counts only after the pointer's next move.
      if (press === null && clickedAt !== null && !isStill(event)) {
        clickedAt = null
        onPoint(event)
      }
      if (press === null || event.pointerId !== press.pointer) return
      at = { y: event.clientY - (drag?.top ?? topOf()), fine: event.altKey }
      if (drag === null && (Math.abs(at.y - press.y) <= CLICK || !begin(press))) return
      frame ||= window.requestAnimationFrame(apply)
    }
    const onUp = (event: PointerEvent): void => {
      if (press === null || event.pointerId !== press.pointer) return
      const { id } = press
      const clicked = drag === null && Math.abs(yOf(event) - press.y) <= CLICK
      if (frame !== 0) apply()
      finish(true)
      const line = lineOf(id)
      if (!clicked || line === undefined) return
      clickedAt = { x: event.clientX, y: event.clientY }
      tune(laneName(), { key: line.key })
    }
    // The panel that a click opens moves the picture, not the pointer.
    const isStill = (event: Event): boolean =>
      event instanceof PointerEvent && event.clientX === clickedAt?.x && event.clientY === clickedAt.y
    const onCancel = (event: PointerEvent): void => {
      if (press !== null && event.pointerId === press.pointer) finish(true)
    }
    const onEscape = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || drag === null) return
      event.preventDefault()
      event.stopPropagation()
      finish(false)
    }
    const onKey = (event: KeyboardEvent): void => {
      const line = lineOf(idOf(event))
      if (line === undefined || event.ctrlKey || event.metaKey) return
      if (event.key === 'Enter' || event.key === ' ') tune(laneName(), { key: line.key })
      else if (!moveByKey(latest.current, line.id, event)) return
      event.preventDefault()
      event.stopPropagation()
    }
    const onPoint = (event: Event): void => {
      loadDeclarations().catch(() => undefined)
      if (isStill(event)) return
      const line = lineOf(idOf(event))
      if (line === undefined || drag !== null || tuning.getState().index !== latest.current.index) return
      focusKey({ lane: laneName(), path: line.key, from: 'picture' })
    }
    const onLeave = (event: Event): void => {
      if (isStill(event)) return
      if (drag === null && tuning.getState().index === latest.current.index) focusKey(null)
    }
    const stop = listen(
      layer,
      {
        pointerdown: onDown,
        pointermove: onMove,
        pointerup: onUp,
        pointercancel: onCancel,
        pointerover: onPoint,
        pointerleave: onLeave,
        focusin: onPoint,
        focusout: onLeave,
        keydown: onKey,
      },
      onEscape,
    )
    return () => {
      finish(true)
      holdLine(null)
      stop()
    }
  }, [ref])
}

/** Moves a line by a slider key; false for other keys. */
function moveByKey(
  { index, limit }: Pick<Handled, 'index' | 'limit'>,
  id: string,
  event: KeyboardEvent,
): boolean {
  const far = event.shiftKey ? FAR : 1
  const by = { ArrowUp: far, ArrowRight: far, ArrowDown: -far, ArrowLeft: -far, PageUp: FAR, PageDown: -FAR }
  const steps = Object.hasOwn(by, event.key) ? by[event.key as keyof typeof by] : null
  if (steps === null && event.key !== 'Home' && event.key !== 'End') return false
  // Slider keys never reach the page. Keys pressed before the declarations are loaded are handled once they are.
  if (declarationsNow() === null)
    loadDeclarations()
      .then(() => moveByKey({ index, limit }, id, event))
      .catch(() => undefined)
  const lines = chosenLines(index, limit)
  const line = lines?.find((one) => one.id === id)
  if (lines === null || line === undefined) return true
  const step = stepOf(line, limit, false)
  // A percent of the window in tokens is two steps.
  const apart = line.unit === 'tokens' ? 2 * step : step
  const value =
    steps === null
      ? valueAtEnd(line, lines, event.key === 'Home' ? 'min' : 'max', step)
      : valueAfter(line, lines, steps * (apart / step), step)
  if (value !== valueOf(line)) writeLine(index, line, value)
  return true
}

/** The lines of a chosen lane by its current settings, before any run; null until the declarations are loaded. */
function chosenLines(index: number, limit: number): readonly LimitLine[] | null {
  const declarations = declarationsNow()
  const choice = useChoices.getState().lanes[index]
  if (declarations === null || choice === undefined) return null
  return linesOfConfig(ranConfig(choice, declarations), limit)
}

/**
 * Writes the setting that moves a line to its new place: one scalar of the lane's text, the name of a cascade step, or
 * the shared window.
 *
 * @param line as it is chosen now
 * @returns why nothing was written, in a sentence
 */
function writeLine(index: number, line: LimitLine, value: number): string | null {
  if (line.kind === 'limit') {
    alter({ budget: { kind: 'tokens', tokens: value } }, 'limit line')
    return null
  }
  return line.steps === undefined
    ? writeSettings(index, [{ path: line.path, value }])
    : moveRung(index, Number(line.id.split(' ').at(-1)), value)
}
