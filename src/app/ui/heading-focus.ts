import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Keys that press the focused element, and those that open a panel directly. */
const OPENING: readonly string[] = ['Enter', ' ', 't', 'T']

/** Whether the last action was a press with the keyboard. */
let pressed = false
/** The element that had the focus then: it gets the focus back when the panel closes. */
let opener: Element | null = null

function onKey(event: KeyboardEvent): void {
  // A search field keeps the focus, so that Enter can be pressed again.
  const searches = event.target instanceof HTMLInputElement && event.target.type === 'search'
  pressed = OPENING.includes(event.key) && !searches
  // What closes a panel stands in it, and leaves with it.
  if (pressed && event.target instanceof Element && event.target.closest('aside') === null)
    opener = document.activeElement
}

function onPointer(): void {
  pressed = false
}

document.addEventListener('keydown', onKey, true)
document.addEventListener('pointerdown', onPointer, true)

/**
 * Moves the focus to the heading of a panel when another subject was chosen by keyboard, and back when the panel
 * closes. With a pointer, and for the block on the first screen, the focus stays where it is.
 */
export function useHeadingFocus(subject: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const own = heading.current
    if (own === null || !pressed) return
    pressed = false
    own.focus({ preventScroll: true })
    own.closest('aside')?.scrollTo({ top: 0 })
  }, [subject])
  useEffect(() => {
    const panel = heading.current?.closest('aside') ?? null
    return () => {
      const inside =
        panel?.contains(document.activeElement) === true || document.activeElement === document.body
      if (inside && opener instanceof HTMLElement && opener.isConnected && panel?.contains(opener) !== true)
        opener.focus({ preventScroll: true })
      opener = null
    }
  }, [])
  return heading
}
