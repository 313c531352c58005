import { useEffect, useMemo, useRef, useState } from 'react'
import { share } from '../../../../view/index.ts'
import type { Comparison, LaneResult } from '../../../../worker/protocol.ts'
import { endTest, useWaiting } from '../../../store/model/call-list.ts'
import { isOfTest, makeCall } from '../../../store/model/calls.ts'
import { useConnection } from '../../../store/model/connection.ts'
import { boundOf, estimated } from '../../../store/model/estimate.ts'
import { factsOf } from '../../../store/model/facts.ts'
import { withoutKey } from '../../../store/model/key.ts'
import { OpenModelLink } from '../../../picture/call/OpenModelLink.tsx'
import { FIDELITY_TEXT } from './words.ts'
import { adviceOn, isCallFailure, withAdvice } from '../../../store/model/words.ts'
import { askFidelity } from './asking.ts'
import type { Outcome } from './asking.ts'
import { compressionNear, compressionsOf } from './compressions.ts'
import type { ChoosableCompression } from './compressions.ts'
import { FIRST, planOf, STEPS } from './plan.ts'
import type { Attempts, Step } from './plan.ts'
import { QuestionTable } from './QuestionTable.tsx'
import { useQuestions } from './use-questions.ts'
import type { Questions } from './use-questions.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row, Stack } from '../../../ui/Box.tsx'
import './fidelity.css'

/** Tests a compression of the lane with a real model: the questions, the answers, and both figures (HEALTH-3). */
export function AskedFidelity({
  comparison,
  lane,
  turn,
}: {
  readonly comparison: Comparison
  readonly lane: LaneResult
  /** The playhead's turn when it is opened: the last compression by then is selected first. */
  readonly turn: number
}) {
  const all = useMemo(() => compressionsOf(lane.data), [lane])
  const [edit, setEdit] = useState(() => compressionNear(all, turn)?.edit ?? null)
  const chosen = all.find((one) => one.edit === edit) ?? null
  // One model's answers say nothing about another.
  const model = useConnection((state) => state.model)
  const questions = useQuestions(comparison, lane.name, (chosen?.probes ?? 0) > 0 ? edit : null)
  if (chosen === null) return <p className="note">{FIDELITY_TEXT.none(lane.label)}</p>
  return (
    <Stack className="asked">
      <p className="note about">{FIDELITY_TEXT.intro}</p>
      <Row as="label" wrap size="small">
        {FIDELITY_TEXT.which}{' '}
        <select
          value={chosen.edit}
          onChange={(event) => {
            setEdit(Number(event.currentTarget.value))
          }}
        >
          {all.map((one) => (
            <option key={one.edit} value={one.edit}>
              {FIDELITY_TEXT.option(one)}
            </option>
          ))}
        </select>
      </Row>
      {chosen.probes === 0 ? (
        <p className="note">{FIDELITY_TEXT.noQuestion}</p>
      ) : questions.kind === 'loading' ? (
        <output className="note">{FIDELITY_TEXT.loading}</output>
      ) : questions.kind === 'failed' ? (
        <p className="loss" role="alert">
          {FIDELITY_TEXT.loadFailed(questions.said)}
        </p>
      ) : (
        <Test key={`${chosen.edit} ${model}`} chosen={chosen} known={questions} lane={lane.label} />
      )}
    </Stack>
  )
}

type State =
  | { readonly kind: 'rest' }
  | { readonly kind: 'asking'; readonly step: Step }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'done'; readonly outcome: Outcome }

function Test({
  chosen,
  known: { questions, words },
  lane,
}: {
  readonly chosen: ChoosableCompression
  readonly known: Extract<Questions, { kind: 'known' }>
  readonly lane: string
}) {
  const model = useConnection((state) => state.model)
  const label = useConnection((state) => state.label)
  const own = useConnection((state) => state.own)
  const hasKey = useConnection((state) => state.hasKey)
  const [attempts, setAttempts] = useState<Attempts>(FIRST)
  const [state, setState] = useState<State>({ kind: 'rest' })
  const under = useRef<AbortController | null>(null)
  useEffect(
    () => () => {
      under.current?.abort()
    },
    [],
  )
  const asked = useMemo(() => ({ model, facts: factsOf(model, { own }) }), [model, own])
  const plan = useMemo(
    () => planOf(questions, asked, { tokensOf: estimated, mostOf: boundOf }, attempts),
    [questions, asked, attempts],
  )

  const ask = async (tries: Attempts): Promise<void> => {
    const stop = new AbortController()
    under.current?.abort()
    under.current = stop
    // A previous selection was another test.
    endTest()
    setAttempts(tries)
    const to = (next: State): void => {
      if (!stop.signal.aborted) setState(next)
    }
    try {
      const outcome = await askFidelity({
        questions,
        asked,
        attempts: tries,
        make(call, step) {
          to({ kind: 'asking', step })
          return makeCall(call, FIDELITY_TEXT.about(step, lane, chosen.turn), stop.signal)
        },
      })
      to({ kind: 'done', outcome })
    } catch (failure) {
      to({ kind: 'failed', words: wordsOf(failure) })
    } finally {
      if (under.current === stop) endTest()
    }
  }

  const outcome = state.kind === 'done' ? state.outcome : null
  const rows = outcome?.kind === 'judged' ? outcome.rows : null
  const mayAsk = hasKey && plan.atMost !== null && plan.tooLong === null
  return (
    <>
      {outcome?.kind === 'judged' && <Figures chosen={chosen} outcome={outcome} judge={label} />}
      {!hasKey ? (
        <Hindrance words={FIDELITY_TEXT.noKey} />
      ) : plan.atMost === null ? (
        <Hindrance words={FIDELITY_TEXT.noPrice(label)} />
      ) : plan.tooLong !== null ? (
        <Hindrance
          words={FIDELITY_TEXT.tooLong(plan.tooLong.step, plan.tooLong.tokens, plan.tooLong.window, label)}
        />
      ) : (
        rows === null && (
          <p className="note about">
            {FIDELITY_TEXT.cost(
              label,
              plan.calls.length,
              plan.calls.reduce((sum, { input }) => sum + input, 0),
              plan.atMost,
            )}{' '}
            {chosen.probes < FEW && FIDELITY_TEXT.few(chosen.probes)}
          </p>
        )
      )}
      <Row gap={12} wrap>
        {state.kind === 'asking' ? (
          <Under
            step={state.step}
            onCancel={() => {
              under.current?.abort()
              setState({ kind: 'cancelled' })
            }}
          />
        ) : (
          rows === null &&
          outcome === null && (
            <Button
              kind={mayAsk ? 'strong' : 'plain'}

              disabled={!mayAsk}
              onClick={() => void ask(attempts)}
            >
              {FIDELITY_TEXT.ask(chosen.probes)}
            </Button>
          )
        )}
        {state.kind === 'cancelled' && <output className="note">{FIDELITY_TEXT.cancelled}</output>}
      </Row>
      {state.kind === 'failed' && (
        <p className="loss" role="alert">
          {state.words}
        </p>
      )}
      {outcome?.kind === 'unreadable' && (
        <Unreadable
          outcome={outcome}
          count={chosen.probes}
          mayAsk={mayAsk}
          onAgain={() => void ask({ ...attempts, [outcome.step]: attempts[outcome.step] + 1 })}
        />
      )}
      <p className="note about">{FIDELITY_TEXT.mayErr}</p>
      <QuestionTable probes={questions.probes} words={words} rows={rows} />
    </>
  )
}

/** From this many questions on, one of them changes the figure by less than a tenth (HEALTH-3). */
const FEW = 10

/** Why no model can be asked, with a link to fix it. */
function Hindrance({ words }: { readonly words: string }) {
  return (
    <p className="about">
      {words} <OpenModelLink />
    </p>
  )
}

function Under({ step, onCancel }: { readonly step: Step; readonly onCancel: () => void }) {
  const waits = useWaiting()?.call.purpose
  return (
    <>
      <output>
        {FIDELITY_TEXT.step(STEPS.indexOf(step) + 1, step)}.{' '}
        {waits !== undefined && isOfTest(waits) && FIDELITY_TEXT.waits}
      </output>
      <Button onClick={onCancel}>{FIDELITY_TEXT.cancel}</Button>
    </>
  )
}

function Figures({
  chosen: { share: byProbes, kept, probes },
  outcome: { figure },
  judge,
}: {
  readonly chosen: ChoosableCompression
  readonly outcome: Extract<Outcome, { kind: 'judged' }>
  readonly judge: string
}) {
  return (
    <>
      <dl className="beside" aria-label={FIDELITY_TEXT.figures}>
        <div data-figure="probes">
          <dt className="small soft">{FIDELITY_TEXT.byProbes}</dt>
          <dd className="large strong">{share(byProbes)}</dd>
          <dd className="note">{FIDELITY_TEXT.byProbesWhat(kept, probes)}</dd>
        </div>
        <div data-figure="judge">
          <dt className="small soft">{FIDELITY_TEXT.byJudge(judge)}</dt>
          <dd className="large strong">{share(figure.share)}</dd>
          <dd className="note">{FIDELITY_TEXT.byJudgeWhat(figure.still, figure.right)}</dd>
        </div>
      </dl>
      {figure.unanswered > 0 && <p className="loss">{FIDELITY_TEXT.unanswered(figure.unanswered)}</p>}
    </>
  )
}

function Unreadable({
  outcome: { step, said, why },
  count,
  mayAsk,
  onAgain,
}: {
  readonly outcome: Extract<Outcome, { kind: 'unreadable' }>
  readonly count: number
  readonly mayAsk: boolean
  readonly onAgain: () => void
}) {
  return (
    <div role="alert">
      <p className="loss">{FIDELITY_TEXT.unreadable(step, count, why)}</p>
      <details>
        <summary>{FIDELITY_TEXT.said}</summary>
        <pre>{said}</pre>
      </details>
      <Button
        kind={mayAsk ? 'strong' : 'plain'}

        disabled={!mayAsk}
        onClick={onAgain}
      >
        {FIDELITY_TEXT.again}
      </Button>
    </div>
  )
}

function wordsOf(failure: unknown): string {
  const message = withoutKey(failure instanceof Error ? failure.message : String(failure))
  const code: unknown = failure instanceof Error ? Reflect.get(failure, 'code') : ''
  return withAdvice(
    message,
    typeof code === 'string' && isCallFailure(code) ? adviceOn(code, 'fidelity', 'page') : '',
  )
}
