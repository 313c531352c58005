import type { TimelineData } from '../sim/index.ts'
import type { Hint } from './hint.ts'
import { cannotConverge } from './hint-fixed.ts'
import { largerThanModel } from './hint-model.ts'
import { placeholderCost } from './hint-placeholder.ts'
import { neverReached } from './hint-reached.ts'

/**
 * What a run tells about the settings that it obeyed from its first turn to its last; of what a person set in mid-run
 * nothing is said. Every figure is one that the run recorded, and is compared as the stage compared it; where the run
 * does not tell, nothing is said.
 */
export function hints(data: TimelineData): readonly Hint[] {
  return [...largerThanModel(data), ...cannotConverge(data), ...neverReached(data), ...placeholderCost(data)]
}
