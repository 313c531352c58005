import type { Turn } from '../../engine/index.ts'
import { divergenceOf } from '../../sim/index.ts'
import type { Comparison } from '../../worker/protocol.ts'

/** What several panels ask of a comparison, worked out once each. */
interface Landmarks {
  /** Turns in which any lane edited its window, in order. */
  readonly edits: readonly Turn[]
  /** First turn in which a lane does something else than the first lane, by name; null where it never does. */
  readonly parts: ReadonlyMap<string, Turn | null>
}

const known = new WeakMap<Comparison, Landmarks>()

export function landmarksOf(comparison: Comparison): Landmarks {
  const before = known.get(comparison)
  if (before !== undefined) return before
  const turns = new Set<Turn>()
  for (const { data } of comparison.lanes) for (const edit of data.edits) turns.add(edit.turn)
  const [base] = comparison.lanes
  const parts = new Map(
    comparison.lanes.map(({ name, data }) => {
      const found = base === undefined || base.data === data ? null : divergenceOf(base.data, data)
      return [name, found?.turn ?? null] as const
    }),
  )
  const made = { edits: [...turns].sort((a, b) => a - b), parts }
  known.set(comparison, made)
  return made
}
