import type { Problem } from '../engine/index.ts'
import { metrics } from '../sim/index.ts'
import type { Intake, Timeline } from '../sim/index.ts'
import type { ForkRequest, ForkResult, LaneRequest } from './protocol.ts'

/** A fork as it was run, or why it could not be. */
export type Forked = { readonly fork: ForkRequest } & (
  { readonly timeline: Timeline } | { readonly problems: readonly Problem[] }
)

/** What a fork is called in questions and reports: `<lane>~<id>`. */
export function forkName(lane: string, id: string): string {
  return `${lane}~${id}`
}

/** The names that a lane takes: its own and those of its forks. */
export function namesOf({ name, forks = [] }: LaneRequest): readonly string[] {
  return [name, ...forks.map(({ id }) => forkName(name, id))]
}

/** The forks of a lane that its conversation has a place for, each as a lane of its own. */
export function forksOf(
  lane: LaneRequest,
  intake: Intake,
  base: Timeline,
): readonly { readonly fork: ForkRequest; readonly lane: LaneRequest }[] {
  const { forks = [], ...own } = lane
  return forks.flatMap((fork) => {
    if (!hasPlace(fork, intake, base)) return []
    const interventions = [...(lane.interventions ?? []), ...fork.interventions]
    return [{ fork, lane: { ...own, name: forkName(lane.name, fork.id), label: fork.label, interventions } }]
  })
}

/** Whether the turns and blocks of a fork exist. A block that the lane's own run made can be rewritten in it. */
function hasPlace({ turn, interventions }: ForkRequest, { trace, blocks }: Intake, base: Timeline): boolean {
  return (
    trace.turns[turn] !== undefined &&
    interventions.every((one) => {
      if (trace.turns[one.turn] === undefined) return false
      if (!('block' in one)) return true
      return (one.kind === 'edit' ? base.blocks : blocks)[one.block] !== undefined
    })
  )
}

export function forkResult(forked: Forked): ForkResult {
  const { id, label, turn } = forked.fork
  if ('problems' in forked) return { kind: 'refused', id, label, turn, problems: forked.problems }
  const { timeline } = forked
  return { kind: 'run', id, label, turn, data: timeline.data, rows: metrics(timeline) }
}
