import { useMemo } from 'react'
import type { ForkRun, LaneResult } from '../../../worker/protocol.ts'
import type { LanePlace } from '../../store/choice/lane-place.ts'
import type { Target } from '../plot/plot-pointer.ts'
import type { ForkChoice } from '../../store/choice/choices.ts'
import { ghostAmong, useHiddenForks } from '../../store/choice/forks.ts'
import { nameOfFork } from '../../store/choice/derived.ts'

/** The fork drawn over a lane. */
export interface Ghost {
  readonly fork: ForkRun
  readonly choice: ForkChoice
  readonly name: string
}

/** The hit test of a lane's picture under a ghost, given the lane's own target. */
export type GhostHit = (turn: number, y: number, found: Target | null) => Target | null

/** The fork drawn over a lane, once it has run; null for none. */
export function useGhost(lane: LaneResult, place: LanePlace | null): Ghost | null {
  const hidden = useHiddenForks()
  const forks = place?.choice.forks ?? []
  const id = ghostAmong(forks, hidden)
  const choice = forks.find((one) => one.id === id)
  const fork = lane.forks.find((one) => one.id === id)
  const { data } = lane
  return useMemo(() => {
    if (choice === undefined || fork?.kind !== 'run') return null
    return { fork, choice, name: nameOfFork(choice, { data }) }
  }, [choice, fork, data])
}
