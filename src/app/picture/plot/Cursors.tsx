import { useEffect, useRef } from 'react'
import { xAt } from '../../../view/index.ts'
import { playhead } from '../../store/look/playhead.ts'
import type { Scale } from './scale.ts'

/** The playhead's line over a plot and the fainter one of the hovered turn. Moved by hand, without React. */
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
