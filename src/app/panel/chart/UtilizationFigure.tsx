import { memo, useCallback, useMemo } from 'react'
import {
  binSeries,
  EVENT_WORDS,
  inRange,
  limitLines,
  POINT_LABELS,
  POINTS,
  reserveOfRun,
  utilizationSheet,
  xAt,
} from '../../../view/index.ts'
import type { LimitLine, UtilizationPoint } from '../../../view/index.ts'
import { scaleOf } from '../../picture/plot/scale.ts'
import type { Scale } from '../../picture/plot/scale.ts'
import { CHART_TEXT } from './words.ts'
import { shareTicks, sheetOfLanes } from './chart-axis.ts'
import type { FigureProperties } from './chart-axis.ts'
import { largestInSight, grownIn, titleIn } from './chart-series.ts'
import type { LaneSeries } from './chart-series.ts'
import { utilizationTip, utilizationTitle } from './chart-tips.ts'
import { LazyUtilizationPlot } from './charts.ts'
import { Part } from '../../ui/Part.tsx'
import type { UtilizationLine } from './UtilizationPlot.tsx'
import { AxisFigures } from './AxisFigures.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { EndLabels, LONGEST } from './EndLabels.tsx'
import type { EndLabel } from './EndLabels.tsx'
import { eventMarks, MARK, MARKED, EventMarks, MarkSign } from './EventMarks.tsx'
import { Text } from '../../ui/Box.tsx'

const HEIGHT = 180
/** Room above the highest line. */
const HEADROOM = 1.05
/** Minimum pixels per turn for drawing its four points. */
const DOTTED = 26

/** Pixels from the line of the limit, which may be at the top, down to its label. */
const BELOW_LIMIT = 8.5

/** The utilization of every lane's window, and events of the lane in detail. */
export const UtilizationFigure = memo(function UtilizationFigure(props: FigureProperties) {
  const { lanes, detail, frame, fitted, window, source } = props
  const { data } = detail.lane
  const highest = lanes.reduce((most, one) => Math.max(most, one.highest), 0)
  const passed = highest > 1
  const top = fitted
    ? lanes.reduce(
        (most, one) =>
          Math.max(
            most,
            largestInSight(one.points, frame, (it) => it.share),
          ),
        0.02,
      )
    : Math.max(1, highest)
  const scale = useMemo(() => scaleOf(frame, HEIGHT, top * HEADROOM), [frame, top])
  const lines = useMemo(() => linesOf(lanes, detail, scale), [lanes, detail, scale])
  const limits = useMemo(() => limitLines(data), [data])
  const reserve = useMemo(() => reserveOfRun(data), [data])
  const marks = useMemo(() => marksOf(detail, scale), [detail, scale])
  const title = useMemo(
    () => titleIn(utilizationTitle(detail.lane, detail.points), detail.lane, window),
    [detail, window],
  )
  const tell = useCallback((turn: number) => utilizationTip(turn, lanes, detail), [lanes, detail])
  const sheetOf = useCallback(
    () => sheetOfLanes(lanes, (lane) => utilizationSheet(lane.data, window)),
    [lanes, window],
  )
  return (
    <ChartFigure
      name="utilization"
      title={title}
      about={CHART_TEXT.about.utilization(data.limit, passed ? grownIn(lanes, data.exact) : null)}
      legend={<UtilizationLegend lanes={lanes} detail={detail} />}
      scale={scale}
      tell={tell}
      sheetOf={sheetOf}
      caption={CHART_TEXT.captions.utilization}
      source={source}
      empty={lanes.every(({ points }) => points.length === 0)}
    >
      <Part name="This chart">
        <LazyUtilizationPlot
          lines={lines}
          limits={limits}
          reserve={reserve}
          top={scale.top}
          frame={frame}
          height={HEIGHT}
        />
      </Part>
      <Over detail={detail} scale={scale} limits={limits} />
      <EventMarks marks={marks} scale={scale} />
      <EndLabels labels={endLabels(lanes, detail, scale)} scale={scale} />
      <AxisFigures scale={scale} ticks={shareTicks(scale.top)} />
    </ChartFigure>
  )
})

/** The class of a lane's line: dashes differ by the lane's position. */
function lookOf(lanes: readonly LaneSeries[], one: LaneSeries, detail: LaneSeries): string {
  if (one === detail) return 'in-detail'
  return `other-${lanes.filter((lane) => lane !== detail).indexOf(one) + 1}`
}

function linesOf(lanes: readonly LaneSeries[], detail: LaneSeries, scale: Scale): UtilizationLine[] {
  return [...lanes.filter((one) => one !== detail), detail].map((one) => ({
    lane: one.lane.name,
    points: binSeries(inRange(one.points, scale), ({ tokens }) => tokens),
    look: lookOf(lanes, one, detail),
  }))
}

/** The name of each lane near the end of its line, below everything that the lines do there. */
function endLabels(lanes: readonly LaneSeries[], detail: LaneSeries, scale: Scale): EndLabel[] {
  const inSight = lanes.map(({ points }) =>
    inRange(points, scale).filter(({ x }) => x >= scale.from && x <= scale.to),
  )
  return lanes.flatMap((one, index) => {
    const last = inSight[index]?.at(-1)
    if (last === undefined) return []
    const from = scale.turnOf(scale.x(last.x) - LONGEST)
    const least = inSight
      .flatMap((points) => inRange(points, { from, to: last.x }))
      .reduce((low, { x, share: part }) => (x >= from && x <= last.x ? Math.min(low, part) : low), last.share)
    const { name, label } = one.lane
    const strong = one === detail
    return [
      {
        key: name,
        text: label,
        look: lookOf(lanes, one, detail),
        x: scale.x(last.x),
        y: scale.y(least),
        strong,
      },
    ]
  })
}

/** What is drawn on the lines: labels of the zones, points of the turns, letters of events. */
function Over({
  detail,
  scale,
  limits,
}: {
  readonly detail: LaneSeries
  readonly scale: Scale
  readonly limits: readonly LimitLine[]
}) {
  const inSight = inRange(detail.points, scale).filter(({ x }) => x >= scale.from && x <= scale.to)
  const dotted = scale.x(1) - scale.x(0) >= DOTTED
  return (
    <svg className="chart-over" width={scale.width} height={scale.height}>
      {limits
        .filter(
          ({ share: part, from = 0, to = Infinity }) =>
            part <= scale.top && from < scale.to && to > scale.from,
        )
        .map(({ id, key, zone, share: part, from = 0 }) => (
          <text
            key={id}
            className="haloed"
            textAnchor={zone === null ? 'end' : undefined}
            x={zone === null ? scale.width - scale.right - 4 : Math.max(scale.left, scale.x(from)) + 4}
            y={scale.y(part) + (zone === null ? BELOW_LIMIT : -7.5)}
          >
            {CHART_TEXT.key(key, part)}
          </text>
        ))}
      {dotted && <path className="point-hollow" d={dots(inSight, scale, 'arrived')} />}
      {dotted && <path className="point-hollow" d={dots(inSight, scale, 'offered')} />}
      {dotted && <path className="point-solid" d={dots(inSight, scale, 'sent')} />}
      {dotted && <path className="point-hollow" d={dots(inSight, scale, 'responded')} />}
    </svg>
  )
}

/** Pixels from the line to the middle of a mark. */
const BESIDE = 11

/** Marks are above the line; where it has fallen into a lower zone, below. */
function marksOf({ points, events }: LaneSeries, scale: Scale) {
  const heights = new Map(points.map(({ x, share: part }) => [x, part]))
  const inSight = inRange(events, scale).filter(({ x }) => x >= scale.from && x <= scale.to)
  return eventMarks(inSight, ({ kind, x }) => {
    const y = scale.y(heights.get(x) ?? 0)
    const fallen = kind === 'zone' && x === xAt(Math.floor(x), 'sent')
    const wanted = y + (fallen ? BESIDE : -BESIDE)
    return { x: scale.x(x), y: Math.max(MARK + 1, Math.min(scale.height - MARK - 1, wanted)) }
  })
}

/** A circle, a triangle, a filled circle, a diamond: the four points differ in shape. */
const SHAPES: Readonly<Record<UtilizationPoint['point'], string>> = {
  arrived: 'm-2.5 0a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0',
  offered: 'm0 -3.4l3.2 5.6h-6.4z',
  sent: 'm-2.7 0a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0 -5.4 0',
  responded: 'm0 -3.4l3.4 3.4l-3.4 3.4l-3.4 -3.4z',
}

function dots(points: readonly UtilizationPoint[], scale: Scale, which: UtilizationPoint['point']): string {
  return points
    .filter(({ point }) => point === which)
    .map(({ x, share: part }) => `M${scale.x(x).toFixed(1)} ${scale.y(part).toFixed(1)}${SHAPES[which]}`)
    .join('')
}

function UtilizationLegend({
  lanes,
  detail,
}: {
  readonly lanes: readonly LaneSeries[]
  readonly detail: LaneSeries
}) {
  const kinds = MARKED.filter((kind) => detail.events.some((event) => event.kind === kind))
  return (
    <Text
      as="ul"
      size="tiny"
      tone="soft"
      className="legend own-line"
      aria-label={CHART_TEXT.legends.utilization}
    >
      {lanes.map((one) => (
        <li key={one.lane.name}>
          <svg width="26" height="10" aria-hidden="true">
            <path className={`legend-line ${lookOf(lanes, one, detail)}`} d="M0 5H26" />
          </svg>
          {one === detail && lanes.length > 1 ? CHART_TEXT.detail(one.lane.label) : one.lane.label}
        </li>
      ))}
      {POINTS.map((point) => (
        <li key={point}>
          <svg width="10" height="10" aria-hidden="true">
            <path className={point === 'sent' ? 'point-solid' : 'point-hollow'} d={`M5 5${SHAPES[point]}`} />
          </svg>
          {POINT_LABELS[point]}
        </li>
      ))}
      {kinds.map((kind) => (
        <li key={kind}>
          <MarkSign
            letter={EVENT_WORDS[kind].letter}
            loss={kind !== 'zone' && kind !== 'spike' && kind !== 'reserve'}
          />
          {EVENT_WORDS[kind].label}
        </li>
      ))}
    </Text>
  )
}
