/** What Tab can reach and the keys of the page still work in: nobody who loses the focus meant to type. */
const REACHED = 'button:not(:disabled, [tabindex="-1"]), a[href], summary, [tabindex="0"]'
/** Where a lost focus is looked for at most. */
const PLACE = 'main, aside, dialog, [popover], header'
/** Milliseconds for a part that moves the focus itself. */
const PATIENCE = 60

/** An element that had the focus, and where it was: its ancestors from the nearest, each with the index of the child. */
interface Held {
  readonly element: Element
  readonly path: readonly { readonly parent: Element; readonly index: number }[]
}

/**
 * Keeps the focus of somebody who uses the keyboard near the place where it was, if the focused element is removed or
 * disabled, as Run is while Stop stands in its place. A person with a pointer does not need it, and would lose the keys
 * of the page to a button that they did not choose.
 */
export function keepFocus(): () => void {
  let byKey = false
  let held: Held | null = null
  let waiting = 0
  const onKey = (): void => {
    byKey = true
  }
  const onPointer = (): void => {
    byKey = false
  }
  const onFocus = ({ target }: FocusEvent): void => {
    held = target instanceof Element ? { element: target, path: pathOf(target) } : null
  }
  /** A focus that is given up is not lost: then its element is still there. */
  const onBlur = ({ target }: FocusEvent): void => {
    queueMicrotask(() => {
      const element = held?.element
      if (element === undefined || element !== target || element === document.activeElement) return
      if (element.isConnected && !element.matches(':disabled')) held = null
    })
  }
  const restore = (): void => {
    waiting = 0
    if (!byKey || held === null || (document.activeElement ?? document.body) !== document.body) return
    const { element } = held
    const back = element.isConnected && !element.matches(':disabled') ? element : nearest(held)
    if (back instanceof HTMLElement) back.focus({ preventScroll: true })
  }
  const changes = new MutationObserver((records) => {
    if (waiting !== 0 || !byKey || held === null) return
    const { element } = held
    const lost =
      !element.isConnected || records.some(({ type, target }) => type === 'attributes' && target === element)
    if (lost) waiting = window.setTimeout(restore, PATIENCE)
  })
  document.addEventListener('keydown', onKey, true)
  document.addEventListener('pointerdown', onPointer, true)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
  return () => {
    document.removeEventListener('keydown', onKey, true)
    document.removeEventListener('pointerdown', onPointer, true)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
    changes.disconnect()
    window.clearTimeout(waiting)
  }
}

function pathOf(element: Element): Held['path'] {
  const path: { parent: Element; index: number }[] = []
  for (let child = element; !child.matches(PLACE);) {
    const parent = child.parentElement
    if (parent === null) break
    path.push({ parent, index: [...parent.children].indexOf(child) })
    child = parent
  }
  return path
}

/** What stands in its place, or else before it; or else the first that can be reached around it. */
function nearest({ path }: Held): HTMLElement | null {
  for (const { parent, index } of path) {
    if (!parent.isConnected || parent === document.body) continue
    const { children } = parent
    const found = reachedIn(children[index]) ?? reachedIn(children[index - 1]) ?? reachedIn(parent)
    if (found !== null) return found
  }
  return null
}

function reachedIn(element: Element | undefined): HTMLElement | null {
  if (element === undefined) return null
  const all = [...(element.matches(REACHED) ? [element] : []), ...element.querySelectorAll(REACHED)]
  return (
    all.find((one): one is HTMLElement => one instanceof HTMLElement && one.getClientRects().length > 0) ??
    null
  )
}
