import { useEffect, useMemo } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { sameRun, useChoices } from '../../store/choice/choices.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { setDepth, useReaches } from '../../store/look/depth.ts'
import { useSession } from '../../store/run/session.ts'
import {
  startLesson,
  STORY,
  tellSteps,
  useAskedLesson,
  usePlayer,
  watchHands,
} from '../../store/lesson/player.ts'
import { ASKED } from '../../store/look/asked-lesson.ts'
import { useDeepened } from '../../store/lesson/shown.ts'
import type { LessonPlace } from '../../store/look/asked-lesson.ts'
import { tell } from '../../store/page-state/notice.ts'
import type { Notice } from '../../store/page-state/notice.ts'
import { usePresenting } from '../../store/look/presenting.ts'
import { useEmbedded } from '../../store/page-state/show.ts'
import { doneWay, stepsIn } from '../../store/lesson/steps.ts'
import type { Lesson } from '../../store/lesson/lesson.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import { Handout } from './Handout.tsx'
import { LessonButtons } from './LessonButtons.tsx'
import { LessonList } from './LessonList.tsx'
import { leavesFirst } from './lessons/leaves-first.ts'
import { lessonAt, LESSONS, SUBJECTS } from './lessons/list.ts'
import { Told } from './Told.tsx'
import { weights } from './lessons/weights.ts'
import { LESSON_TEXT } from './words.ts'
import './lesson.css'

/** Begins a lesson once, if the page opens with one. */
let begun = false

function unknownLesson(name: string): Notice {
  const problem = { severity: 'error', code: 'unknown-lesson', message: LESSON_TEXT.unknown(name) } as const
  return { from: 'link', refused: false, problems: [problem] }
}

/** Begins what an address names, else the story. */
function begin(place: LessonPlace | null): void {
  const found = place === null ? undefined : lessonAt(place)
  if (place !== null && found === undefined) tell(unknownLesson(place.lesson))
  const first = found ?? LESSONS[0]
  if (first !== undefined) startLesson(first, place?.step)
}

/** The list of lessons, and the running one: its step in a sentence, and the buttons that move it. */
export function LessonCard({
  comparison,
  begins,
}: {
  readonly comparison: Comparison
  readonly begins: boolean
}) {
  const lesson = usePlayer((state) => state.lesson)
  const steps = usePlayer((state) => state.steps)
  const at = usePlayer((state) => state.at)
  useEffect(() => {
    if (begins && !begun) begin(ASKED)
    begun = true
  }, [begins])
  const asked = useAskedLesson(({ place }) => place)
  useEffect(() => {
    if (asked === null) return
    useAskedLesson.setState({ place: null })
    setDepth('learn')
    begin(asked)
  }, [asked])
  useEffect(watchHands, [])
  // A comparison of other choices is not that of the lesson.
  const isOwn = useSession(
    ({ comparison: newest, shown }) =>
      newest?.id === comparison.id && shown !== null && sameRun(shown, useChoices.getState()),
  )
  const own = useMemo(
    () => (lesson !== null && isOwn ? stepsIn(lesson, comparison.lanes) : null),
    [lesson, isOwn, comparison],
  )
  useEffect(() => {
    if (own !== null) tellSteps(own)
  }, [own])
  const presenting = usePresenting()
  const embedded = useEmbedded()
  // A step that needs controls does not take the list away.
  const deepened = useDeepened()
  const lists = (!useReaches('compare') || deepened) && !presenting && !embedded
  const step = steps[at]
  const choices = useChoices()
  const turn = useSettledTurn()
  const way =
    lesson === null || step === undefined ? null : doneWay(lesson, step, comparison.lanes, choices, turn)
  return (
    <>
      {/* Another one when a lesson begins or ends: what was opened before is closed. */}
      {lists && <LessonList key={String(lesson !== null)} running={begins || lesson !== null} />}
      {lesson !== null && (
        <section className="lesson ahead" aria-label={LESSON_TEXT.region}>
          <div className="lesson-words" aria-live="polite">
            <Place lesson={lesson} at={at} count={steps.length} />
            {step !== undefined && <Told step={step} comparison={comparison} way={way} />}
            {own?.length === 0 && <NothingToAsk />}
          </div>
          <Row gap={4} className="lesson-buttons">
            <LessonButtons lesson={lesson} waits={way !== null && way !== 'asked'} />
          </Row>
          <Handout lesson={lesson} steps={steps} />
        </section>
      )}
    </>
  )
}

/** Which lesson it is, and how far it is; also in the title of the page. */
function Place({
  lesson,
  at,
  count,
}: {
  readonly lesson: Lesson
  readonly at: number
  readonly count: number
}) {
  const step = count > 1 ? LESSON_TEXT.step(at + 1, count) : ''
  useEffect(() => {
    const { title } = document
    document.title = `${lesson.title}${step} · ${title}`
    return () => {
      document.title = title
    }
  }, [lesson, step])
  const subject = SUBJECTS.find(({ lessons }) => lessons.some(({ name }) => name === lesson.name))
  return (
    // The story is told under the question of the page.
    <Text as={lesson.name === STORY ? 'p' : 'h1'} size="small" tone="soft">
      {subject?.title ?? LESSON_TEXT.games} › <strong>{lesson.title}</strong>
      {step}
    </Text>
  )
}

/** A lane whose evictions have scores. */
const HYBRID = [{ policy: 'hybrid', gates: 'on' }] as const

/** A game in a comparison that it cannot be played with. */
function NothingToAsk() {
  return (
    <>
      <p className="lesson-says">{LESSON_TEXT.nothingToAsk}</p>
      <Button
        kind="strong"
        onClick={() => {
          startLesson(leavesFirst({ ...weights.opening, lanes: HYBRID }))
        }}
      >
        {LESSON_TEXT.askHybrid}
      </Button>
    </>
  )
}
