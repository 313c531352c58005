import { useCallback, useState } from 'react'
import { create } from 'zustand'

/** Whether the page is being printed: then every tab is rendered, and everything is in sight. */
export const usePrinting = create<boolean>(() => false)

/** Whether an element is on the screen, or within `margin` of it: work for invisible elements can wait. */
export function useInSight<Kind extends HTMLElement>(
  margin = '0px',
): {
  readonly ref: (element: Kind | null) => (() => void) | undefined
  readonly inSight: boolean
} {
  const [inSight, setInSight] = useState(false)
  const printing = usePrinting()
  const ref = useCallback(
    (element: Kind | null) => {
      if (element === null) return undefined
      const observer = new IntersectionObserver(
        (entries) => {
          setInSight(entries.at(-1)?.isIntersecting === true)
        },
        { rootMargin: margin },
      )
      observer.observe(element)
      return () => {
        observer.disconnect()
      }
    },
    [margin],
  )
  return { ref, inSight: inSight || printing }
}

/** The width of an element in whole pixels, measured when it changes; 0 before the first measurement. */
export function useWidth<Kind extends HTMLElement>(): {
  readonly ref: (element: Kind | null) => (() => void) | undefined
  readonly width: number
} {
  const [width, setWidth] = useState(0)
  const ref = useCallback((element: Kind | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      setWidth(Math.floor(element.clientWidth))
    })
    setWidth(Math.floor(element.clientWidth))
    observer.observe(element)
    return () => {
      observer.disconnect()
    }
  }, [])
  return { ref, width }
}
