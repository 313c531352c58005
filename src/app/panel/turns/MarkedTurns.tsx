import { useDeferredValue } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useStretch } from '../../store/look/stretch.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'

const StretchTable = onDemand(async () => (await import('./StretchTable.tsx')).StretchTable)

/** What happened in the selected turns, if any are selected. */
export function MarkedTurns({ comparison }: { readonly comparison: Comparison }) {
  // Deferred: the selection follows the pointer before the figures do.
  const stretch = useDeferredValue(useStretch())
  if (stretch === null) return null
  return (
    <Part name="The marked turns">
      <StretchTable comparison={comparison} stretch={stretch} />
    </Part>
  )
}
