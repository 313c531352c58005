import type { RunState, Turn } from '../../../engine/index.ts'
import type { Snapshot } from './timeline.ts'

/** The state of a run before a turn, without its windows' entries, which are in the spans. */
export function snapshotOf(
  turn: Turn,
  state: RunState,
  counts: Pick<Snapshot, 'made' | 'contents' | 'asks'>,
): Snapshot {
  return {
    turn,
    tick: state.tick,
    stages: state.stages,
    ...counts,
    nextWindow: state.nextWindow,
    windows: [...state.windows].map(([id, { window: _, byType: __, ...memory }]) => ({ id, ...memory })),
  }
}
