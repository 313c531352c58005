import { useEffect, useMemo, useRef, useState } from 'react'
import type { Tokens } from '../../../../engine/index.ts'
import { MAIN_WINDOW, whole, xAt } from '../../../../view/index.ts'
import type { TaskPlay } from '../../../../worker/protocol.ts'
import { tokenTicks } from '../../../picture/lane/lane-size.ts'
import { detailOf, laneView } from '../../../picture/lane/lane-view.ts'
import { Gutters } from '../../../picture/lane/Gutters.tsx'
import { clippedTo, scaleOf } from '../../../picture/plot/scale.ts'
import type { Scale } from '../../../picture/plot/scale.ts'
import { SavePicture } from '../../../picture/still/SavePicture.tsx'
import type { StillSubject } from '../../../picture/still/still.ts'
import { PLAIN_TEXT } from '../../../picture/words.ts'
import { StrataPicture } from '../../../picture/strata/StrataPicture.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Row, Stack, Text } from '../../../ui/Box.tsx'
import { Said } from '../Said.tsx'
import { keptAt } from './in-window.ts'
import { lastStep, outcomeOf, toldUpTo } from './told.ts'
import { TWO_TEXT } from './words.ts'

/** Pixels of a picture, and left and right of it. */
const HEIGHT = 168
const LEFT = 44
const RIGHT = 8

/** One of the two agents: what its strategy keeps, what happened last, and what was said. */
export function Side({
  play,
  step,
  last,
  top,
  subject,
  onOpen,
}: {
  readonly play: TaskPlay
  readonly step: number
  /** Of both sides. */
  readonly last: number
  /** Of both pictures, in tokens. */
  readonly top: Tokens
  /** What is seen of it, for a picture that is saved. */
  readonly subject: () => StillSubject
  readonly onOpen: () => void
}) {
  const { lane } = play
  const end = lastStep(play)
  const told = useMemo(() => toldUpTo(play, step), [play, step])
  const isOver = step >= end
  return (
    <section className="stack" aria-label={lane.label}>
      <Row apart>
        <Row gap={4} wrap>
          <h3>{lane.label}</h3>
          <SavePicture
            name={TWO_TEXT.saved(lane.label)}
            subject={subject}
            make={async (about) => (await import('./still.ts')).stillOfSide(about, play, step)}
          />
        </Row>
        {isOver && (
          <span className={play.ending === 'finished' ? 'badge' : 'badge loss'}>{outcomeOf(play)}</span>
        )}
      </Row>
      <Window play={play} step={step} last={last} top={top} />
      <p className={told === '' ? 'note two-told' : 'two-told'} aria-live="polite">
        {told === '' ? TWO_TEXT.goesOn : told}
      </p>
      <Transcript play={play} step={step} />
      <Row apart>
        <Text size="small" tone="soft">
          {step > end && TWO_TEXT.over} {TWO_TEXT.replays}
        </Text>
        <Button title={TWO_TEXT.openTitle} onClick={onOpen}>
          {TWO_TEXT.open}
        </Button>
      </Row>
    </section>
  )
}

function Window({
  play: { lane, moments },
  step,
  last,
  top,
}: {
  readonly play: TaskPlay
  readonly step: number
  readonly last: number
  readonly top: Tokens
}) {
  const box = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const own = box.current
    if (own === null) return undefined
    const sizes = new ResizeObserver(() => {
      setWidth(Math.floor(own.clientWidth))
    })
    sizes.observe(own)
    return () => {
      sizes.disconnect()
    }
  }, [])
  const scale = useMemo(
    () => scaleOf({ width, left: LEFT, right: RIGHT, from: 0, to: last }, HEIGHT, top),
    [width, last, top],
  )
  const view = useMemo(() => laneView(lane, MAIN_WINDOW, detailOf(top, HEIGHT)), [lane, top])
  const full = Math.round(scale.y(lane.data.limit)) + 0.5
  const again = moments.flatMap((one) => (one.kind === 'told' && one.step <= step ? [one.step] : []))
  const x = step >= last ? scale.width - RIGHT : scale.x(xAt(step - 1, 'sent'))
  return (
    <div className="two-window" ref={box}>
      {width > 0 && (
        <>
          <StrataPicture
            picture={view.picture}
            scale={scale}
            stale={view.stale}
            task={view.task}
            plain
            label={TWO_TEXT.picture(lane.label)}
          />
          <svg className="strata-over plain-marks" {...clippedTo(scale, HEIGHT)} aria-hidden="true">
            <line
              className="stroke soft dotted limit-line limit"
              x1={LEFT}
              x2={scale.width - RIGHT}
              y1={full}
              y2={full}
            />
            <text className="haloed" x={LEFT + 6} y={full + 12}>
              {PLAIN_TEXT.limit(whole(lane.data.limit))}
            </text>
            <Again at={again.map((one) => scale.x(xAt(one - 1, 'sent')))} from={full + 34} scale={scale} />
          </svg>
          <div className="two-later" style={{ left: x, width: Math.max(0, scale.width - RIGHT - x) }} />
          <div className="two-now" style={{ left: scale.x(xAt(step - 1, 'sent')) }} />
          <Gutters scale={scale} left={tokenTicks(lane.data.limit, scale)} />
          <StepAxis scale={scale} last={last} />
        </>
      )}
    </div>
  )
}

/** Pixels of half of its words. */
const HALF = 32

/** Where the user repeated the task: what was lost is in the window again. The last time is named. */
function Again({
  at,
  from,
  scale,
}: {
  readonly at: readonly number[]
  readonly from: number
  readonly scale: Scale
}) {
  const last = at.at(-1)
  if (last === undefined) return null
  return (
    <>
      <path className="stroke soft dotted" d={at.map((x) => `M${x} ${from + 6}V${HEIGHT}`).join('')} />
      <text className="haloed" x={Math.min(last, scale.width - RIGHT - HALF)} y={from} textAnchor="middle">
        {TWO_TEXT.toldAgain}
      </text>
    </>
  )
}

/** Pixels between two numbers. */
const APART = 36

function StepAxis({ scale, last }: { readonly scale: Scale; readonly last: number }) {
  const room = Math.max(1, Math.floor((scale.width - LEFT - RIGHT) / APART))
  const every = [1, 2, 5, 10, 20, 50, 100].find((one) => last / one <= room) ?? 200
  const steps = Array.from({ length: last }, (_, at) => at + 1).filter(
    (step) => step === 1 || step % every === 0,
  )
  return (
    <svg className="turn-axis" width={scale.width} height={16} aria-hidden="true">
      {steps.map((step) => (
        <g key={step} transform={`translate(${scale.x(xAt(step - 1, 'sent'))} 0)`}>
          <line className="stroke faint" y2={3} />
          <text y={9.5} textAnchor="middle">
            {whole(step)}
          </text>
        </g>
      ))}
      <text textAnchor="end" x={LEFT - 10} y={9.5}>
        {TWO_TEXT.axis}
      </text>
    </svg>
  )
}

/** Everything that was said up to a step; what is no longer in the window is faint and says so. */
function Transcript({ play, step }: { readonly play: TaskPlay; readonly step: number }) {
  const { trace, lane, agent } = play
  const body = useRef<HTMLElement>(null)
  const kept = useMemo(() => keptAt(lane.data, Math.min(step, lastStep(play)) - 1), [play, lane, step])
  useEffect(() => {
    if (body.current !== null) body.current.scrollTop = body.current.scrollHeight
  }, [play, step])
  return (
    // Scrolled with keys, like every long text.
    <section
      className="two-transcript"
      ref={body}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={TWO_TEXT.transcriptOf(lane.label)}
    >
      <Stack as="ol" gap={4} className="transcript">
        {trace.turns.slice(0, step).map(({ turn, inputs, response }) => (
          <li key={turn}>
            <Text as="p" size="tiny" tone="soft" className="turn-head">
              {TWO_TEXT.stepHead(turn + 1, whole(lane.data.turns[turn]?.used ?? 0))}
            </Text>
            {[...inputs, ...(response === null ? [] : [response])].map((index) => {
              const message = trace.messages[index]
              const state = kept.get(index) ?? 'whole'
              if (message === undefined) return null
              return (
                <div key={index} className={state === 'whole' ? undefined : `is-${state}`}>
                  {state !== 'whole' && (
                    <Text
                      as="p"
                      size="tiny"
                      tone={state === 'shortened' ? 'soft' : 'loss'}
                      className="two-kept"
                    >
                      {state === 'gone' ? TWO_TEXT.gone : TWO_TEXT.shortened}
                    </Text>
                  )}
                  <Said message={message} turn={turn} agent={index === response ? agent : null} pin={null} />
                </div>
              )
            })}
          </li>
        ))}
      </Stack>
    </section>
  )
}
