import type { Scale } from '../../picture/plot/scale.ts'
import { placeLabels } from './end-label.ts'
import type { EndLabel } from './end-label.ts'

/** Pixels of the longest label, and of the piece of line behind it. */
export const LONGEST = 112
const SAMPLE = 18
const APART = 4

/** The names of lines near their ends, inside the picture, each with a piece of its line. */
export function EndLabels({
  labels,
  scale,
}: {
  readonly labels: readonly EndLabel[]
  readonly scale: Scale
}) {
  const most = scale.width - scale.right - 2
  return (
    <svg className="chart-over" width={scale.width} height={scale.height}>
      {placeLabels(labels, scale.height, LONGEST).map(({ key, text, look, x, y, strong }) => (
        <g key={key} transform={`translate(${Math.min(most, Math.max(x, scale.left + LONGEST))} ${y})`}>
          <path className={`legend-line ${look}`} d={`M${-SAMPLE} 0H0`} />
          <text className={strong === true ? 'end-label strong' : 'end-label'} x={-SAMPLE - APART}>
            {text}
          </text>
        </g>
      ))}
    </svg>
  )
}
