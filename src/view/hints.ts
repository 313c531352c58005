import type { TimelineData } from '../sim/index.ts'
import type { Hint } from './hint.ts'
import { cannotConverge } from './hint-fixed.ts'
import { placeholderCost } from './hint-placeholder.ts'
import { neverReached } from './hint-reached.ts'

/**
 * What a run tells about the settings that it began with, up to the turn from which a person set others. Every figure
 * is one that the run recorded, and is compared as the stage compared it; where the run does not tell, nothing is said.
 */
export function hints(data: TimelineData): readonly Hint[] {
  const before = beforeSettings(data)
  return [...cannotConverge(before), ...neverReached(before), ...placeholderCost(before)]
}

/** The run up to the first turn in which a person set something. */
function beforeSettings(data: TimelineData): TimelineData {
  const first = Math.min(...data.spec.interventions.flatMap((one) => (one.kind === 'set' ? [one.turn] : [])))
  if (!Number.isFinite(first)) return data
  return {
    ...data,
    turns: data.turns.slice(0, first),
    // Both in their order of time, so that every number in what is left still fits.
    edits: data.edits.filter(({ turn }) => turn < first),
  }
}
