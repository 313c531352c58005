import { sentenceText } from '../../../view/index.ts'
import { ruleInWords } from '../../picture/lane/lane-words.ts'
import { subjectNow } from '../../picture/still/on-screen.ts'
import { SavePicture } from '../../picture/still/SavePicture.tsx'
import type { Told } from '../../picture/still/told-still.ts'
import { LANE_TEXT } from '../../picture/words.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { laneNames } from '../../store/choice/lanes.ts'
import { LANE_GROUPS } from '../../store/choice/lineup-words.ts'
import type { Lesson } from '../../store/lesson/lesson.ts'
import { usePlayer } from '../../store/lesson/player.ts'
import { future } from '../../store/look/future.ts'
import { playhead } from '../../store/look/playhead.ts'
import type { LaneResult } from '../../../worker/protocol.ts'
import { titleOf } from './words.ts'

/** The button that saves the picture of the step: the lanes that it shows, in one file, under its words. */
export function SaveStep({ lesson }: { readonly lesson: Lesson }) {
  const step = usePlayer(({ steps, at }) => steps[at])
  const isTold = usePlayer(({ answer }) => answer !== null)
  // A file would name the lane.
  if (step === undefined || lesson.hidesNames === true) return null
  return (
    <SavePicture
      // What is open is of one step.
      key={step.step.title}
      name={titleOf(step, isTold)}
      subject={() => {
        const subject = subjectNow(step.lanes[0])
        return { ...subject, comparison: { ...subject.comparison, lanes: shown(subject.comparison.lanes) } }
      }}
      make={async (subject) => {
        const { toldStill } = await import('../../picture/still/told-still.ts')
        return toldStill(subject, toldNow(lesson, shown(subject.comparison.lanes)))
      }}
    />
  )
}

function shown(lanes: readonly LaneResult[]): readonly LaneResult[] {
  const { steps, at } = usePlayer.getState()
  return steps[at]?.lanes.flatMap((name) => lanes.find((lane) => lane.name === name) ?? []) ?? lanes
}

/** What the card and the heads of the lanes say at this moment. */
function toldNow(lesson: Lesson, lanes: readonly LaneResult[]): Told {
  const { steps, at, answer } = usePlayer.getState()
  const step = steps[at]
  const { byHand, byLesson } = future.getState()
  const hidden = byHand || byLesson
  const asks = answer === null ? (step?.guess?.asks ?? null) : null
  return {
    content: `${lesson.name}-${at + 1}`,
    title: step === undefined ? lesson.title : titleOf(step, answer !== null),
    says: asks ?? sentenceText(step?.says ?? []),
    lanes: lanes.map((lane) => ({ lane, beside: beside(lane, asks !== null, hidden) })),
    turn: playhead.getState().turn,
    hidden,
  }
}

function beside(lane: LaneResult, asks: boolean, hidden: boolean): string {
  const { steps, at } = usePlayer.getState()
  const figures = hidden ? [] : (steps[at]?.step.figures ?? [])
  if (figures.length > 0)
    return figures
      .map((id) => `${lane.rows.find((row) => row.id === id)?.text ?? ''} ${LANE_TEXT.figures[id]}`)
      .join(' · ')
  // The rule of printed code is its defect, about which a lesson asks.
  if (asks && LANE_GROUPS.as_written.includes(lane.data.spec.config.strategy)) return ''
  const { lanes } = useChoices.getState()
  const choice = lanes[laneNames(lanes).indexOf(lane.name)]
  return ruleInWords(lane, choice?.policy)
}
