import { isMeant } from '../engine/internal.ts'
import type { Problem } from '../engine/index.ts'
import { metrics } from '../sim/index.ts'
import type { Intake, Intervention, Timeline } from '../sim/index.ts'
import { problem } from './problem.ts'
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

/** A fork as a lane of its own, or why the conversation has no place for it. */
export type Placed = { readonly fork: ForkRequest } & (
  { readonly lane: LaneRequest } | { readonly problems: readonly Problem[] }
)

export function forksOf(lane: LaneRequest, intake: Intake, base: Timeline): readonly Placed[] {
  const { forks = [], ...own } = lane
  return forks.map((fork) => {
    const missing = missingPlace(fork, intake, base)
    if (missing !== null) return { fork, problems: problem('no-such-place', missing).problems }
    const interventions = [...(lane.interventions ?? []), ...fork.interventions]
    return { fork, lane: { ...own, name: forkName(lane.name, fork.id), label: fork.label, interventions } }
  })
}

/** The interventions of a lane that its conversation has a turn and a block for. A block that the run makes may come. */
export function withPlace(
  interventions: readonly Intervention[],
  { trace, blocks }: Intake,
): readonly Intervention[] {
  return interventions.filter((one) => {
    if (trace.turns[one.turn] === undefined) return false
    if (!('block' in one)) return true
    // A number that was a made block's may be that of a block which arrived, in another conversation.
    const isMade = one.kind === 'edit' && one.of !== undefined
    return isMade ? one.block >= blocks.length : blocks[one.block] !== undefined || one.kind === 'edit'
  })
}

/**
 * What a fork names that is not there, in words; null where all of it is. A block that the lane's own run made can be
 * rewritten in it; of one that the fork itself makes, its own run tells.
 */
function missingPlace(
  { turn, interventions }: ForkRequest,
  { trace, blocks }: Intake,
  base: Timeline,
): string | null {
  const late = [turn, ...interventions.map((one) => one.turn)].find((one) => trace.turns[one] === undefined)
  if (late !== undefined) return `this conversation has no turn ${late}`
  for (const one of interventions) {
    if (!('block' in one)) continue
    const { block } = one
    if (one.kind !== 'edit') {
      if (blocks[block] === undefined) return `this conversation has no block ${block}`
      continue
    }
    const { of } = one
    const found = base.blocks[block]
    if (of === undefined) {
      if (found === undefined) return `this run has no block ${block}`
      continue
    }
    if (block >= blocks.length && (of.turn >= turn || (found !== undefined && isMeant(found, of)))) continue
    return `this run no longer makes the ${of.type.replaceAll('_', ' ')} of turn ${of.turn} that was block ${block}`
  }
  return null
}

export function forkResult(forked: Forked): ForkResult {
  const { id, label, turn } = forked.fork
  if ('problems' in forked) return { kind: 'refused', id, label, turn, problems: forked.problems }
  const { timeline } = forked
  return { kind: 'run', id, label, turn, data: timeline.data, rows: metrics(timeline) }
}
