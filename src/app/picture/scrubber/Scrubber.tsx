import { useEffect, useMemo, useRef } from 'react'
import type { Comparison } from '../../../worker/protocol.ts'
import { useChoices } from '../../store/choice/choices.ts'
import { SCRUBBER_TEXT } from './words.ts'
import { Announcer } from './Announcer.tsx'
import { Happenings, HappeningsButton } from './Happenings.tsx'
import { MOST_ROWS } from './Sparkline.tsx'
import { stripLane } from './strip-lane.ts'
import type { StripLane } from './strip-lane.ts'
import { Track } from './Track.tsx'
import { FirstDifference, Speed, Steps } from './Transport.tsx'
import { TurnBox } from './TurnBox.tsx'
import './scrubber.css'

/** The strip that stays at the top: what moves the playhead, over the whole conversation in small. */
export function Scrubber({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  const lanes = useMemo(() => comparison.lanes.map((lane) => stripLane(lane, window)), [comparison, window])
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
          <div className="tempo">
            <Speed />
            <Lines lanes={lanes} />
          </div>
          <Track comparison={comparison} lanes={lanes} />
        </div>
        <Announcer lanes={lanes} />
      </section>
      <Happenings comparison={comparison} />
    </>
  )
}

/** Which line of the sparkline is which lane. */
function Lines({ lanes }: { readonly lanes: readonly StripLane[] }) {
  const own = lanes.length > MOST_ROWS ? lanes.slice(0, 1) : lanes
  const others = lanes.slice(own.length)
  return (
    <div className="lines" title={SCRUBBER_TEXT.chart}>
      <p className="unseen">{SCRUBBER_TEXT.chart}</p>
      <ul aria-label={SCRUBBER_TEXT.lines}>
        {own.map(({ name, label }, index) => (
          <li key={name}>
            <Sample lane={index} /> {label}
          </li>
        ))}
        {others.length > 0 && (
          <li title={others.map(({ label }) => label).join(', ')}>
            <Sample lane={1} /> {SCRUBBER_TEXT.others(others.length)}
            <span className="unseen">: {others.map(({ label }) => label).join(', ')}</span>
          </li>
        )}
      </ul>
    </div>
  )
}

function Sample({ lane }: { readonly lane: number }) {
  return (
    <svg width="16" height="8" aria-hidden="true">
      <path className="used" data-lane={lane} d="M0 4H16" />
    </svg>
  )
}

/** Tells the style whether the strip hangs at the top of the window, over what is scrolled under it. */
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
