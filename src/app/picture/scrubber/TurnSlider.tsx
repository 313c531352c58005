import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Turn } from '../../../engine/index.ts'
import { turnAt } from '../../../view/index.ts'
import { hideTip, showTip, listen } from '../../ui/listen.ts'
import { hoverAt, playhead, seek } from '../../store/look/playhead.ts'
import { isAhead } from '../../store/look/future.ts'
import type { Scale } from '../plot/scale.ts'
import { SCRUBBER_TEXT, tipOfTurn, valueText } from './words.ts'
import { tellTurn, toggleHappenings } from '../../store/look/open.ts'
import { ticksHeight } from './Sparkline.tsx'
import type { TickRow } from './Sparkline.tsx'
import type { StripLane } from './strip-lane.ts'

interface Properties {
  readonly scale: Scale
  readonly lanes: readonly StripLane[]
  readonly rows: readonly TickRow[]
  readonly children: React.ReactNode
}

/** Turns by which a key moves the slider; the other keys are the page's. */
const KEYS: ReadonlyMap<string, number> = new Map([
  ['PageUp', 10],
  ['PageDown', -10],
  ['ArrowUp', 1],
  ['ArrowDown', -1],
])
/** Milliseconds between two texts of the slider's value, when moved by hand and during playback. */
const TEXT_EVERY = { moved: 120, played: 1000 } as const

/**
 * The slider of the playhead over the whole conversation. Its value is written to the attributes, not through React.
 */
export function TurnSlider({ scale, lanes, rows, children }: Properties) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const turnOf = (event: PointerEvent): Turn => {
      const x = event.clientX - element.getBoundingClientRect().left
      const turn = turnAt(scale.turnOf(x), playhead.getState().turns)
      return scale.x(1) - scale.x(0) >= 1 ? turn : (marked(rows, Math.round(x)) ?? turn)
    }
    const onMove = (event: PointerEvent): void => {
      const turn = turnOf(event)
      if (event.buttons === 1) seek(turn)
      if (event.pointerType === 'touch') return
      if (isAhead(turn)) {
        onLeave()
        return
      }
      hoverAt(event.buttons === 1 ? null : turn)
      showTip(event.clientX, element.getBoundingClientRect().bottom, tipOfTurn(turn, lanes))
    }
    let pressed: Turn | null = null
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      const turn = turnOf(event)
      seek(turn)
      pressed = isOnTicks(element, event, rows) ? turn : null
    }
    const onUp = (event: PointerEvent): void => {
      const turn = pressed
      pressed = null
      if (turn !== null && turnOf(event) === turn && isOnTicks(element, event, rows)) tellTurn(turn)
    }
    const onLeave = (): void => {
      hoverAt(null)
      hideTip()
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Enter' && !event.repeat) toggleHappenings()
      const by = KEYS.get(event.key)
      if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      seek(playhead.getState().turn + by)
    }
    const stop = listen(element, {
      pointermove: onMove,
      pointerdown: onDown,
      pointerup: onUp,
      pointerleave: onLeave,
      keydown: onKey,
    })
    return () => {
      stop()
      onLeave()
    }
  }, [scale, lanes, rows])
  // Before it is painted: nobody meets a slider that says 0 of nothing.
  useLayoutEffect(() => (ref.current === null ? undefined : tellValue(ref.current, lanes)), [lanes])
  return (
    <div
      ref={ref}
      className="turn-slider"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input cannot hold a chart
      role="slider"
      tabIndex={0}
      aria-label={SCRUBBER_TEXT.slider}
      aria-valuemin={0}
      aria-valuenow={0}
    >
      {children}
    </div>
  )
}

/** Pixels above the rows of ticks that still count as the rows. */
const TICKS_REACH = 4

/** Whether a press is on the ticks, which show events, and not on the lines above them. */
function isOnTicks(element: HTMLElement, event: PointerEvent, rows: readonly TickRow[]): boolean {
  const { bottom } = element.getBoundingClientRect()
  const y = bottom - event.clientY
  return y >= 0 && y <= ticksHeight(rows) + TICKS_REACH
}

/** If several turns share a pixel, the one that its tick marks. */
function marked(rows: readonly TickRow[], x: number): Turn | undefined {
  const ticks = rows.flatMap((row) => row.ticks.filter((tick) => tick.x === x))
  return (ticks.find(({ tone }) => tone === 'loss') ?? ticks[0])?.turn
}

/** Keeps the slider's value and its text in step with the playhead until the returned function is called. */
function tellValue(element: HTMLElement, lanes: readonly StripLane[]): () => void {
  let timer = 0
  let told = -Infinity
  const write = (): void => {
    const { turn, turns } = playhead.getState()
    told = performance.now()
    timer = 0
    element.ariaValueText = valueText(turn, Math.max(0, turns - 1), lanes)
  }
  const follow = (): void => {
    const { turn, turns, playing } = playhead.getState()
    element.ariaValueMax = String(Math.max(0, turns - 1))
    element.ariaValueNow = String(turn)
    const rest = told + (playing ? TEXT_EVERY.played : TEXT_EVERY.moved) - performance.now()
    if (rest > 0) timer ||= window.setTimeout(write, rest)
    else write()
  }
  write()
  follow()
  const unsubscribe = playhead.subscribe(({ turn, turns, playing }, before) => {
    if (turn !== before.turn || turns !== before.turns || playing !== before.playing) follow()
  })
  return () => {
    window.clearTimeout(timer)
    unsubscribe()
  }
}
