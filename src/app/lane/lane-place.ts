import type { LaneChoice } from '../state/choices.ts'
import { laneNames } from '../state/lanes.ts'

/** Which of the chosen lanes a lane on the screen is. */
export interface LanePlace {
  readonly choice: LaneChoice
  readonly index: number
  readonly count: number
}

/**
 * For each lane on the screen, by name, its place among the lanes that are chosen: they are ahead of the
 * screen while a run is under way. A lane whose name is chosen no more stands for the one that took its
 * place; null where it was taken out.
 */
export function placesOf(
  shown: readonly string[],
  chosen: readonly LaneChoice[],
): readonly (LanePlace | null)[] {
  const names = laneNames(chosen)
  return shown.map((name, at) => {
    const own = names.indexOf(name)
    const successor = names[at]
    const replaced =
      own < 0 && shown.length === chosen.length && successor !== undefined && !shown.includes(successor)
    const index = replaced ? at : own
    const choice = chosen[index]
    return choice === undefined ? null : { choice, index, count: chosen.length }
  })
}
