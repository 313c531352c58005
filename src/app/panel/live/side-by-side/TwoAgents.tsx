import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward, X } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { limitSetting } from '../../../../engine/internal.ts'
import { liveToLog, taskPresets } from '../../../../live/index.ts'
import { metricMeaning } from '../../../../sim/index.ts'
import { MAIN_WINDOW, whole } from '../../../../view/index.ts'
import type { TaskPlay } from '../../../../worker/protocol.ts'
import { Legend } from '../../../picture/block/Legend.tsx'
import { topOf } from '../../../picture/lane/lane-view.ts'
import { useChoices } from '../../../store/choice/choices.ts'
import { alter } from '../../../store/choice/history.ts'
import { laneRequests } from '../../../store/choice/lanes.ts'
import { useTwoAgents } from '../../../store/look/two-agents.ts'
import type { StillSubject } from '../../../picture/still/still.ts'
import { keepLog } from '../../../store/run/log-texts.ts'
import { Button } from '../../../ui/Button.tsx'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { FigureBox } from '../../../ui/FigureBox.tsx'
import { readWhole, within } from '../../../ui/figures.ts'
import { Select } from '../../../ui/Select.tsx'
import { UI_TEXT } from '../../../ui/words.ts'
import { SPEEDS, usePlays, useSteps } from './playing.ts'
import type { Match, Result, Steps } from './playing.ts'
import { Side } from './Side.tsx'
import { FIRST_SIDES, FIRST_TASK, laneOfSide, pageSides, SIDE_GROUPS } from './sides.ts'
import { compared, lastStep, tellingSteps } from './told.ts'
import { TWO_TEXT } from './words.ts'
import '../../../picture/lane/lane.css'
import '../live.css'
import './two.css'

const NO_MARKS: readonly never[] = []

/** Tokens that an arrow key adds. */
const STEP = 1000

/** Tasks with a result that is right or wrong; the others are over before a window fills. */
const TASKS = taskPresets.filter(({ grade }) => grade !== undefined)

/** Two agents without a model at the same task, each under its own strategy, step by step. */
export function TwoAgents() {
  const dialog = useRef<HTMLDialogElement>(null)
  const lanes = useChoices((state) => state.lanes)
  const counter = useChoices((state) => state.counter)
  const asked = useTwoAgents((state) => state.task)
  const [task, setTask] = useState(() => TASKS.find(({ id }) => id === (asked ?? FIRST_TASK)) ?? TASKS[0])
  const [sides, setSides] = useState<readonly string[]>(FIRST_SIDES)
  const [window, setWindow] = useState(task?.window ?? 0)
  const { result, under, failed, cancelled, run, cancel } = usePlays()
  const chosen = useMemo(() => sides.map((side) => laneOfSide(side, lanes)), [sides, lanes])
  const match = useMemo(
    (): Match => ({
      request: { task: task?.id ?? '', lanes: laneRequests(chosen), window, counter },
      lanes: chosen,
      title: task?.title ?? '',
    }),
    [task, chosen, window, counter],
  )
  const isOther = result !== null && JSON.stringify(result.of.request) !== JSON.stringify(match.request)
  useEffect(() => {
    dialog.current?.showModal()
    // One button begins it: what it begins with can be changed afterwards.
    run(match)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  const label = match.request.lanes.find(({ name }) => name === under?.lane)?.label ?? ''
  return (
    <dialog
      ref={dialog}
      className="over two"
      aria-labelledby="two"
      onClose={() => {
        useTwoAgents.setState({ open: false })
      }}
    >
      <Stack gap={12}>
        <Row apart>
          <h2 id="two">{TWO_TEXT.title}</h2>
          <Button kind="icon" label={UI_TEXT.close} onClick={() => dialog.current?.close()}>
            <X size={16} aria-hidden="true" />
          </Button>
        </Row>
        <form
          className="row wraps gap-12"
          onSubmit={(event) => {
            event.preventDefault()
            run(match)
          }}
        >
          <Select
            name={TWO_TEXT.task}
            value={task?.id ?? ''}
            options={TASKS.map(({ id, title }) => [id, title] as const)}
            onSelect={(id) => {
              const next = TASKS.find((one) => one.id === id)
              setTask(next)
              setWindow(next?.window ?? window)
            }}
          />
          {[TWO_TEXT.left, TWO_TEXT.right].map((name, at) => (
            <Select
              key={name}
              name={name}
              value={sides[at] ?? ''}
              groups={[{ label: TWO_TEXT.lanes, options: pageSides(lanes) }, ...SIDE_GROUPS]}
              onSelect={(key) => {
                setSides(sides.with(at, key))
              }}
            />
          ))}
          <Row as="label" gap={4}>
            <Text size="small" tone="soft">
              {TWO_TEXT.window}
            </Text>
            <FigureBox
              label={TWO_TEXT.window}
              text={whole(window)}
              allowed={TWO_TEXT.windowAllowed(limitSetting.min, limitSetting.max)}
              read={(text) => within(readWhole(text), limitSetting.min, limitSetting.max)}
              step={(by) => within(window + by * STEP, limitSetting.min, limitSetting.max)}
              onChange={setWindow}
            />
            <Text size="small" tone="soft">
              {TWO_TEXT.tokens}
            </Text>
          </Row>
          {under === null ? (
            // Different buttons: one that became the other under a click would be pressed, too.
            <Button key="run" kind={result === null || isOther ? 'strong' : 'plain'} type="submit">
              {TWO_TEXT.run}
            </Button>
          ) : (
            <Button
              key="cancel"
              onClick={({ detail }) => {
                // It stands where the second press of a double click on the other button arrives.
                if (detail < 2) cancel()
              }}
            >
              {TWO_TEXT.cancel}
            </Button>
          )}
        </form>
        <p className="sunk">{inCode(task?.task ?? '')}</p>
        <output className="note">
          {under !== null
            ? label === ''
              ? TWO_TEXT.loading
              : TWO_TEXT.running(label, under.step)
            : cancelled
              ? TWO_TEXT.cancelled
              : isOther
                ? TWO_TEXT.changed
                : ''}
        </output>
        {failed !== null && (
          <div className="callout is-bad" role="alert">
            <p>{TWO_TEXT.failed}</p>
            <p className="note">{failed}</p>
          </div>
        )}
        {result !== null && (
          <Stage
            key={result.id}
            result={result}
            onOpen={(play) => {
              openInLab(play, result.of)
              dialog.current?.close()
            }}
          />
        )}
      </Stack>
    </dialog>
  )
}

/** A text with what stands between backticks as code. */
function inCode(text: string): readonly ReactNode[] {
  // oxlint-disable-next-line react/no-array-index-key -- parts of one text do not move
  return text.split('`').map((part, nth) => (nth % 2 === 1 ? <code key={nth}>{part}</code> : part))
}

/** Both sides, at the same step. */
function Stage({ result, onOpen }: { readonly result: Result; readonly onOpen: (play: TaskPlay) => void }) {
  const { plays } = result
  const last = Math.max(1, ...plays.map(lastStep))
  const told = useMemo(() => new Set(plays.flatMap(tellingSteps)), [plays])
  const steps = useSteps(last, told)
  const top = useMemo(
    () =>
      topOf(
        plays.map(({ lane }) => lane),
        MAIN_WINDOW,
      ),
    [plays],
  )
  const { go, toggle, step } = steps
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const by = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
      if (event.defaultPrevented || uses(event.target, by === 0 ? PRESSED : TYPED)) return
      if (by !== 0) go(step + by)
      else if (event.key === ' ') toggle()
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('keydown', onKey)
    }
  }, [go, toggle, step])
  return (
    <>
      <Transport steps={steps} last={last} />
      <div
        className={step < last ? 'note two-verdict' : 'two-verdict'}
        title={step < last ? undefined : metricMeaning('cost')}
        aria-live="polite"
      >
        {(step < last ? [TWO_TEXT.about] : compared(plays)).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
      <Legend
        label={TWO_TEXT.legend}
        picture="strata"
        lanes={plays.map(({ lane }) => lane)}
        window={MAIN_WINDOW}
        smallerThan={0}
        marks={NO_MARKS}
        parts={false}
        plain
      />
      <div className="beside">
        {plays.map((play, at) => (
          <Side
            key={at === 0 ? TWO_TEXT.left : TWO_TEXT.right}
            play={play}
            step={step}
            last={last}
            top={top}
            subject={() => subjectOf(play, result, step)}
            onOpen={() => {
              onOpen(play)
            }}
          />
        ))}
      </div>
    </>
  )
}

function Transport({ steps, last }: { readonly steps: Steps; readonly last: number }) {
  const { step, playing, speed, go, toggle, setSpeed } = steps
  return (
    <Row as="fieldset" wrap aria-label={TWO_TEXT.transport}>
      <Row gap={4}>
        <Button
          kind="icon"
          label={TWO_TEXT.start}
          onClick={() => {
            go(1)
          }}
        >
          <SkipBack size={15} aria-hidden="true" />
        </Button>
        <Button
          kind="icon"
          label={TWO_TEXT.back}
          onClick={() => {
            go(step - 1)
          }}
        >
          <ChevronLeft size={17} aria-hidden="true" />
        </Button>
        <Button
          kind={step === 1 && !playing ? 'strong' : 'icon'}
          label={playing ? TWO_TEXT.pause : TWO_TEXT.play}
          onClick={toggle}
        >
          {playing ? <Pause size={17} aria-hidden="true" /> : <Play size={17} aria-hidden="true" />}
        </Button>
        <Button
          kind="icon"
          label={TWO_TEXT.forward}
          onClick={() => {
            go(step + 1)
          }}
        >
          <ChevronRight size={17} aria-hidden="true" />
        </Button>
        <Button
          kind="icon"
          label={TWO_TEXT.end}
          onClick={() => {
            go(last)
          }}
        >
          <SkipForward size={15} aria-hidden="true" />
        </Button>
      </Row>
      <input
        className="fills"
        type="range"
        min={1}
        max={last}
        value={step}
        aria-label={TWO_TEXT.stepName}
        aria-valuetext={TWO_TEXT.step(step, last)}
        onChange={(event) => {
          go(Number(event.currentTarget.value))
        }}
      />
      <Text size="small" figures>
        {TWO_TEXT.step(step, last)}
      </Text>
      <Select
        name={TWO_TEXT.speed}
        value={String(speed)}
        options={SPEEDS.map((one) => [String(one), TWO_TEXT.perSecond(one)] as const)}
        onSelect={(value) => {
          setSpeed(Number(value))
        }}
      />
    </Row>
  )
}

/** The steps that a side has played, with the axes that both have. */
function subjectOf({ trace, lane }: TaskPlay, { of, plays }: Result, step: number): StillSubject {
  return {
    comparison: {
      trace: { title: of.title, source: trace.source, turns: trace.turns.length },
      limit: lane.data.limit,
      lanes: plays.map((one) => one.lane),
      firstDivergence: null,
    },
    lane,
    window: MAIN_WINDOW,
    range: { from: 0, to: step },
    fitted: false,
    steps: true,
  }
}

/** Shows a conversation as a log, under the strategy that it came from and the other one. */
function openInLab(play: TaskPlay, { request, lanes, title }: Match): void {
  const at = request.lanes.findIndex(({ name }) => name === play.lane.name)
  const own = lanes[at]
  const name = `${TWO_TEXT.logName(title, play.lane.label)}.json`
  alter({
    source: keepLog(liveToLog(play), name),
    budget: { kind: 'tokens', tokens: request.window },
    lanes: own === undefined ? lanes : [own, ...lanes.filter((lane) => lane !== own)],
  })
}

/** Controls that use arrows themselves, and those that Space presses. */
const TYPED = 'input, select'
const PRESSED = 'button, input, select, summary'

function uses(target: EventTarget | null, controls: string): boolean {
  return target instanceof Element && target.closest(controls) !== null
}
