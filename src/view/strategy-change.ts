import type { Turn } from '../engine/index.ts'
import type { TimelineData } from '../sim/index.ts'

/** A turn from which on another strategy manages a run, because a person set it. */
export interface StrategyChange {
  readonly from: Turn
  readonly strategy: string
}

/** Where a run went over to another strategy than the one before, in order of turns; a turn that was not reached is none. */
export function strategyChanges({
  spec,
  set = [],
  turns,
}: Pick<TimelineData, 'set' | 'turns'> & {
  readonly spec: Pick<TimelineData['spec'], 'config'>
}): readonly StrategyChange[] {
  let before = spec.config.strategy
  return set.flatMap(({ from, config: { strategy } }): readonly StrategyChange[] => {
    if (strategy === before || from >= turns.length) return []
    before = strategy
    return [{ from, strategy }]
  })
}
