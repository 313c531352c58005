import { useDeferredValue } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useSession } from './session.ts'

/** The comparison that is laid out, later than it arrives, and whether it is still of the conversation before. */
export function useDrawn(): { readonly comparison: Comparison | null; readonly isLeft: boolean } {
  // Deferred, so that a long comparison is laid out in steps and the page stays responsive.
  const comparison = useDeferredValue(useSession((state) => state.comparison))
  const isLeft = useSession((state) => comparison !== null && state.replaced === comparison.id)
  return { comparison, isLeft }
}
