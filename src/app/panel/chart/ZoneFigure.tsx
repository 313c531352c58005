import { memo, useCallback, useMemo } from 'react'
import { ZONES } from '../../../engine/internal.ts'
import type { Zone } from '../../../engine/index.ts'
import { eventSheet, inRange, ZONE_LABELS } from '../../../view/index.ts'
import { scaleOf } from '../../picture/plot/scale.ts'
import type { Scale } from '../../picture/plot/scale.ts'
import { CHART_TEXT } from './words.ts'
import { runsInSight, titleIn } from './chart-series.ts'
import type { LaneSeries } from './chart-series.ts'
import { zonesTip, zonesTitle } from './chart-tips.ts'
import { ChartFigure } from './ChartFigure.tsx'
import { sheetOfLanes } from './chart-axis.ts'
import type { FigureProperties } from './chart-axis.ts'
import { Text } from '../../ui/Box.tsx'

/** Pixels of a lane's name, of its row below, and of its tallest zone. */
const NAME = 12
const ROW = NAME + 14
const TALLEST = 12
/** Minimum pixels of a zone under pressure, so that one turn in a thousand is visible. */
const THINNEST = 1.5
/** Pixels of a tick above the zones, most of which are as thin as it. */
const TICK = 5
/** Minimum pixels between two ticks; a closer one is left out. */
const TICK_APART = 3

/** The zones of every lane along the axis. All ranges of a zone are one path. */
export const ZoneFigure = memo(function ZoneFigure(props: FigureProperties) {
  const { lanes, detail, frame, window, source } = props
  const height = ROW * lanes.length
  const scale = useMemo(() => scaleOf(frame, height, 1), [frame, height])
  const title = useMemo(
    () => titleIn(zonesTitle(detail.lane.label, detail.rows.values()), detail.lane, window),
    [detail, window],
  )
  const tell = useCallback((turn: number) => zonesTip(turn, lanes), [lanes])
  const sheetOf = useCallback(
    () => sheetOfLanes(lanes, (lane) => eventSheet(lane.data, window)),
    [lanes, window],
  )
  return (
    <ChartFigure
      name="zones"
      title={title}
      about={CHART_TEXT.about.zones}
      legend={
        <Text
          as="ul"
          size="tiny"
          tone="soft"
          className="legend own-line"
          aria-label={CHART_TEXT.legends.zones}
        >
          {ZONES.map((zone) => (
            <li key={zone}>
              <svg width="12" height="12" aria-hidden="true">
                <rect
                  className={`zone ${zone}`}
                  y={TALLEST - heightOf(zone)}
                  width="12"
                  height={heightOf(zone)}
                />
              </svg>
              {ZONE_LABELS[zone]}
            </li>
          ))}
          <li>
            <svg width="6" height="12" aria-hidden="true">
              <path className="stroke soft" d="M3 3V9" />
            </svg>
            {CHART_TEXT.zoneChange}
          </li>
        </Text>
      }
      scale={scale}
      tell={tell}
      sheetOf={sheetOf}
      caption={CHART_TEXT.captions.zones}
      source={source}
      empty={lanes.every(({ zones }) => zones.length === 0)}
    >
      <svg className="chart-over" width={scale.width} height={height}>
        {lanes.map((one, index) => (
          <Row
            key={one.lane.name}
            series={one}
            scale={scale}
            base={ROW * (index + 1)}
            strong={one === detail}
          />
        ))}
      </svg>
    </ChartFigure>
  )
})

function heightOf(zone: Zone): number {
  return (TALLEST * (ZONES.indexOf(zone) + 1)) / ZONES.length
}

function Row({
  series,
  scale,
  base,
  strong,
}: {
  readonly series: LaneSeries
  readonly scale: Scale
  readonly base: number
  readonly strong: boolean
}) {
  const paths = useMemo(() => pathsOf(series, scale, base), [series, scale, base])
  const ticks = useMemo(() => ticksOf(series, scale, base), [series, scale, base])
  return (
    <>
      {ZONES.map((zone) => (
        <path key={zone} className={`zone ${zone}`} d={paths.get(zone) ?? ''} />
      ))}
      <path className="stroke soft" d={ticks} />
      <text className={strong ? 'haloed strong' : 'haloed'} x={scale.left} y={base - ROW + NAME / 2 + 1}>
        {series.lane.label}
      </text>
    </>
  )
}

/** Later zones are painted over earlier ones, so that where ranges share a pixel the reddest is visible. */
function pathsOf({ zones }: LaneSeries, scale: Scale, base: number): ReadonlyMap<Zone, string> {
  const parts = new Map<Zone, string[]>(ZONES.map((zone) => [zone, []]))
  const [left, right] = [scale.left, scale.width - scale.right]
  for (const { from, to, zone } of runsInSight(zones, scale)) {
    const start = Math.max(left, scale.x(from))
    const width = Math.max(zone === 'green' ? 0.5 : THINNEST, Math.min(right, scale.x(to)) - start)
    const height = heightOf(zone)
    parts
      .get(zone)
      ?.push(`M${start.toFixed(1)} ${base - height}h${width.toFixed(1)}v${height}h-${width.toFixed(1)}z`)
  }
  return new Map([...parts].map(([zone, path]) => [zone, path.join('')]))
}

function ticksOf({ events }: LaneSeries, scale: Scale, base: number): string {
  let last = -Infinity
  const ticks: string[] = []
  for (const { kind, x } of inRange(events, scale)) {
    const at = scale.x(x)
    if (kind !== 'zone' || x < scale.from || x > scale.to || at - last < TICK_APART) continue
    ticks.push(`M${at.toFixed(1)} ${base - TALLEST - TICK / 2}v${TICK}`)
    last = at
  }
  return ticks.join('')
}
