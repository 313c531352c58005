import { useEffect, useMemo } from 'react'
import type { BlockId } from '../../../engine/index.ts'
import { eventStories, MAIN_WINDOW } from '../../../view/index.ts'
import type { Comparison } from '../../../worker/protocol.ts'
import { LinkedTurns } from '../../picture/link/TurnLink.tsx'
import { Sentence } from '../../picture/link/Sentence.tsx'
import { useChoices } from '../../store/choice/choices.ts'
import { laneLabel } from '../../store/choice/lineup-words.ts'
import { finish } from '../../store/lesson/finished.ts'
import type { Task } from '../../store/lesson/lesson.ts'
import { answer, doTask, usePlayer } from '../../store/lesson/player.ts'
import { pointAt, useDeepened } from '../../store/lesson/shown.ts'
import type { DoneWay, ShownStep } from '../../store/lesson/steps.ts'
import { useReaches } from '../../store/look/depth.ts'
import { useEmbedded } from '../../store/page-state/show.ts'
import { Row, Stack, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { LESSON_TEXT, titleOf } from './words.ts'

/** A step of a lesson: its question and then its sentence, or what there is to do. */
export function Told({
  step,
  comparison,
  way,
}: {
  readonly step: ShownStep
  readonly comparison: Comparison
  /** How its task was done. */
  readonly way: DoneWay | null
}) {
  const within = usePlayer(({ moving }) => moving === 'within')
  const given = usePlayer((state) => state.answer)
  const { guess } = step
  const { task } = step.step
  const asking = guess !== null && given === null
  return (
    <>
      <h2>
        {titleOf(step, !asking)} <Tally />
      </h2>
      {asking ? (
        <>
          <p className="lesson-says">{guess.asks}</p>
          <Row wrap>
            {guess.answers.map(({ text, block }, index) => (
              <Button
                key={text}
                className="tall"
                onClick={() => {
                  answer(index)
                }}
                {...(block !== undefined && pointing(block))}
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
      {!asking && task !== undefined && <TaskLine task={task} way={way} />}
      {!asking && <Figures step={step} comparison={comparison} />}
    </>
  )
}

/** Shows in the picture which block an answer means. */
function pointing(block: BlockId) {
  const show = (): void => {
    pointAt(block)
  }
  const end = (): void => {
    pointAt(null)
  }
  return { onPointerEnter: show, onPointerLeave: end, onFocus: show, onBlur: end }
}

/** What the learner has to do, until it is done. */
function TaskLine({ task, way }: { readonly task: Task; readonly way: DoneWay | null }) {
  const lesson = usePlayer((state) => state.lesson)
  const embedded = useEmbedded()
  const hasControls = useReaches(lesson?.depth ?? 'learn') && !embedded
  const deepened = useDeepened()
  const other = useChoices(({ lanes }) => lanes[task.change.lane])
  const done = way === 'asked'
  useEffect(() => {
    if (done && lesson !== null) finish(lesson.name)
  }, [done, lesson])
  return (
    <p className={done ? 'gain' : undefined} data-done={done}>
      {task.asks} {done && <strong>{LESSON_TEXT.done}</strong>}
      {way === 'other' && other !== undefined && (
        <strong>
          {LESSON_TEXT.otherWay(laneLabel(other.policy, other.gates === 'naive' ? 'off' : 'on'))}{' '}
        </strong>
      )}
      {!done && (
        <Button
          kind="link"
          onClick={() => {
            if (lesson !== null) doTask(lesson, task)
          }}
        >
          {hasControls ? LESSON_TEXT.change : LESSON_TEXT.changePlain}
        </Button>
      )}
      {hasControls && deepened && (
        <Text as="span" size="small" tone="soft" className="own-line">
          {' '}
          {LESSON_TEXT.needsControls}
        </Text>
      )}
    </p>
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
