import { useEffect, useRef } from 'react'
import type { Scale } from './scale.ts'
import { brush } from './brush.ts'

/** The turns that are being dragged over, as a rectangle over a lane's plot. Moved by hand, without React. */
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
