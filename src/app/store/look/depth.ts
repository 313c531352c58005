import { useDeferredValue } from 'react'
import { create } from 'zustand'
import { ASKED } from './asked-lesson.ts'
import { usePresenting } from './presenting.ts'

/** How much of the page is shown, from the fewest words to everything. */
export const DEPTHS = Object.freeze(['learn', 'compare', 'expert'] as const)
export type Depth = (typeof DEPTHS)[number]

const KEY = 'context-window-lab.depth'

/** A link to a state was made by somebody who saw everything in it, so it opens on everything. */
const FOR_LINKS: Depth = 'expert'

/** Where the tab remembers that a link opened it, for a reload: then its address holds a state in any case. */
const LINKED = 'context-window-lab linked'

interface Shown {
  readonly depth: Depth
  /** Whether what it adds is rendered in steps, since it comes with a result that takes long to lay out by itself. */
  readonly inSteps: boolean
}

export const useDepth = create<Shown>(() => ({ depth: openingDepth(), inSteps: false }))

/** The depth at which this load of the page opens. */
export function openingDepth(): Depth {
  return ASKED === null ? (remembered() ?? (isLinked() ? FOR_LINKS : 'learn')) : 'learn'
}

function remembered(): Depth | null {
  try {
    const value = localStorage.getItem(KEY)
    return DEPTHS.find((one) => one === value) ?? null
  } catch {
    return null
  }
}

/** Whether a link to a state opened the page, now or before a reload. */
function isLinked(): boolean {
  const isReload = typeof history !== 'undefined' && history.state !== null
  try {
    if (!isReload) sessionStorage.setItem(LINKED, String(opensOnState()))
    return opensOnState() && sessionStorage.getItem(LINKED) === 'true'
  } catch {
    return opensOnState() && !isReload
  }
}

/** Whether the page was opened by a link to a state, or comes back after a reload. */
export function opensOnState(): boolean {
  if (typeof location === 'undefined' || ASKED !== null) return false
  return location.hash.length > 1 || history.state !== null
}

/** Shows this much, all of it at once. */
export function setDepth(depth: Depth): void {
  useDepth.setState({ depth, inSteps: false })
}

/** Shows this much, now and at the next visit. */
export function chooseDepth(depth: Depth): void {
  setDepth(depth)
  try {
    localStorage.setItem(KEY, depth)
  } catch {
    // Storage is blocked: the choice lasts as long as the page.
  }
}

/** Shows at least this much, until another choice: for something that less would hide. */
export function deepen(depth: Depth): void {
  if (DEPTHS.indexOf(useDepth.getState().depth) < DEPTHS.indexOf(depth)) setDepth(depth)
}

/** A value that follows what is shown at once, or in steps. */
export function useInSteps<Value>(value: Value): Value {
  const later = useDeferredValue(value)
  return useDepth(({ inSteps }) => inSteps) ? later : value
}

/** Whether what belongs to this depth is shown. A presentation has the fewest words. */
export function useReaches(depth: Depth): boolean {
  const presenting = usePresenting()
  const reached = useDepth((state) => DEPTHS.indexOf(state.depth) >= DEPTHS.indexOf(depth))
  return useInSteps(reached) && !presenting
}
