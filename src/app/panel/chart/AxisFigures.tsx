import type { Scale } from '../../picture/plot/scale.ts'
import type { AxisTick } from './chart-axis.ts'

/** Pixels that keep the first and the last figure inside the picture. */
const EDGE = 5

/** The figures left of a plot. */
export function AxisFigures({
  scale,
  ticks,
}: {
  readonly scale: Scale
  readonly ticks: readonly AxisTick[]
}) {
  return (
    <svg className="chart-over" overflow="visible" width={scale.width} height={scale.height}>
      {ticks.map(({ value, text }) => (
        <text
          key={value}
          textAnchor="end"
          x={scale.left - 6}
          y={Math.max(EDGE, Math.min(scale.height - EDGE, scale.y(value)))}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
