import { Suspense, useEffect, useMemo, useRef } from 'react'
import { binSeries, turnAt, velocitySeries, xAt } from '../../view/index.ts'
import type { Comparison } from '../../worker/protocol.ts'
import { LazyVelocityChart } from '../chart/charts.ts'
import { Cursors } from '../lane/Cursors.tsx'
import { useChoices } from '../state/choices.ts'
import { landmarksOf } from '../state/derived.ts'
import { hoverAt, onTurn, playhead, seek } from '../state/playhead.ts'
import { scaleOf } from '../strata/scale.ts'
import { useWidth } from '../ui/use-measure.ts'
import { SCRUBBER_TEXT } from '../words/transport.ts'
import { Transport } from './Transport.tsx'
import './scrubber.css'

const HEIGHT = 36
/** Room for the marks of edits under the chart. */
const MARKS = 8

/** The playhead's slider, over what arrives: that is the same in every lane, so it is drawn once. */
export function Scrubber({ comparison }: { readonly comparison: Comparison }) {
  const window = useChoices((state) => state.window)
  const { ref, width } = useWidth<HTMLDivElement>()
  const { turns } = comparison.trace
  const frame = useMemo(() => ({ width, left: 4, right: 4, from: 0, to: turns }), [width, turns])
  const scale = useMemo(() => scaleOf(frame, HEIGHT, 1), [frame])
  const longest = comparison.lanes.reduce((most, lane) =>
    lane.data.turns.length > most.data.turns.length ? lane : most,
  )
  const points = useMemo(
    () => binSeries(velocitySeries(longest.data, window), (point) => point.arrived),
    [longest, window],
  )
  const top = points.reduce((most, { arrived }) => Math.max(most, arrived), 1)
  const { edits } = landmarksOf(comparison)
  const divergence = comparison.firstDivergence?.turn ?? null
  return (
    <div className="scrubber">
      <Transport diverges={divergence !== null} />
      <div className="track" ref={ref}>
        {width > 0 && (
          <Track scale={scale}>
            <Suspense fallback={<div style={{ height: HEIGHT - MARKS }} />}>
              <LazyVelocityChart points={points} top={top} frame={frame} height={HEIGHT - MARKS} />
            </Suspense>
            <svg className="marks" width={width} height={MARKS} aria-hidden="true">
              <line x1={0} x2={width} y1={0.5} y2={0.5} />
              {edits.map((turn) => (
                <rect key={turn} x={scale.x(xAt(turn, 'sent')) - 0.75} y={2} width={1.5} height={6} />
              ))}
              {divergence !== null && (
                <path
                  className="diamond"
                  d="M0 -4L4 0L0 4L-4 0Z"
                  transform={`translate(${scale.x(xAt(divergence, 'sent'))} 4)`}
                />
              )}
            </svg>
            <Cursors scale={scale} />
          </Track>
        )}
        <p className="track-name">{SCRUBBER_TEXT.chart}</p>
      </div>
    </div>
  )
}

/** The slider: its value is written to the attributes by hand, its keys are the page's. */
function Track({
  scale,
  children,
}: {
  readonly scale: ReturnType<typeof scaleOf>
  readonly children: React.ReactNode
}) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const turnOf = (event: PointerEvent): number => {
      const x = event.clientX - element.getBoundingClientRect().left
      return turnAt(scale.turnOf(x), playhead.getState().turns)
    }
    const onMove = (event: PointerEvent): void => {
      if (event.buttons === 1) seek(turnOf(event))
      else if (event.pointerType !== 'touch') hoverAt(turnOf(event))
    }
    const onDown = (event: PointerEvent): void => {
      if (event.button !== 0) return
      element.setPointerCapture(event.pointerId)
      seek(turnOf(event))
    }
    const onLeave = (): void => {
      hoverAt(null)
    }
    element.addEventListener('pointermove', onMove)
    element.addEventListener('pointerdown', onDown)
    element.addEventListener('pointerleave', onLeave)
    const unsubscribe = onTurn((_, { turn, turns }) => {
      element.ariaValueMax = String(Math.max(0, turns - 1))
      element.ariaValueNow = String(turn)
      element.ariaValueText = SCRUBBER_TEXT.turn(turn, Math.max(0, turns - 1))
    })
    return () => {
      element.removeEventListener('pointermove', onMove)
      element.removeEventListener('pointerdown', onDown)
      element.removeEventListener('pointerleave', onLeave)
      unsubscribe()
      onLeave()
    }
  }, [scale])
  return (
    <div
      ref={ref}
      className="slider"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native range input cannot hold a chart
      role="slider"
      tabIndex={0}
      aria-label={SCRUBBER_TEXT.slider}
      aria-valuemin={0}
      aria-valuenow={0}
    >
      {children}
    </div>
  )
}
