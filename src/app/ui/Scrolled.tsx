import { useCallback, useState } from 'react'
import type { ReactNode } from 'react'

/** A table that may be larger than its place. Where it scrolls, keys reach it. */
export function Scrolled({
  label,
  id,
  children,
}: {
  /** Its accessible name. */
  readonly label: string
  readonly id?: string
  readonly children: ReactNode
}) {
  const [scrolls, setScrolls] = useState(false)
  const ref = useCallback((box: HTMLElement | null) => {
    if (box === null) return undefined
    const observer = new ResizeObserver(() => {
      // Both are rounded.
      setScrolls(box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1)
    })
    for (const part of [box, ...box.children]) observer.observe(part)
    return () => {
      observer.disconnect()
    }
  }, [])
  return (
    <div
      ref={ref}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no field set
      role="group"
      className="scroll-x"
      id={id}
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={scrolls ? 0 : undefined}
    >
      {children}
    </div>
  )
}
