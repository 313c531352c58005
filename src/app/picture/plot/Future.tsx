import { useEffect, useRef } from 'react'
import { xAt } from '../../../view/index.ts'
import { useFutureHidden } from '../../store/look/future.ts'
import { playhead } from '../../store/look/playhead.ts'
import type { Scale } from './scale.ts'

/** Covers what comes after the playhead, while that is hidden. Moved without React. */
export function Future({ scale }: { readonly scale: Pick<Scale, 'x' | 'left' | 'right' | 'width'> }) {
  const hidden = useFutureHidden()
  return hidden ? <Cover scale={scale} /> : null
}

function Cover({ scale }: { readonly scale: Pick<Scale, 'x' | 'left' | 'right' | 'width'> }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { x, left, right, width } = scale
    const write = ({ turn, turns }: { readonly turn: number; readonly turns: number }): void => {
      const element = ref.current
      if (element === null) return
      // The last turn is shown with its reply.
      const from = turn >= turns - 1 ? width - right : Math.max(left, x(xAt(turn, 'sent')))
      element.style.left = `${from}px`
      element.style.width = `${Math.max(0, width - right - from)}px`
    }
    write(playhead.getState())
    return playhead.subscribe(write)
  }, [scale])
  return <div ref={ref} className="future" aria-hidden="true" />
}
