import { useEffect, useRef } from 'react'
import { onStretch } from '../../store/look/stretch.ts'
import type { Scale } from '../plot/scale.ts'

/** The turns that a person marked, over a lane's plot. Moved by hand, without React. */
export function MarkedStretch({ scale }: { readonly scale: Scale }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { x, left, right, width } = scale
    return onStretch((stretch) => {
      const element = ref.current
      if (element === null) return
      const from = stretch === null ? 0 : Math.max(left, x(stretch.from))
      const to = stretch === null ? 0 : Math.min(width - right, x(stretch.to + 1))
      element.hidden = to <= from
      element.style.transform = `translateX(${from}px)`
      element.style.width = `${Math.max(1, to - from)}px`
    })
  }, [scale])
  return <div ref={ref} className="marked-stretch" hidden />
}
