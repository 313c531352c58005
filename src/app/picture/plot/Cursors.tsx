import { useEffect, useRef } from 'react'
import { xAt } from '../../../view/index.ts'
import type { TurnRange } from '../../../view/index.ts'
import { playhead } from '../../store/look/playhead.ts'
import type { Scale } from './scale.ts'
import { createStore } from 'zustand/vanilla'

/** The playhead's line over a plot and the fainter one of the hovered turn. Moved without React. */
export function Cursors({
  scale,
  className = 'cursor',
}: {
  readonly scale: Pick<Scale, 'x' | 'from' | 'to'>
  readonly className?: string
}) {
  const head = useRef<HTMLDivElement>(null)
  const hover = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = (element: HTMLDivElement | null, turn: number | null): void => {
      if (element === null) return
      const at = turn === null ? null : xAt(turn, 'sent')
      element.hidden = at === null || at < scale.from || at > scale.to
      if (at !== null) element.style.transform = `translateX(${scale.x(at)}px)`
    }
    const write = ({ turn, hover: pointed }: { turn: number; hover: number | null }): void => {
      place(head.current, turn)
      place(hover.current, pointed)
    }
    write(playhead.getState())
    return playhead.subscribe(write)
  }, [scale])
  return (
    <>
      <div ref={hover} className={`${className} hovered`} hidden />
      <div ref={head} className={`${className} playhead`} />
    </>
  )
}

/** The turns being dragged over, as a rectangle over a lane's plot. Moved without React. */
export function Brush({ scale }: { readonly scale: Scale }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { x, left, right, width } = scale
    const write = ({ range }: ReturnType<typeof brush.getState>): void => {
      const element = ref.current
      if (element === null) return
      element.hidden = range === null
      if (range === null) return
      const from = Math.max(left, x(range.from))
      const to = Math.min(width - right, x(range.to))
      element.style.transform = `translateX(${from}px)`
      element.style.width = `${Math.max(1, to - from)}px`
    }
    write(brush.getState())
    return brush.subscribe(write)
  }, [scale])
  return <div ref={ref} className="brush" hidden />
}

/** The turns being dragged over, drawn in every lane; null otherwise. */
export const brush = createStore<{ readonly range: TurnRange | null }>(() => ({ range: null }))

/** Dragged between two positions of the axis, in either direction; null ends it. */
export function brushOver(range: { readonly start: number; readonly end: number } | null): void {
  brush.setState({
    range:
      range === null
        ? null
        : { from: Math.min(range.start, range.end), to: Math.max(range.start, range.end) },
  })
}
