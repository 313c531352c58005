import { memo } from 'react'
import { Bar, ComposedChart, Line, XAxis, YAxis } from 'recharts'
import type { VelocityPoint } from '../../view/index.ts'
import type { Frame } from '../strata/scale.ts'
import './chart.css'

export interface VelocityProperties {
  readonly points: readonly VelocityPoint[]
  /** Largest number of tokens per turn that is drawn. */
  readonly top: number
  readonly frame: Frame
  readonly height: number
}

/** What arrives in each turn as bars, and its mean over the last turns, the velocity, as a line. */
export const VelocityChart = memo(function VelocityChart({ points, top, frame, height }: VelocityProperties) {
  const margin = { top: 2, right: frame.right, bottom: 0, left: frame.left }
  return (
    <ComposedChart
      className="velocity"
      width={frame.width}
      height={height}
      data={points}
      margin={margin}
      barCategoryGap={0}
      accessibilityLayer={false}
    >
      <XAxis dataKey="x" type="number" domain={[frame.from, frame.to]} hide />
      <YAxis domain={[0, top]} hide width={0} allowDataOverflow />
      <Bar dataKey="arrived" className="arrived-bar" isAnimationActive={false} barSize={3} />
      <Line
        dataKey="velocity"
        type="linear"
        className="velocity-line"
        dot={false}
        activeDot={false}
        isAnimationActive={false}
      />
    </ComposedChart>
  )
})
