import type { LaneChoice } from './choices.ts'
import { laneNames } from './lanes.ts'

/** Which of the chosen lanes a lane on the screen is. */
export interface LanePlace {
  readonly choice: LaneChoice
  readonly index: number
  readonly count: number
}

/**
 * For each lane on the screen, by name, its place among the lanes that are chosen: they are ahead of the screen while a
 * run is under way. A lane whose name is chosen no more stands for the one that took its place; null where it was
 * removed.
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
    return choice === undefined ? null : placeOf(choice, index, chosen.length)
  })
}

const known = new WeakMap<LaneChoice, LanePlace>()

/** The object that it was before where it says the same: a lane is not drawn again because a hand is on another. */
function placeOf(choice: LaneChoice, index: number, count: number): LanePlace {
  const before = known.get(choice)
  if (before !== undefined && before.index === index && before.count === count) return before
  const place = { choice, index, count }
  known.set(choice, place)
  return place
}
