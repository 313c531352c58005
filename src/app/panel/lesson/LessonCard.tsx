import { Check, ChevronDown, ChevronLeft, ChevronRight, Pause, Play, Printer } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { eventStories, MAIN_WINDOW } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { Sentence } from '../../picture/link/Sentence.tsx'
import { sameRun, useChoices } from '../../store/choice/choices.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { chooseDepth, useReaches } from '../../store/look/depth.ts'
import { useSession } from '../../store/run/session.ts'
import {
  answer,
  doTask,
  goToStep,
  leaveLesson,
  pauseLesson,
  startLesson,
  stayInLesson,
  stepLesson,
  tellSteps,
  toggleLesson,
  usePlayer,
  watchHands,
} from '../../store/lesson/player.ts'
import { ASKED } from '../../store/look/asked-lesson.ts'
import { tell } from '../../store/page-state/notice.ts'
import type { Notice } from '../../store/page-state/notice.ts'
import { usePresenting } from '../../store/look/presenting.ts'
import { finish, useFinished } from '../../store/lesson/finished.ts'
import { isDone, stepsIn } from '../../store/lesson/steps.ts'
import type { ShownStep } from '../../store/lesson/steps.ts'
import type { Lesson, Task } from '../../store/lesson/lesson.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Handout, printHandout } from './Handout.tsx'
import { leavesFirst } from './lessons/leaves-first.ts'
import { LESSONS, SUBJECTS } from './lessons/list.ts'
import { nameRule } from './lessons/name-rule.ts'
import { weights } from './lessons/weights.ts'
import { LESSON_TEXT, titleOf } from './words.ts'
import './lesson.css'

/** Begins a lesson once, if the page opens with one. */
let begun = false

function unknownLesson(name: string): Notice {
  const problem = { severity: 'error', code: 'unknown-lesson', message: LESSON_TEXT.unknown(name) } as const
  return { from: 'link', refused: false, problems: [problem] }
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
    const first = LESSONS.find(({ name }) => name === ASKED?.lesson) ?? LESSONS[0]
    if (begins && !begun && first !== undefined) {
      if (ASKED !== null && first.name !== ASKED.lesson) tell(unknownLesson(ASKED.lesson))
      startLesson(first, ASKED?.step)
    }
    begun = true
  }, [begins])
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
  const lists = !useReaches('compare') && !presenting
  const step = steps[at]
  return (
    <>
      {/* Another one when a lesson begins or ends: what was opened before is closed. */}
      {lists && <Lessons key={String(lesson !== null)} running={begins || lesson !== null} />}
      {lesson !== null && (
        <section className="lesson ahead" aria-label={LESSON_TEXT.region}>
          <div className="lesson-words" aria-live="polite">
            {step !== undefined && <Told step={step} comparison={comparison} />}
            {own?.length === 0 && <NothingToAsk />}
          </div>
          <Row gap={4} className="lesson-buttons">
            <Buttons count={steps.length} at={at} />
          </Row>
          <Handout lesson={lesson} steps={steps} />
        </section>
      )}
    </>
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

function Told({ step, comparison }: { readonly step: ShownStep; readonly comparison: Comparison }) {
  const at = usePlayer((state) => state.at)
  const within = usePlayer(({ moving }) => moving === 'within')
  const given = usePlayer((state) => state.answer)
  const lesson = usePlayer((state) => state.lesson)
  const count = usePlayer(({ steps }) => steps.length)
  const { guess } = step
  const { task } = step.step
  const asking = guess !== null && given === null
  const isAnswered = usePlayer(({ answered }) => answered.has(at))
  return (
    <>
      <h2>
        <Text size="small" tone="soft" figures>
          {at + 1}
        </Text>{' '}
        {titleOf(step, !asking || isAnswered)} <Tally />
      </h2>
      {asking ? (
        <>
          <p className="lesson-says">{guess.asks}</p>
          <Row wrap>
            {guess.answers.map(({ text }, index) => (
              <Button
                key={text}
                className="tall"
                onClick={() => {
                  answer(index)
                }}
              >
                {text}
              </Button>
            ))}
          </Row>
        </>
      ) : (
        <p className={within ? 'lesson-says is-coming' : 'lesson-says'}>
          {guess !== null && given !== null && (
            <strong>{guess.answers[given]?.right === true ? LESSON_TEXT.right : LESSON_TEXT.wrong} </strong>
          )}
          <Sentence parts={step.says} />
        </p>
      )}
      {!asking && task !== undefined && <Asked step={step} comparison={comparison} />}
      {!asking &&
        guess !== null &&
        task === undefined &&
        lesson?.following !== undefined &&
        at === count - 1 && <Following lesson={lesson} />}
      {!asking && <Figures step={step} comparison={comparison} />}
    </>
  )
}

/** What the learner has to do, until it is done. */
function Asked({ step, comparison }: { readonly step: ShownStep; readonly comparison: Comparison }) {
  const choices = useChoices()
  const turn = useSettledTurn()
  const { task } = step.step
  if (task === undefined) return null
  return <TaskLine task={task} done={isDone(task.done, step, comparison.lanes, choices, turn)} />
}

function TaskLine({ task, done }: { readonly task: Task; readonly done: boolean }) {
  const lesson = usePlayer((state) => state.lesson)
  const presenting = usePresenting()
  useEffect(() => {
    if (done && lesson !== null) finish(lesson.name)
  }, [done, lesson])
  return (
    <p className={done ? 'gain' : undefined} data-done={done}>
      {task.asks}{' '}
      {done ? (
        <strong>{LESSON_TEXT.done}</strong>
      ) : (
        <Button
          kind="link"
          onClick={() => {
            if (lesson !== null) doTask(lesson, task)
          }}
        >
          {presenting ? LESSON_TEXT.changePresented : LESSON_TEXT.change}
        </Button>
      )}{' '}
      {done && lesson !== null && <Following lesson={lesson} />}
    </p>
  )
}

/** Starts the lesson after this one. */
function Following({ lesson }: { readonly lesson: Lesson }) {
  const next = lesson.following?.() ?? LESSONS[LESSONS.findIndex(({ name }) => name === lesson.name) + 1]
  if (next === undefined) return null
  return (
    <Button
      onClick={() => {
        startLesson(next)
      }}
    >
      {next.name === lesson.name ? LESSON_TEXT.another : `${LESSON_TEXT.following} ${next.title}`}
    </Button>
  )
}

/** How many questions were answered right so far. */
function Tally() {
  const answered = usePlayer((state) => state.answered)
  const steps = usePlayer((state) => state.steps)
  const asked = steps.filter(({ guess }) => guess !== null).length
  if (asked < 2 || answered.size === 0) return null
  const right = [...answered.values()].filter(Boolean).length
  return (
    <Text size="small" tone="soft" figures>
      {LESSON_TEXT.tally(right, answered.size)}
    </Text>
  )
}

/** The events of the step's turn with their settings and figures. */
function Figures({ step, comparison }: { readonly step: ShownStep; readonly comparison: Comparison }) {
  const told = useMemo(
    () =>
      step.lanes.flatMap((name) => {
        const lane = comparison.lanes.find((one) => one.name === name)
        return lane === undefined
          ? []
          : [{ label: lane.label, stories: eventStories(lane.data, MAIN_WINDOW, step.turn) }]
      }),
    [step, comparison],
  )
  if (told.every(({ stories }) => stories.length === 0)) return null
  return (
    <details className="lesson-figures">
      <summary className="soft">{LESSON_TEXT.figures}</summary>
      {told.map(({ label, stories }) => (
        <Stack gap={4} size="small" key={label}>
          {step.lanes.length > 1 && <h3>{label}</h3>}
          <ul>
            {stories.map(({ sentence }, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- two events of a turn may read alike
              <li key={index}>
                <LinkedTurns text={sentence} />
              </li>
            ))}
          </ul>
        </Stack>
      ))}
    </details>
  )
}

function Buttons({ count, at }: { readonly count: number; readonly at: number }) {
  const playing = usePlayer((state) => state.playing)
  const presenting = usePresenting()
  const steps = usePlayer((state) => state.steps)
  const answered = usePlayer((state) => state.answered)
  const isLast = at >= count - 1
  if (count === 0) return <Leave />
  return (
    <>
      {count > 1 && (
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
          <Button
            {...(isLast ? { kind: 'icon', label: LESSON_TEXT.next, disabled: true } : { kind: 'strong' })}
            onClick={() => {
              stepLesson(1)
            }}
          >
            {!isLast && LESSON_TEXT.next} <ChevronRight size={isLast ? 18 : 16} aria-hidden="true" />
          </Button>
        </>
      )}
      {isLast && (
        <Button
          kind="strong"
          title={LESSON_TEXT.compareTitle}
          onClick={() => {
            stayInLesson()
            chooseDepth('compare')
          }}
        >
          {LESSON_TEXT.compare}
        </Button>
      )}
      {!presenting && (
        <Button kind="icon" label={LESSON_TEXT.handout} onClick={printHandout}>
          <Printer size={16} aria-hidden="true" />
        </Button>
      )}
      <Leave />
    </>
  )
}

function Leave() {
  return (
    <Button kind="quiet" title={LESSON_TEXT.leaveTitle} onClick={leaveLesson}>
      {LESSON_TEXT.leave}
    </Button>
  )
}

/** Pixels of a screen that shows the first lessons and the picture below them. */
const ROOMY = '(min-width: 900px)'

/**
 * All lessons and games by subject, to start one: lessons that were done have a tick. The first subject is open where
 * the picture is on the screen all the same, and no lesson runs.
 */
function Lessons({ running }: { readonly running: boolean }) {
  const { names } = useFinished()
  const [chosen, setOpen] = useState<string | null>()
  const usual = !running && matchMedia(ROOMY).matches ? (SUBJECTS[0]?.title ?? null) : null
  const open = chosen === undefined ? usual : chosen
  const before = usePlayer((state) => state.before)
  const choices = useChoices()
  // A game is about a person's own lanes, not those of the lesson that runs.
  const own = before?.choices ?? choices
  const subjects = [...SUBJECTS, { title: LESSON_TEXT.games, lessons: [leavesFirst(own), nameRule(0)] }]
  const shown = subjects.find(({ title }) => title === open)
  return (
    <nav className="stack lessons" aria-labelledby="lessons-title">
      <Row gap={4} className="subjects">
        <h2 id="lessons-title">{LESSON_TEXT.lessons}</h2>
        {subjects.map(({ title }) => (
          <Button
            key={title}
            kind="quiet"
            aria-expanded={title === open}
            onClick={() => {
              setOpen(title === open ? null : title)
            }}
          >
            {title} <ChevronDown size={14} aria-hidden="true" />
          </Button>
        ))}
      </Row>
      {shown !== undefined && (
        <div className="beside lessons-of">
          {shown.lessons.map((lesson) => (
            <Entry
              key={lesson.name}
              lesson={lesson}
              title={lesson === LESSONS[0] ? LESSON_TEXT.again : lesson.title}
              done={names.includes(lesson.name)}
              onStart={() => {
                setOpen(undefined)
              }}
            />
          ))}
        </div>
      )}
    </nav>
  )
}

function Entry({
  lesson,
  title = lesson.title,
  done = false,
  onStart,
}: {
  readonly lesson: Lesson
  readonly title?: string
  readonly done?: boolean
  readonly onStart: () => void
}) {
  return (
    <div>
      <Button
        kind="link"
        onClick={() => {
          onStart()
          startLesson(lesson)
        }}
      >
        {done ? <Check size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />} {title}
      </Button>
      {done && <span className="unseen">{LESSON_TEXT.done}</span>}{' '}
      <Text size="small" tone="soft" figures>
        {lesson.minutes} {LESSON_TEXT.minutes}
      </Text>
      <Text as="p" size="small" tone="soft">
        {lesson.about}
      </Text>
    </div>
  )
}
