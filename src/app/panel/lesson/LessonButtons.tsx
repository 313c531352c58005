import { ChevronLeft, ChevronRight, Pause, Play, Printer } from 'lucide-react'
import { OPENING, runChoices, sameRun } from '../../store/choice/choices.ts'
import type { Lesson } from '../../store/lesson/lesson.ts'
import {
  goToStep,
  leaveLesson,
  pauseLesson,
  startLesson,
  stayInLesson,
  stepLesson,
  STORY,
  toggleLesson,
  usePlayer,
} from '../../store/lesson/player.ts'
import { useLessonAsks } from '../../store/lesson/shown.ts'
import { chooseDepth } from '../../store/look/depth.ts'
import { usePresenting } from '../../store/look/presenting.ts'
import { useEmbedded } from '../../store/page-state/show.ts'
import { Row } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { printHandout } from './Handout.tsx'
import { SaveStep } from './SaveStep.tsx'
import { lessonAt, LESSONS } from './lessons/list.ts'
import { LESSON_TEXT, titleOf } from './words.ts'

/**
 * The buttons that move a lesson, and at its end the ways on.
 *
 * @param waits whether the step's task is still to be done
 */
export function LessonButtons({ lesson, waits }: { readonly lesson: Lesson; readonly waits: boolean }) {
  const playing = usePlayer((state) => state.playing)
  const presenting = usePresenting()
  const steps = usePlayer((state) => state.steps)
  const at = usePlayer((state) => state.at)
  const answered = usePlayer((state) => state.answered)
  const asks = useLessonAsks()
  const embedded = useEmbedded()
  const isLast = at >= steps.length - 1
  if (steps.length === 0) return <Leave />
  return (
    <>
      {steps.length > 1 && (
        <>
          <Row as="ol" gap={0} className="lesson-steps" aria-label={LESSON_TEXT.steps}>
            {steps.map((step, index) => (
              <li key={step.step.title}>
                <Button
                  kind="quiet"
                  className="lesson-step"
                  label={`${index + 1}: ${titleOf(step, answered.has(index))}`}
                  aria-current={index === at ? 'step' : undefined}
                  data-past={index <= at}
                  onClick={() => {
                    pauseLesson()
                    goToStep(index)
                  }}
                />
              </li>
            ))}
          </Row>
          <Button
            kind="icon"
            label={LESSON_TEXT.back}
            disabled={at === 0}
            onClick={() => {
              stepLesson(-1)
            }}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </Button>
          <Button label={playing ? LESSON_TEXT.pause : LESSON_TEXT.play} onClick={toggleLesson}>
            {playing ? <Pause size={16} aria-hidden="true" /> : <Play size={16} aria-hidden="true" />}
          </Button>
          {/* It keeps the focus at the end: one more press must not start the lesson again. */}
          <Button
            {...(isLast ? { kind: 'icon', label: LESSON_TEXT.next } : { kind: 'strong' })}
            aria-disabled={isLast}
            onClick={({ detail }) => {
              // The second press of a double click must not skip the question that the first one came to.
              if (!isLast && (detail < 2 || !asks)) stepLesson(1)
            }}
          >
            {!isLast && LESSON_TEXT.next} <ChevronRight size={isLast ? 18 : 16} aria-hidden="true" />
          </Button>
        </>
      )}
      {isLast && !asks && <Following lesson={lesson} strong={!waits} />}
      {isLast && !embedded && (
        <Button
          title={LESSON_TEXT.compareTitle}
          onClick={() => {
            stayInLesson()
            chooseDepth('compare')
          }}
        >
          {LESSON_TEXT.compare}
        </Button>
      )}
      {!presenting && <SaveStep lesson={lesson} />}
      {/* Who came to look at the story is not asked to print it before its end. */}
      {!presenting && (isLast || lesson.name !== STORY) && (
        <Button kind="icon" label={LESSON_TEXT.handout} onClick={printHandout}>
          <Printer size={16} aria-hidden="true" />
        </Button>
      )}
      <Leave atEnd={isLast} />
    </>
  )
}

/** Starts the lesson after this one; after the last one a game. */
function Following({ lesson, strong }: { readonly lesson: Lesson; readonly strong: boolean }) {
  const after = LESSONS[LESSONS.findIndex(({ name }) => name === lesson.name) + 1]
  const game = lessonAt({ lesson: 'leaves-first', step: 0, draw: OPENING.seed })
  const next = lesson.following?.() ?? (lesson.isGame === true ? undefined : (after ?? game))
  if (next === undefined) return null
  return (
    <Button
      kind={strong ? 'strong' : 'plain'}
      onClick={() => {
        startLesson(next)
      }}
    >
      {next.name === lesson.name
        ? LESSON_TEXT.another
        : `${next.isGame === true ? LESSON_TEXT.toGame : LESSON_TEXT.following} ${next.title}`}
    </Button>
  )
}

/** Brings back what was there before the lesson. At its end that is offered to those with lanes of their own only. */
function Leave({ atEnd = false }: { readonly atEnd?: boolean }) {
  const before = usePlayer((state) => state.before)
  const embedded = useEmbedded()
  const isOwn = before !== null && !sameRun(before.choices, runChoices(OPENING))
  if (embedded || (atEnd && !isOwn)) return null
  return (
    <Button kind="quiet" title={LESSON_TEXT.leaveTitle} onClick={leaveLesson}>
      {isOwn ? LESSON_TEXT.leaveToOwn : LESSON_TEXT.leave}
    </Button>
  )
}
