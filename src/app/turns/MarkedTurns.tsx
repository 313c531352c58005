import { lazy, Suspense, useDeferredValue } from 'react'
import type { Comparison } from '../../worker/protocol.ts'
import { useStretch } from '../state/stretch.ts'

const StretchTable = lazy(async () => ({ default: (await import('./StretchTable.tsx')).StretchTable }))

/** What happened in the turns that are marked, where some are. */
export function MarkedTurns({ comparison }: { readonly comparison: Comparison }) {
  // Deferred: the mark follows the hand before the figures do.
  const stretch = useDeferredValue(useStretch())
  if (stretch === null) return null
  return (
    <Suspense fallback={null}>
      <StretchTable comparison={comparison} stretch={stretch} />
    </Suspense>
  )
}
