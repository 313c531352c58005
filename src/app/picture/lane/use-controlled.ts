import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { TimelineData } from '../../../sim/index.ts'
import type { Controlled } from '../../../view/index.ts'
import { useFocusedKey } from '../../store/look/focused-key.ts'

/** The focused setting, and what it controls in a run. */
export interface Looked {
  readonly path: string
  readonly controlled: Controlled
}

type Finder = (path: string, data: TimelineData) => Controlled

/** The stages and their declarations are loaded with it, outside the first script. */
let finder: Finder | null = null

/**
 * What the setting focused in the text, at its control or at its line controls; null without one.
 *
 * @param lane name of the lane among the chosen ones
 */
export function useControlled(lane: string, data: TimelineData): Looked | null {
  const path = useDeferredValue(useFocusedKey((key) => (key?.lane === lane ? key.path : null)))
  const [find, setFind] = useState<Finder | null>(() => finder)
  const wanted = path !== null && find === null
  useEffect(() => {
    if (!wanted) return
    import('./controlled.ts').then(
      ({ controlledBy }) => {
        finder = controlledBy
        setFind(() => controlledBy)
      },
      () => undefined,
    )
  }, [wanted])
  return useMemo(
    () => (path === null || find === null ? null : { path, controlled: find(path, data) }),
    [path, find, data],
  )
}
