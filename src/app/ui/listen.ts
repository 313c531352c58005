type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

/**
 * Listens to an element directly, so that no pointer move passes through React.
 *
 * @param keys receives the keys of the whole window before other listeners, for gestures that a key ends
 * @returns stops listening
 */
export function listen(
  element: HTMLElement,
  listeners: Listeners,
  keys?: (event: KeyboardEvent) => void,
): () => void {
  const stop = new AbortController()
  for (const [name, listener] of Object.entries(listeners))
    element.addEventListener(name, listener as EventListener, { signal: stop.signal })
  if (keys !== undefined) window.addEventListener('keydown', keys, { capture: true, signal: stop.signal })
  return () => {
    stop.abort()
  }
}

/** The one tooltip of the page, beside the pointer. It is written directly: it moves with every pixel. */
let tip: HTMLElement | null = null

/** Sets the element of the tip; null when it is removed. */
export function mountTip(element: HTMLElement | null): void {
  tip = element
}

/** Shows lines of text beside a position in the window; the first line is a heading. */
export function showTip(x: number, y: number, lines: readonly string[]): void {
  if (tip === null) return
  tip.replaceChildren(
    ...lines.map((line, index) => {
      const element = document.createElement(index === 0 ? 'strong' : 'span')
      element.textContent = line
      return element
    }),
  )
  tip.hidden = false
  const { width, height } = tip.getBoundingClientRect()
  const left = x + 14 + width > window.innerWidth ? x - 14 - width : x + 14
  const top = y + 16 + height > window.innerHeight ? y - 10 - height : y + 16
  tip.style.transform = `translate(${Math.max(4, left)}px, ${Math.max(4, top)}px)`
}

export function hideTip(): void {
  if (tip !== null) tip.hidden = true
}
