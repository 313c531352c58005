import { Check, ChevronDown, Play } from 'lucide-react'
import { useState } from 'react'
import { useChoices } from '../../store/choice/choices.ts'
import { useFinished } from '../../store/lesson/finished.ts'
import type { Lesson } from '../../store/lesson/lesson.ts'
import { startLesson, usePlayer } from '../../store/lesson/player.ts'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { leavesFirst } from './lessons/leaves-first.ts'
import { SUBJECTS } from './lessons/list.ts'
import { nameRule } from './lessons/name-rule.ts'
import { LESSON_TEXT } from './words.ts'

/** Pixels of a screen that shows the first lessons and the picture below them. */
const ROOMY = '(min-width: 900px)'

/**
 * All lessons and games by subject, to start one: lessons that were done have a tick. The first subject is open where
 * the picture is on the screen all the same, and no lesson runs.
 */
export function LessonList({ running }: { readonly running: boolean }) {
  const { names } = useFinished()
  const isRoomy = matchMedia(ROOMY).matches
  // Where there is little room, one button has the subjects: the picture below needs it more.
  const [unfolded, setUnfolded] = useState(!running)
  const [chosen, setOpen] = useState<string | null>()
  const usual = !running && isRoomy ? (SUBJECTS[0]?.title ?? null) : null
  const open = chosen === undefined ? usual : chosen
  const before = usePlayer((state) => state.before)
  const choices = useChoices()
  // A game is about a person's own lanes, not those of the lesson that runs.
  const own = before?.choices ?? choices
  const subjects = [...SUBJECTS, { title: LESSON_TEXT.games, lessons: [leavesFirst(own), nameRule(0)] }]
  const shown = subjects.find(({ title }) => title === open)
  return (
    <nav className="stack lessons" aria-labelledby="lessons-title">
      <Row gap={4} wrap>
        <h2 id="lessons-title">
          {isRoomy ? (
            LESSON_TEXT.lessons
          ) : (
            <Button
              kind="quiet"
              aria-expanded={unfolded}
              onClick={() => {
                setUnfolded(!unfolded)
              }}
            >
              {LESSON_TEXT.lessons} <ChevronDown size={14} aria-hidden="true" />
            </Button>
          )}
        </h2>
        {(isRoomy || unfolded) &&
          subjects.map(({ title }) => (
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
      {(isRoomy || unfolded) && shown !== undefined && (
        <div className="beside lessons-of">
          {shown.lessons.map((lesson) => (
            <Entry
              key={lesson.name}
              lesson={lesson}
              done={names.includes(lesson.name)}
              onStart={() => {
                setOpen(undefined)
                setUnfolded(false)
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
  done = false,
  onStart,
}: {
  readonly lesson: Lesson
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
        {done ? <Check size={14} aria-hidden="true" /> : <Play size={14} aria-hidden="true" />} {lesson.title}
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
