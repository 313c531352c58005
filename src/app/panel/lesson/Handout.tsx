import { sentenceText } from '../../../view/index.ts'
import type { Lesson } from '../../store/lesson/lesson.ts'
import type { ShownStep } from '../../store/lesson/steps.ts'
import { future } from '../../store/look/future.ts'
import { LESSON_TEXT } from './words.ts'

/** Class of the page while it prints a lesson, and not what is on the screen. */
const PRINTS = 'prints-handout'

/** Prints the lesson on one page, with the pictures of its current step. */
export function printHandout(): void {
  const { classList } = document.documentElement
  const before = future.getState()
  classList.add(PRINTS)
  // On paper the whole run is drawn.
  future.setState({ byHand: false, byLesson: false })
  const end = (): void => {
    classList.remove(PRINTS)
    future.setState(before)
  }
  window.addEventListener('afterprint', end, { once: true })
  window.print()
}

/** A lesson on paper: what each step says of this run, its questions with room for an answer, and the tasks. */
export function Handout({
  lesson,
  steps,
}: {
  readonly lesson: Lesson
  readonly steps: readonly ShownStep[]
}) {
  return (
    <article className="handout" aria-hidden="true">
      <h1>{lesson.title}</h1>
      <p>{lesson.about}</p>
      <ol>
        {steps.map(({ step, says, guess }) => (
          <li key={step.title}>
            <h2>{step.title}</h2>
            {guess !== null && (
              <p>
                <em>{guess.asks}</em>{' '}
                {guess.answers.map(({ text }) => (
                  <span key={text}>☐ {text} </span>
                ))}
              </p>
            )}
            <p>{sentenceText(says)}</p>
            {step.task !== undefined && (
              <p>
                <strong>{LESSON_TEXT.yourTurn}</strong> {step.task.asks}
              </p>
            )}
          </li>
        ))}
      </ol>
    </article>
  )
}
