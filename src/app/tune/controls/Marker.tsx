import { useEffect } from 'react'
import type { RefObject } from 'react'
import { useFocusedKey } from '../../state/focused-key.ts'
import { openFold } from './Fold.tsx'

/** Marks the controls of the setting that is looked at, and brings them into sight where somebody else looks at it. */
export function Marker({
  lane,
  root,
  onMissing,
}: {
  readonly lane: string
  readonly root: RefObject<HTMLElement | null>
  /** Told where no control stands for it: a search may hide it. */
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
      // The part that was folded has its place once it is drawn.
      const frame = window.requestAnimationFrame(() => line?.scrollIntoView({ block: 'nearest' }))
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

/** The controls of a setting; where it has none of its own, that of the setting above, or those below a section. */
function controlsOf(root: HTMLElement, path: string): readonly HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>('[data-key]')]
  const at = (test: (key: string) => boolean): HTMLElement[] =>
    all.filter(({ dataset }) => test(dataset['key'] ?? ''))
  const exact = at((key) => key === path)
  if (exact.length > 0) return exact
  const above = at((key) => path.startsWith(`${key}.`))
  return above.length > 0 ? above : at((key) => key.startsWith(`${path}.`))
}
