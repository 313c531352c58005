import { useCallback, useState } from 'react'

/** The width of an element in whole pixels, measured when it changes; 0 before the first time. */
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
