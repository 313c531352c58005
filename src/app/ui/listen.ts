type Listeners = { readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void }

/**
 * Listens to an element itself, so that no move of a pointer passes through React.
 *
 * @param keys hears the keys of the whole window before anybody else, where a gesture is ended by one
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
