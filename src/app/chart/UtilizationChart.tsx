import { memo } from 'react'
import { Area, ComposedChart, Line, ReferenceArea, ReferenceLine, XAxis, YAxis } from 'recharts'
import type { Ratio } from '../../engine/index.ts'
import type { LimitLine, UtilizationPoint } from '../../view/index.ts'
import type { Frame } from '../strata/scale.ts'
import './chart.css'

export interface UtilizationProperties {
  /** Binned by `view` to what Recharts draws in a frame. */
  readonly points: readonly UtilizationPoint[]
  readonly lines: readonly LimitLine[]
  /** Share of the limit at which the reserve begins. */
  readonly reserve: Ratio
  /** Largest share that is drawn. */
  readonly top: Ratio
  readonly frame: Frame
  readonly height: number
}

/** Used tokens as a share of the limit at every point of every turn, so that the dip within a turn is seen. */
export const UtilizationChart = memo(function UtilizationChart(props: UtilizationProperties) {
  const { points, lines, reserve, top, frame, height } = props
  const margin = { top: 1, right: frame.right, bottom: 0, left: frame.left }
  return (
    <ComposedChart
      className="utilization"
      width={frame.width}
      height={height}
      data={points}
      margin={margin}
      accessibilityLayer={false}
    >
      <XAxis dataKey="x" type="number" domain={[frame.from, frame.to]} hide />
      <YAxis domain={[0, top]} hide width={0} />
      <ReferenceArea y1={reserve} y2={1} fill="url(#hatch-reserve)" fillOpacity={1} ifOverflow="hidden" />
      <Area dataKey="share" type="linear" className="used-area" stroke="none" isAnimationActive={false} />
      {lines.map((line) => (
        <ReferenceLine key={line.key} y={line.share} className={`zone-line ${line.zone ?? 'limit'}`} />
      ))}
      <Line
        dataKey="share"
        type="linear"
        className="used-line"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  )
})
