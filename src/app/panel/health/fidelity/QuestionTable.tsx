import { Check, Minus, X } from 'lucide-react'
import type { AskedAnswer, Judged, Probe } from '../../../../engine/index.ts'
import { FIDELITY_TEXT, JUDGED_TEXT } from './words.ts'
import type { JudgedQuestion } from './asking.ts'

/** Whether the expected words stand in either context. */
export interface VeryWords {
  readonly before: boolean
  readonly after: boolean
}

/** The questions with what is expected, and the answers once there are some. */
export function QuestionTable({
  probes,
  words,
  rows,
}: {
  readonly probes: readonly Probe[]
  readonly words: readonly VeryWords[]
  /** Null before anything was asked. */
  readonly rows: readonly JudgedQuestion[] | null
}) {
  return (
    <table className={rows === null ? 'instrument asked-rows' : 'instrument asked-rows is-judged'}>
      <caption className="unseen">
        {rows === null ? FIDELITY_TEXT.captionPlan : FIDELITY_TEXT.caption}
      </caption>
      <thead>
        <tr>
          <th scope="col">{FIDELITY_TEXT.question}</th>
          <th scope="col" title={FIDELITY_TEXT.wordsTitle}>
            {FIDELITY_TEXT.words}
          </th>
          {rows !== null && (
            <>
              <th scope="col">{FIDELITY_TEXT.before}</th>
              <th scope="col">{FIDELITY_TEXT.after}</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {probes.map(({ id, question, expected }, at) => {
          const row = rows?.[at]
          return (
            <tr key={id} data-probe={id}>
              <th scope="row">
                {question} <small>{FIDELITY_TEXT.expected(expected)}</small>
              </th>
              <td className="words-cell">
                <Words words={words[at]} />
              </td>
              {row !== undefined && (
                <>
                  <AnswerCell name={FIDELITY_TEXT.before} answer={row.before} judged={row.judgedBefore} />
                  <AnswerCell
                    name={FIDELITY_TEXT.after}
                    answer={row.after}
                    judged={row.judgedAfter}
                    lost={row.judgedBefore === 'yes' && row.judgedAfter === 'no'}
                  />
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function Words({ words }: { readonly words: VeryWords | undefined }) {
  if (words === undefined) return null
  const said = words.after ? FIDELITY_TEXT.still : words.before ? FIDELITY_TEXT.gone : FIDELITY_TEXT.notBefore
  return (
    <span className="status" data-status={words.after ? 'yes' : 'no'}>
      <Sign judged={words.after ? 'yes' : words.before ? 'no' : 'unanswered'} /> {said}
    </span>
  )
}

function AnswerCell({
  name,
  answer,
  judged,
  lost = false,
}: {
  readonly name: string
  readonly answer: AskedAnswer
  readonly judged: Judged
  /** Whether what was right before the edit is so no more. */
  readonly lost?: boolean
}) {
  return (
    <td className={lost ? 'answer-cell is-lost' : 'answer-cell'} data-judged={judged}>
      <small className="narrow-only">{name}</small>
      <span className="status" data-status={judged}>
        <Sign judged={judged} /> {JUDGED_TEXT[judged]}
      </span>
      {answer === null || answer === '' ? (
        <em>{answer === null ? FIDELITY_TEXT.unreadAnswer : FIDELITY_TEXT.silent}</em>
      ) : (
        <q>{answer}</q>
      )}
    </td>
  )
}

function Sign({ judged }: { readonly judged: Judged }) {
  if (judged === 'yes') return <Check size={13} aria-hidden="true" />
  if (judged === 'no') return <X size={13} aria-hidden="true" />
  return <Minus size={13} aria-hidden="true" />
}
