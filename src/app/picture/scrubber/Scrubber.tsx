import { ListTree } from 'lucide-react'
import { Fragment, useEffect, useMemo, useRef } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { HAPPENINGS_TEXT, SCRUBBER_TEXT, announcement } from './words.ts'
import { Derived } from '../plot/Derived.tsx'
import { MOST_ROWS } from './Sparkline.tsx'
import { stripLane } from './strip-lane.ts'
import type { StripLane } from './strip-lane.ts'
import { LINES } from './Sparkline.tsx'
import { Track } from './Track.tsx'
import { FirstDifference, Speed, Steps } from './Transport.tsx'
import { Row, Text } from '../../ui/Box.tsx'
import { Button } from '../../ui/Button.tsx'
import { Part } from '../../ui/Part.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { closeHappenings, toggleHappenings, useHappenings } from '../../store/look/open.ts'
import './scrubber.css'
import { playhead, seek } from '../../store/look/playhead.ts'
import { SPEEDS, useSpeed } from '../../store/look/transport.ts'
import { laneEvents, turnRows, utilizationSeries, whole } from '../../../view/index.ts'

const Happenings = onDemand(async () => (await import('./Happenings.tsx')).Happenings)

/** The strip that stays at the top: the controls of the playhead, over a small picture of the whole conversation. */
export function Scrubber({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  return (
    <>
      {comparison.lanes.map((lane) => (
        <Fragment key={lane.name}>
          <Derived from={lane.data} window={window} derive={utilizationSeries} />
          <Derived from={lane.data} window={window} derive={turnRows} />
          <Derived from={lane.data} window={window} derive={laneEvents} />
          <Derived from={lane} window={window} derive={stripLane} />
        </Fragment>
      ))}
      <Strip comparison={comparison} />
    </>
  )
}

function Strip({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  const lanes = useMemo(() => comparison.lanes.map((lane) => stripLane(lane, window)), [comparison, window])
  const listed = useHappenings((state) => state.open)
  const ref = useRef<HTMLElement>(null)
  useEffect(() => (ref.current === null ? undefined : markStuck(ref.current)), [])
  return (
    <>
      <section className="strip" ref={ref} aria-label={SCRUBBER_TEXT.strip}>
        <div className="scrubber">
          <Steps />
          <TurnBox last={Math.max(0, comparison.trace.turns - 1)} />
          <FirstDifference exists={comparison.firstDivergence !== null} />
          <HappeningsButton />
          <Row apart className="tempo">
            <Speed />
            <Lines lanes={lanes} />
          </Row>
          <Track comparison={comparison} lanes={lanes} />
        </div>
        <Announcer lanes={lanes} />
      </section>
      {listed && (
        <Part name={HAPPENINGS_TEXT.button} onClose={closeHappenings}>
          <Happenings comparison={comparison} />
        </Part>
      )}
    </>
  )
}

/** Opens the list of what happened in the playhead's turn. */
export function HappeningsButton() {
  const open = useHappenings((state) => state.open)
  return (
    <Button
      kind="icon"
      className="happenings-button"
      label={HAPPENINGS_TEXT.button}
      aria-expanded={open}
      onClick={toggleHappenings}
    >
      <ListTree size={15} aria-hidden="true" />
    </Button>
  )
}

/** Which line of the sparkline belongs to which lane. */
function Lines({ lanes }: { readonly lanes: readonly StripLane[] }) {
  const own = lanes.length > MOST_ROWS ? lanes.slice(0, 1) : lanes
  const others = lanes.slice(own.length)
  return (
    <div className="lines" title={SCRUBBER_TEXT.chart}>
      <p className="unseen">{SCRUBBER_TEXT.chart}</p>
      <Row as="ul" gap={12} size="tiny" tone="soft" aria-label={SCRUBBER_TEXT.lines}>
        {own.map(({ name, label }, index) => (
          <Row as="li" gap={4} figures key={name} title={label}>
            <Sample lane={index} /> <Text clip>{label}</Text>
          </Row>
        ))}
        {others.length > 0 && (
          <Row as="li" gap={4} title={others.map(({ label }) => label).join(', ')}>
            <Sample lane={1} /> {SCRUBBER_TEXT.others(others.length)}
            <span className="unseen">: {others.map(({ label }) => label).join(', ')}</span>
          </Row>
        )}
      </Row>
    </div>
  )
}

function Sample({ lane }: { readonly lane: number }) {
  return (
    <svg width="16" height="8" aria-hidden="true">
      <path className={`stroke used ${LINES[lane] ?? LINES[1]}`} data-lane={lane} d="M0 4H16" />
    </svg>
  )
}

/** Marks the strip while it sticks to the top of the window over scrolled content. */
function markStuck(element: HTMLElement): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (entry === undefined) return
      const stuck = entry.intersectionRatio < 1 && entry.boundingClientRect.top < 1
      element.toggleAttribute('data-stuck', stuck)
    },
    { rootMargin: '-1px 0px 0px 0px', threshold: [1] },
  )
  observer.observe(element)
  return () => {
    observer.disconnect()
  }
}

/** Milliseconds that the playhead must rest before its turn is announced. */
const REST = 300
/** At this many turns per second or more, nothing is announced. */
const TOO_FAST = 2

/**
 * Announces what happened in the turn that was stepped to. While the slider has the focus, it announces this itself.
 */
function Announcer({ lanes }: { readonly lanes: readonly StripLane[] }) {
  const ref = useRef<HTMLParagraphElement>(null)
  const speed = SPEEDS[useSpeed()] ?? 1
  useEffect(() => {
    let timer = 0
    const unsubscribe = playhead.subscribe(({ turn, playing }, before) => {
      if (turn === before.turn) return
      window.clearTimeout(timer)
      if (playing && speed > TOO_FAST) return
      timer = window.setTimeout(() => {
        const onSlider = document.activeElement?.matches('.turn-slider') === true
        if (ref.current !== null) ref.current.textContent = onSlider ? '' : announcement(turn, lanes)
      }, REST)
    })
    return () => {
      window.clearTimeout(timer)
      unsubscribe()
    }
  }, [lanes, speed])
  return <p ref={ref} className="unseen announcer" aria-live="polite" />
}

/** `turn 23, last 117`: follows the playhead without React; Enter goes to a typed number. */
function TurnBox({ last }: { readonly last: number }) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(
    () =>
      playhead.subscribe(() => {
        const box = ref.current
        if (box !== null && box !== document.activeElement) show(box)
      }),
    [],
  )
  return (
    <Row as="label" gap={4} strong figures className="turn-box" title={SCRUBBER_TEXT.goToTitle}>
      <span>{SCRUBBER_TEXT.turnWord}</span>
      <input
        ref={ref}
        type="text"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        className="number-box"
        aria-label={SCRUBBER_TEXT.goTo}
        defaultValue={whole(playhead.getState().turn)}
        style={{ width: `${whole(last).length + 1.5}ch` }}
        onFocus={(event) => {
          event.currentTarget.select()
        }}
        onBlur={(event) => {
          show(event.currentTarget)
        }}
        onKeyDown={(event) => {
          const box = event.currentTarget
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          const typed = box.value.replaceAll(/[\s,]/g, '')
          if (event.key === 'Enter' && /^\d+$/.test(typed)) seek(Number(typed))
          // The keys of the page work again.
          box.blur()
        }}
      />
      <Text tone="soft" className="last-turn">
        {SCRUBBER_TEXT.last(last)}
      </Text>
    </Row>
  )
}

function show(box: HTMLInputElement): void {
  box.value = whole(playhead.getState().turn)
}
