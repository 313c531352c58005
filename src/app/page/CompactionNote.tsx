import type { Comparison } from '../../worker/protocol.ts'
import { useHiddenByHand } from '../store/look/future.ts'
import { onDemand } from '../ui/on-demand.tsx'

/** Only a log whose client compacted has it. */
const Lost = onDemand(async () => (await import('../panel/autopsy/Lost.tsx')).Lost)

/** What the compactions of a log lost, unless what comes is to be guessed. */
export function CompactionNote({ comparison }: { readonly comparison: Comparison }) {
  const guesses = useHiddenByHand()
  const [lane] = comparison.lanes
  if (guesses || lane === undefined || comparison.trace.recordedCompactions === 0) return null
  return <Lost comparison={comparison} lane={lane.name} />
}
