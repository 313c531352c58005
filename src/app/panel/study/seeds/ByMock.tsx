import { labelsByMock, writerOf } from '../../../store/choice/lanes.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { STUDY_TEXT } from './words.ts'

/** Says of which lanes a study takes the mock although a model writes their summaries; nothing if of none. */
export function ByMock({
  lanes,
  of,
}: {
  readonly lanes: readonly LaneChoice[]
  /** Indices of the lanes that are studied. */
  readonly of: Iterable<number>
}) {
  const said = byMockSaid(lanes, of)
  return said === null ? null : <p className="note">{said}</p>
}

/** The sentence; null if it is not needed. */
export function byMockSaid(lanes: readonly LaneChoice[], of: Iterable<number>): string | null {
  const labels = labelsByMock(lanes)
  const all = [...new Set(of)].flatMap((index) => {
    const writer = writerOf(lanes[index])
    return writer === null ? [] : [{ label: labels[index] ?? '', writer }]
  })
  if (all.length === 0) return null
  const writers = new Set(all.map(({ writer }) => writer))
  return STUDY_TEXT.byMock(
    all.map(({ label }) => label),
    [...writers],
  )
}
