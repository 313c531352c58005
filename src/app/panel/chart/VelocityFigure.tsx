import { memo, useCallback, useMemo } from 'react'
import { binSeries, EVENT_WORDS, inRange, velocitySeries, velocitySheet } from '../../../view/index.ts'
import { useSettledTurn } from '../../store/look/playhead.ts'
import { scaleOf } from '../../picture/plot/scale.ts'
import { CHART_TEXT } from './words.ts'
import { roundAbove, tokenTicks } from './chart-axis.ts'
import type { FigureProperties } from './chart-axis.ts'
import { largestInSight, longestOf, sameArrivals, titleIn } from './chart-series.ts'
import { velocityTip, velocityAbout, velocityTitle } from './chart-tips.ts'
import { LazyVelocityPlot } from './charts.ts'
import { Part } from '../../ui/Part.tsx'
import { AxisFigures } from './AxisFigures.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { eventMarks, EventMarks, MarkSign } from './EventMarks.tsx'
import { Text } from '../../ui/Box.tsx'

const HEIGHT = 110
/** Room above the tallest bar for the letter of a spike. */
const HEADROOM = 1.18
/** Width of a bar within its turn: up to the point `offered`. */
const BAR = 0.5
const WIDEST_BAR = 24

/** Arrivals per turn and how fast the window fills: caused by the conversation, not by the policy. */
export const VelocityFigure = memo(function VelocityFigure(props: FigureProperties) {
  const { lanes, detail, frame, fitted, window, source } = props
  const longest = useMemo(() => longestOf(lanes, detail), [lanes, detail])
  const same = useMemo(() => sameArrivals(lanes, window), [lanes, window])
  const { lane, events } = same ? longest : detail
  const shown = same ? longest : detail
  const points = useMemo(() => velocitySeries(lane.data, window), [lane, window])
  const byTurn = useMemo(() => new Map(points.map((point) => [point.turn, point])), [points])
  const largest = useMemo(() => points.reduce((most, { arrived }) => Math.max(most, arrived), 1), [points])
  const most = roundAbove(
    fitted
      ? Math.max(
          1,
          largestInSight(points, frame, (it) => it.arrived),
        )
      : largest,
  )
  const scale = useMemo(() => scaleOf(frame, HEIGHT, most * HEADROOM), [frame, most])
  const bars = useMemo(() => binSeries(inRange(points, frame), ({ arrived }) => arrived), [points, frame])
  const line = useMemo(() => binSeries(inRange(points, frame), ({ velocity }) => velocity), [points, frame])
  const marks = useMemo(() => {
    const inSight = inRange(events, frame).filter(
      ({ kind, x }) => kind === 'spike' && x >= frame.from && x <= frame.to,
    )
    return eventMarks(inSight, ({ x, turn }) => ({
      x: scale.x(x),
      y: Math.max(7, scale.y(byTurn.get(turn)?.arrived ?? 0) - 9),
    }))
  }, [events, frame, scale, byTurn])
  const title = useMemo(
    () => titleIn(velocityTitle(points, lane.data.exact), lane, window),
    [points, lane, window],
  )
  const tell = useCallback((turn: number) => velocityTip(turn, byTurn, shown), [byTurn, shown])
  const sheetOf = useCallback(() => velocitySheet(lane.data, window), [lane, window])
  const about = velocityAbout(lane.data, useSettledTurn(), same ? null : lane.label)
  const perTurn = scale.x(1) - scale.x(0)
  const spikes = events.some(({ kind }) => kind === 'spike')
  return (
    <ChartFigure
      name="velocity"
      title={title}
      about={about}
      legend={
        <Text
          as="ul"
          size="tiny"
          tone="soft"
          className="legend own-line"
          aria-label={CHART_TEXT.legends.velocity}
        >
          <li>
            <svg width="10" height="12" aria-hidden="true">
              <rect className="solid faint" x="2" width="6" height="12" />
            </svg>
            {CHART_TEXT.arrivals}
          </li>
          <li>
            <svg width="26" height="10" aria-hidden="true">
              <path className="stroke accent" d="M0 5H26" />
            </svg>
            {CHART_TEXT.velocity}
          </li>
          {spikes && (
            <li>
              <MarkSign letter={EVENT_WORDS.spike.letter} />
              {EVENT_WORDS.spike.label}
            </li>
          )}
        </Text>
      }
      scale={scale}
      tell={tell}
      sheetOf={sheetOf}
      caption={CHART_TEXT.captions.velocity}
      source={source}
      {...(same ? {} : { fileLane: lane.name })}
      empty={points.length === 0}
    >
      <Part name="This chart">
        <LazyVelocityPlot
          bars={bars}
          line={line}
          barWidth={Math.max(1, Math.min(WIDEST_BAR, perTurn * BAR))}
          top={scale.top}
          frame={frame}
          height={HEIGHT}
        />
      </Part>
      <EventMarks marks={marks} scale={scale} />
      <AxisFigures scale={scale} ticks={tokenTicks(most)} />
    </ChartFigure>
  )
})
