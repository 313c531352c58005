import type { LaneChoice } from './choices.ts'
import { laneNames } from './lanes.ts'

/** The index of a shown lane among those chosen. */
export interface LanePlace {
  readonly choice: LaneChoice
  readonly index: number
  readonly count: number
}

/**
 * For each shown lane, by name, its index among the chosen lanes, which may be newer than the screen during a run. A
 * lane whose name is no longer chosen has the index of its replacement; null if it was removed.
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

/** The previous object if it is equal: a lane is not redrawn because of a change in another. */
function placeOf(choice: LaneChoice, index: number, count: number): LanePlace {
  const before = known.get(choice)
  if (before !== undefined && before.index === index && before.count === count) return before
  const place = { choice, index, count }
  known.set(choice, place)
  return place
}
