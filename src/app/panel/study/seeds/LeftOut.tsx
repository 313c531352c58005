import { isVerdict, labelsByMock, writerOf } from '../../../store/choice/lanes.ts'
import type { LaneChoice } from '../../../store/choice/choices.ts'
import { STUDY_TEXT } from './words.ts'

/** Says what of the lanes a study leaves out: summaries by a model, and what was done by hand. */
export function LeftOut({
  lanes,
  of,
  ofLog = false,
}: {
  readonly lanes: readonly LaneChoice[]
  /** Indices of the lanes that are studied. */
  readonly of: Iterable<number>
  /** True if the lanes run on the log of the page: what a person said of its needs holds there, too. */
  readonly ofLog?: boolean
}) {
  const studied = [...new Set(of)]
  const said = [byMockSaid(lanes, studied), byHandSaid(lanes, studied, ofLog)].filter((one) => one !== null)
  return said.map((one) => (
    <p key={one} className="note">
      {one}
    </p>
  ))
}

/** The sentence on what was done by hand; null if nothing of it is left out. */
export function byHandSaid(
  lanes: readonly LaneChoice[],
  of: Iterable<number>,
  ofLog: boolean,
): string | null {
  const labels = labelsByMock(lanes)
  const some = [...of].filter((index) => {
    const { actions = [], forks = [] } = lanes[index] ?? {}
    return forks.length > 0 || actions.some((one) => !(ofLog && isVerdict(one)))
  })
  return some.length === 0
    ? null
    : STUDY_TEXT.byHand(
        some.map((index) => labels[index] ?? ''),
        ofLog,
      )
}

/** The sentence on summaries; null if the mock writes them in the lanes as well. */
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
