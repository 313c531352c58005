import { metricTable } from './comparison.ts'
import type { LaneRows } from './comparison.ts'
import { isWhole } from '../../engine/internal.ts'
import type { BlockId, Turn } from '../../engine/index.ts'
import type { Intervention } from '../../sim/index.ts'
import type { Biography } from '../decision/block.ts'

/** A figure of a fork beside that of its base. */
export interface ForkFigure {
  /** Id of the metric. */
  readonly id: ForkMetric
  readonly base: string
  readonly fork: string
  /** Fork minus base, signed; a dash if either has no value. */
  readonly difference: string
  /** Whether the difference is 0 as shown. */
  readonly same: boolean
  /** Whether the fork lost, broke or missed something that the base did not. */
  readonly loss: boolean
}

/** The figures for judging a fork: what it kept, how long it lasted, what it cost, what it broke. */
export const FORK_METRICS = Object.freeze([
  'turns-reached',
  'need-hit-rate',
  'pointer-rate',
  'lost-rate',
  'evicted-blocks',
  'freed-tokens',
  'prompt-tokens',
  'compression-tokens',
  'cost',
  'turns-refused',
  'introduced-violations',
] as const)
export type ForkMetric = (typeof FORK_METRICS)[number]

/** For these a worse figure is a loss; for the others it is only a cost. */
const LOSSES: ReadonlySet<string> = new Set([
  'turns-reached',
  'need-hit-rate',
  'lost-rate',
  'turns-refused',
  'introduced-violations',
])

/** The figures of a fork beside its base's, from the rows of the metric table, in the order of `FORK_METRICS`. */
export function forkFigures(base: LaneRows, fork: LaneRows): readonly ForkFigure[] {
  const rows = new Map(metricTable([base, fork]).map((row) => [row.id, row]))
  return FORK_METRICS.flatMap((id): ForkFigure[] => {
    const row = rows.get(id)
    const [own, other] = row?.cells ?? []
    if (row === undefined || own === undefined || other === undefined) return []
    const { verdict, difference } = other
    return [
      {
        id,
        base: own.text,
        fork: other.text,
        difference: other.differenceText,
        same: difference === 0 || own.text === other.text,
        loss: verdict === 'worse' && LOSSES.has(id),
      },
    ]
  })
}

/**
 * From which turn on a fork can change a block, and why from then: as requested, from its arrival, or from the edit
 * that removed it.
 */
export interface ForkTurn {
  readonly turn: Turn
  readonly because: 'asked' | 'came' | 'went'
}

/**
 * The turn from which a fork about a block makes sense. That is the requested turn, if the block is whole before its
 * edits. If the block arrived later, it is the turn of its arrival; if it was removed or replaced earlier, the turn of
 * that edit, before which it was still whole.
 */
export function forkTurn({ turn: came, spans }: Pick<Biography, 'turn' | 'spans'>, asked: Turn): ForkTurn {
  if (asked < came) return { turn: came, because: 'came' }
  // The last of them: a block that was moved, or rewritten by hand, continues in the next span.
  const went = spans.findLast((span) => isWhole(span) && span.fromTurn <= asked)?.toTurn ?? null
  return went === null || went > asked ? { turn: asked, because: 'asked' } : { turn: went, because: 'went' }
}

/** Whether a person has pinned a block by the call of a turn. */
export function isPinnedBy(interventions: readonly Intervention[], block: BlockId, turn: Turn): boolean {
  const last = interventions.findLast(
    (one) => (one.kind === 'pin' || one.kind === 'unpin') && one.block === block && one.turn <= turn,
  )
  return last?.kind === 'pin'
}
