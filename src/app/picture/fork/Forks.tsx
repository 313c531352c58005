import type { LaneResult } from '../../../worker/protocol.ts'
import type { LanePlace } from '../../store/choice/lane-place.ts'
import { LaneActs } from './LaneActs.tsx'
import type { GhostLayer } from './GhostLayer.tsx'
import type { Ghost } from './ghost.ts'
import { onDemand } from '../../ui/on-demand.tsx'
import { Part } from '../../ui/Part.tsx'

/** Neither is in the first script, because a page without forks does not need them. */
const LazyGhost = onDemand(async () => (await import('./GhostLayer.tsx')).GhostLayer)
const LazyBar = onDemand(async () => (await import('./ForkBar.tsx')).ForkBar)

/** Manual actions on a lane at its turns, and its forks; nothing if there are none. */
export function Forks({ lane, place }: { readonly lane: LaneResult; readonly place: LanePlace | null }) {
  if (place === null) return null
  const { choice, index } = place
  const { actions = [], forks = [] } = choice
  return (
    <>
      <LaneActs acts={actions} index={index} blocks={lane.data.blocks} />
      {forks.length > 0 && (
        <Part name="The forks of this lane" of={[lane]}>
          <LazyBar lane={lane} place={place} forks={forks} />
        </Part>
      )}
    </>
  )
}

/** A fork drawn over the lane's picture. */
export function GhostOver({
  ghost,
  ...drawn
}: Omit<React.ComponentProps<typeof GhostLayer>, 'ghost'> & { readonly ghost: Ghost | null }) {
  if (ghost === null) return null
  return (
    <Part name="The picture of the fork" of={[ghost]}>
      <LazyGhost ghost={ghost} {...drawn} />
    </Part>
  )
}
