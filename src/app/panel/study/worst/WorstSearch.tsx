import { useEffect, useRef, useState } from 'react'
import { ProblemError } from '../../../../engine/index.ts'
import { HARMS } from '../../../../sim/internal.ts'
import type { Harm, WindowChoice, Worst } from '../../../../sim/internal.ts'
import { harmlessText, inputOf } from '../../../../view/index.ts'
import type { SimClient } from '../../../../worker/client.ts'
import type { BudgetRequest, ProgressReport, WorstRequest } from '../../../../worker/protocol.ts'
import { runChoices, useChoices } from '../../../store/choice/choices.ts'
import type { LaneChoice, RunChoices } from '../../../store/choice/choices.ts'
import { replaceChoices } from '../../../store/choice/history.ts'
import { labelsByMock } from '../../../store/choice/lanes.ts'
import { keepLog } from '../../../store/run/log-texts.ts'
import { anotherSimulator } from '../../../store/run/simulator.ts'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Button } from '../../../ui/Button.tsx'
import { CopyText } from '../../../picture/share/CopyText.tsx'
import { FileButton } from '../../../picture/share/FileButton.tsx'
import { Fact, Facts } from '../../../ui/Facts.tsx'
import { Select } from '../../../ui/Select.tsx'
import { useAskBeforeLeaving } from '../seeds/ask-before-leaving.ts'
import { expectAtWorst } from '../seeds/conversations.ts'
import { LeftOut } from '../seeds/LeftOut.tsx'
import { studiedLanes } from '../seeds/seed-trials.ts'
import { WORST_TEXT } from './words.ts'

const TRIES = [15, 45, 90, 180]

interface State {
  readonly running: boolean
  readonly report: ProgressReport | null
  readonly note: string | null
}

/** A search as it was asked for, and what it found. */
interface Done {
  readonly request: WorstRequest
  readonly label: string
  readonly lanes: readonly LaneChoice[]
  readonly worst: Worst | null
}

/** What was found last: it stays when the tab is left. */
let last: Done | null = null

/** The generated conversation in which a lane does worst, and the smallest that still shows it. */
export function WorstSearch() {
  const { lanes, budget, counter, seed } = useChoices()
  const labels = labelsByMock(lanes)
  const [chosen, choose] = useState({ lane: lanes.length - 1, against: 0 })
  const [harm, setHarm] = useState<Harm>('needs')
  const [tries, setTries] = useState(45)
  const [state, setState] = useState<State>({ running: false, report: null, note: null })
  const [done, setDone] = useState(last)
  const client = useRef<SimClient | null>(null)
  const stop = (): void => {
    client.current?.close()
    client.current = null
  }
  useEffect(() => stop, [])
  const [at, beside] = [chosen.lane, chosen.against].map((one) => Math.min(one, lanes.length - 1))
  const options = labels.map((label, index) => [String(index), label] as const)
  const start = (): void => {
    stop()
    const own = lanes[at ?? 0]
    const other = lanes[beside ?? 0]
    if (own === undefined || other === undefined) return
    const [lane, against] = studiedLanes([own, other])
    if (lane === undefined || against === undefined) return
    const request: WorstRequest = {
      lane,
      against,
      harm,
      tries,
      seed,
      window: windowOf(budget),
      counter,
    }
    const simulator = anotherSimulator()
    client.current = simulator
    setState({ running: true, report: null, note: null })
    const ended = (note: string | null): void => {
      if (client.current !== simulator) return
      stop()
      setState({ running: false, report: null, note })
    }
    const onProgress = (report: ProgressReport): void => {
      setState({ running: true, report, note: null })
    }
    simulator.worst(request, { onProgress }).then(
      (worst) => {
        last = { request, label: labels[at ?? 0] ?? '', lanes: own === other ? [own] : [own, other], worst }
        setDone(last)
        ended(null)
      },
      (failure: unknown) => {
        const why = failure instanceof ProblemError ? (failure.problems[0]?.message ?? '') : String(failure)
        ended(WORST_TEXT.failed(why))
      },
    )
  }
  const { running, report, note } = state
  useAskBeforeLeaving(running)
  return (
    <Stack gap={12}>
      <p>{WORST_TEXT.about}</p>
      <Row wrap gap={12}>
        <Select
          name={WORST_TEXT.lane}
          value={String(at)}
          options={options}
          onSelect={(one) => {
            choose({ ...chosen, lane: Number(one) })
          }}
        />
        <Select
          name={WORST_TEXT.harm}
          value={harm}
          options={HARMS.map((one) => [one, WORST_TEXT.harms[one]] as const)}
          onSelect={(one) => {
            setHarm(one as Harm)
          }}
        />
        {harm === 'needs' && (
          <Select
            name={WORST_TEXT.against}
            value={String(beside)}
            options={options}
            onSelect={(one) => {
              choose({ ...chosen, against: Number(one) })
            }}
          />
        )}
        <Select
          name={WORST_TEXT.tries}
          value={String(tries)}
          options={TRIES.map((one) => [String(one), String(one)] as const)}
          onSelect={(one) => {
            setTries(Number(one))
          }}
        />
      </Row>
      <LeftOut lanes={lanes} of={harm === 'needs' ? [at ?? 0, beside ?? 0] : [at ?? 0]} />
      <Row wrap gap={12}>
        {running ? (
          <>
            <progress
              aria-label={WORST_TEXT.run(tries)}
              {...(report === null || report.total === 0 ? {} : { value: report.done, max: report.total })}
            />
            <Text as="output" figures>
              {report !== null && WORST_TEXT.steps(report.search ?? 'try', report.done, report.total)}
            </Text>
            <Button
              onClick={() => {
                stop()
                setState({ running: false, report: null, note: WORST_TEXT.stopped })
              }}
            >
              {WORST_TEXT.stop}
            </Button>
          </>
        ) : (
          <Button kind="strong" onClick={start}>
            {WORST_TEXT.run(tries)}
          </Button>
        )}
        {note !== null && <Text as="output">{note}</Text>}
      </Row>
      {done !== null && <Found done={done} />}
    </Stack>
  )
}

function Found({ done: { request, label, lanes, worst } }: { readonly done: Done }) {
  const { harm, tries } = request
  if (worst === null) return <p className="callout">{harmlessText(label, tries, harm)}</p>
  const { found, smaller, log, window } = worst
  const opened = (source: RunChoices['source'], seed: number): void => {
    open({ source, seed, budget: { kind: 'tokens', tokens: window }, counter: request.counter, lanes })
  }
  const generated = (name: string, { scenario, seed, overrides, messages, harm: value }: Worst['found']) => (
    <Fact name={name}>
      <Stack gap={4}>
        <span>{WORST_TEXT.size(harm, messages, value)}</span>
        <Row wrap gap={4}>
          <Button
            small
            label={WORST_TEXT.openName(name)}
            onClick={() => {
              const isChanged = Object.keys(overrides).length > 0
              opened({ kind: 'scenario', name: scenario, ...(isChanged && { overrides }) }, seed)
            }}
          >
            {WORST_TEXT.open}
          </Button>
          <CopyText
            text={inputOf({ scenario, seed, overrides })}
            label={WORST_TEXT.copy}
            done={WORST_TEXT.copied}
          />
          <code>{inputOf({ scenario, seed, overrides })}</code>
        </Row>
      </Stack>
    </Fact>
  )
  return (
    <Stack gap={12} className="worst-found" aria-live="polite">
      <p className="study-answer strong">{WORST_TEXT.bad(label, worst, tries)}</p>
      <Facts>
        {generated(WORST_TEXT.worst, found)}
        {generated(WORST_TEXT.smaller, smaller)}
        <Fact name={WORST_TEXT.log}>
          {log === null ? (
            WORST_TEXT.noLog
          ) : (
            <Stack gap={4}>
              <span>{WORST_TEXT.size(harm, log.messages, log.harm)}</span>
              <Row wrap gap={4}>
                <Button
                  small
                  kind="strong"
                  label={WORST_TEXT.openName(WORST_TEXT.log)}
                  onClick={() => {
                    opened(keepLog(log.text, FILE), request.seed)
                  }}
                >
                  {WORST_TEXT.open}
                </Button>
                <FileButton
                  text={WORST_TEXT.save}
                  name={WORST_TEXT.save}
                  file={() => ({ name: FILE, text: log.text })}
                />
              </Row>
            </Stack>
          )}
        </Fact>
      </Facts>
    </Stack>
  )
}

const FILE = 'worst.json'

function windowOf(budget: BudgetRequest): WindowChoice {
  if (budget.kind !== 'start') return budget
  return { kind: budget.from === 'model' ? 'model' : 'suggested' }
}

/** Opens a conversation with the lanes in one step of undo, at the turn of the first that misses most. */
function open(choices: Omit<RunChoices, 'prices'>): void {
  const all = { ...runChoices(useChoices.getState()), ...choices }
  expectAtWorst(all, 0)
  replaceChoices(all)
}
