import { lazy, Suspense } from 'react'
import type { LaneResult } from '../../worker/protocol.ts'
import type { LanePlace } from '../lane/lane-place.ts'
import type { GhostLayer } from './GhostLayer.tsx'
import type { Ghost } from './ghost.ts'

/** Neither is in the first script: a page without forks does without. */
const LazyGhost = lazy(async () => ({ default: (await import('./GhostLayer.tsx')).GhostLayer }))
const LazyBar = lazy(async () => ({ default: (await import('./ForkBar.tsx')).ForkBar }))

/** The forks of a lane under its head; nothing where there are none. */
export function Forks({ lane, place }: { readonly lane: LaneResult; readonly place: LanePlace | null }) {
  if (place?.choice.forks === undefined || place.choice.forks.length === 0) return null
  return (
    <Suspense fallback={null}>
      <LazyBar lane={lane} place={place} forks={place.choice.forks} />
    </Suspense>
  )
}

/** One of them over the lane's picture. */
export function GhostOver({
  ghost,
  ...drawn
}: Omit<React.ComponentProps<typeof GhostLayer>, 'ghost'> & { readonly ghost: Ghost | null }) {
  if (ghost === null) return null
  return (
    <Suspense fallback={null}>
      <LazyGhost ghost={ghost} {...drawn} />
    </Suspense>
  )
}
