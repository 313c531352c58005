import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useFocusedKey } from '../../../store/look/focused-key.ts'
import { openFold } from './Fold.tsx'

/** Marks the controls of the setting in focus, and scrolls to them if the focus came from elsewhere. */
export function Marker({
  lane,
  root,
  onMissing,
}: {
  readonly lane: string
  readonly root: RefObject<HTMLElement | null>
  /** Called if no control exists for it, for example because of a search. */
  readonly onMissing: () => void
}) {
  const key = useFocusedKey((focused) => (focused?.lane === lane ? focused : null))
  useEffect(() => {
    const { current } = root
    if (current === null || key === null) return undefined
    const own = controlsOf(current, key.path)
    for (const element of own) element.dataset['focused'] = ''
    if (key.from !== 'control') {
      const line = own.find((element) => element.classList.contains('line')) ?? own[0]
      if (line === undefined) onMissing()
      const fold = line?.closest<HTMLElement>('[data-fold]')?.dataset['fold']
      if (fold !== undefined) openFold(fold)
      // A part that was folded has its position once it is rendered.
      const frame = window.requestAnimationFrame(() => {
        if (line !== undefined) bringIntoSight(line, current)
      })
      return () => {
        window.cancelAnimationFrame(frame)
        unmark(own)
      }
    }
    return () => {
      unmark(own)
    }
  }, [key, root, onMissing])
  return null
}

function unmark(elements: readonly HTMLElement[]): void {
  for (const element of elements) delete element.dataset['focused']
}

/** Scrolls the panel and never the page, whose lanes stay where they are. */
function bringIntoSight(line: HTMLElement, root: HTMLElement): void {
  const panel = root.parentElement
  const tools = root.querySelector('.controls-tools')
  if (panel === null || tools === null) return
  const own = line.getBoundingClientRect()
  const top = panel.getBoundingClientRect().top + tools.clientHeight
  const bottom = Math.min(panel.getBoundingClientRect().bottom, window.innerHeight)
  if (own.top < top) panel.scrollTop += own.top - top
  else if (own.bottom > bottom) panel.scrollTop += own.bottom - bottom
}

/** The controls of a setting; if it has none of its own, that of the setting above, or those below a section. */
function controlsOf(root: HTMLElement, path: string): readonly HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>('[data-key]')]
  const at = (test: (key: string) => boolean): HTMLElement[] =>
    all.filter(({ dataset }) => test(dataset['key'] ?? ''))
  const exact = at((key) => key === path)
  if (exact.length > 0) return exact
  const above = at((key) => path.startsWith(`${key}.`))
  return above.length > 0 ? above : at((key) => key.startsWith(`${path}.`))
}
