import { BLOCK_TYPES } from '../../../engine/internal.ts'
import { memo, useCallback, useMemo } from 'react'
import { binRows, inRange, TYPE_LABELS, typeSeries, typeSheet } from '../../../view/index.ts'
import { Swatch } from '../../picture/block/Legend.tsx'
import { scaleOf } from '../../picture/plot/scale.ts'
import { CHART_TEXT } from './words.ts'
import { tokenTicks } from './chart-axis.ts'
import type { FigureProperties } from './chart-axis.ts'
import { drawnOut, largestInSight, titleIn } from './chart-series.ts'
import { typesTip, typesTitle } from './chart-tips.ts'
import { LazyTypePlot } from './charts.ts'
import { Part } from '../../ui/Part.tsx'
import { AxisFigures } from './AxisFigures.tsx'
import { ChartFigure } from './ChartFigure.tsx'
import { Text } from '../../ui/Box.tsx'

const HEIGHT = 180
const HEADROOM = 1.05

/** What the prompts of the lane in detail consist of. */
export const TypeFigure = memo(function TypeFigure(props: FigureProperties) {
  const { lanes, detail, frame, fitted, window, source } = props
  const { label, name, data } = detail.lane
  const rows = useMemo(() => typeSeries(data, window), [data, window])
  const drawn = useMemo(() => drawnOut(rows), [rows])
  const byTurn = useMemo(() => new Map(rows.map((row) => [row.turn, row])), [rows])
  const types = useMemo(
    () => BLOCK_TYPES.filter((type) => rows.some(({ byType }) => byType[type] > 0)),
    [rows],
  )
  const largest = useMemo(
    () => rows.reduce((most, { used }) => Math.max(most, used), data.limit),
    [rows, data],
  )
  const most = fitted
    ? Math.max(
        1,
        largestInSight(rows, frame, ({ used }) => used),
      )
    : largest
  const scale = useMemo(() => scaleOf(frame, HEIGHT, most * HEADROOM), [frame, most])
  const inSight = useMemo(() => binRows(inRange(drawn, frame)), [drawn, frame])
  const title = useMemo(
    () => titleIn(typesTitle(label, rows, data.exact), detail.lane, window),
    [label, rows, data, detail, window],
  )
  const tell = useCallback((turn: number) => typesTip(turn, byTurn, lanes, detail), [byTurn, lanes, detail])
  const sheetOf = useCallback(() => typeSheet(data, window), [data, window])
  return (
    <ChartFigure
      name="types"
      title={title}
      about={CHART_TEXT.about.types(label, data.limit)}
      legend={
        <Text
          as="ul"
          size="tiny"
          tone="soft"
          className="legend own-line"
          aria-label={CHART_TEXT.legends.types}
        >
          {types.map((type) => (
            <li key={type}>
              <Swatch type={type} />
              {TYPE_LABELS[type]}
            </li>
          ))}
        </Text>
      }
      scale={scale}
      tell={tell}
      sheetOf={sheetOf}
      caption={CHART_TEXT.captions.types(label)}
      source={source}
      fileLane={name}
      empty={rows.length === 0}
    >
      <HatchedTypes />
      <Part name="This chart">
        <LazyTypePlot
          rows={inSight}
          types={types}
          limit={data.limit}
          top={scale.top}
          frame={frame}
          height={HEIGHT}
        />
      </Part>
      <AxisFigures scale={scale} ticks={tokenTicks(fitted ? most : data.limit)} />
    </ChartFigure>
  )
})

/** Fills of types that share a colour with another: the colour with a hatch over it. Areas can have only one fill. */
function HatchedTypes() {
  return (
    <svg className="unseen" width="0" height="0">
      <defs>
        {(['tool_definition', 'tool_call'] as const).map((type) => (
          <pattern
            key={type}
            id={`hatched-${type}`}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect style={{ fill: `var(--fill-${type})` }} width="5" height="5" />
            <rect style={{ fill: 'var(--hatch)' }} width="1.4" height="5" />
          </pattern>
        ))}
      </defs>
    </svg>
  )
}
