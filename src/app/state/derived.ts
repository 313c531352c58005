import type { Turn } from '../../engine/index.ts'
import { divergenceOf } from '../../sim/index.ts'
import { laneEvents } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'

/** What several panels ask of a comparison, worked out once each. */
interface Landmarks {
  /** Turns in which any lane edited its window, in order. */
  readonly edits: readonly Turn[]
  /** Turns in which anything happened in any lane: an edit, a change of zone, a spike, a loss. */
  readonly eventful: readonly Turn[]
  /** First turn in which a lane does something else than the first lane, by name; null where it never does. */
  readonly parts: ReadonlyMap<string, Turn | null>
}

const known = new WeakMap<Comparison, Landmarks>()

export function landmarksOf(comparison: Comparison): Landmarks {
  const before = known.get(comparison)
  if (before !== undefined) return before
  const turns = new Set<Turn>()
  const eventful = new Set<Turn>()
  for (const { data } of comparison.lanes) {
    for (const edit of data.edits) turns.add(edit.turn)
    for (const { id } of data.windows) for (const { turn } of laneEvents(data, id)) eventful.add(turn)
  }
  const [base] = comparison.lanes
  const parts = new Map(
    comparison.lanes.map(({ name, data }) => {
      const found = base === undefined || base.data === data ? null : divergenceOf(base.data, data)
      return [name, found?.turn ?? null] as const
    }),
  )
  const inOrder = (some: Iterable<Turn>): Turn[] => [...some].sort((a, b) => a - b)
  const made = { edits: inOrder(turns), eventful: inOrder(eventful), parts }
  known.set(comparison, made)
  return made
}
